package io.lockstep.examples.planted.core;

import io.lockstep.examples.planted.testkit.BadTestkit;

/** Knows what it must not know. */
public final class SimulatingCore {

    final BadTestkit[] forbidden = {};
}
