package io.lockstep.examples.planted.testkit;

import io.lockstep.examples.planted.core.internal.ARoom;

/** Asks its users for what may change with every release. */
public final class CuriousTestkit {

    /** What they cannot have without knowing it. */
    public void enter(final ARoom room) {
        room.hashCode();
    }
}
