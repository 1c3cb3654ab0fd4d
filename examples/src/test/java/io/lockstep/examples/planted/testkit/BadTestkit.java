package io.lockstep.examples.planted.testkit;

import io.lockstep.examples.planted.aeron.BadAeron;

/** Knows what it must not know. */
public final class BadTestkit {

    final BadAeron[] forbidden = {};
}
