package io.lockstep.examples.planted.transport.ice;

import io.lockstep.examples.planted.examples.AnExample;

/** Knows what it must not know. */
public final class BadIce {

    final AnExample[] forbidden = {};
}
