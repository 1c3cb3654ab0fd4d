package io.lockstep.examples.planted.core;

import io.lockstep.examples.planted.aeron.BadAeron;

/** Knows what it must not know. */
public final class BadCore {

    final BadAeron[] forbidden = {};
}
