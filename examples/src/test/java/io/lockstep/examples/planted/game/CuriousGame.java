package io.lockstep.examples.planted.game;

import io.lockstep.examples.planted.core.internal.ARoom;

/** Knows what may change with every release. */
public final class CuriousGame {

    /** What it must not know. */
    public ARoom room;
}
