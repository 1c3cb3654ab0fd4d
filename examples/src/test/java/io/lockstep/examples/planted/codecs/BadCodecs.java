package io.lockstep.examples.planted.codecs;

import io.lockstep.examples.planted.testkit.BadTestkit;

/** Knows what it must not know. */
public final class BadCodecs {

    final BadTestkit[] forbidden = {};
}
