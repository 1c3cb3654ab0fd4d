package io.lockstep.examples.planted.aeron;

import io.lockstep.examples.planted.examples.AnExample;

/** Knows what it must not know. */
public final class BadAeron {

    final AnExample[] forbidden = {};
}
