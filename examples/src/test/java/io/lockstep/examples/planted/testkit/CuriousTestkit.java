package io.lockstep.examples.planted.testkit;

import io.lockstep.examples.planted.core.internal.ARoom;

/** Knows what may change with every release. */
public final class CuriousTestkit {

    /** What it must not know. */
    public ARoom room;
}
