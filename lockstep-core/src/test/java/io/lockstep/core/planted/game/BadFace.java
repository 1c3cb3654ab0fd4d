package io.lockstep.core.planted.game;

import io.lockstep.core.planted.internal.Inside;

/** Hands out what no game may rely on. */
public final class BadFace {

    private final Inside[] insides = {new Inside()};

    /** Would tie every game to it. */
    public Inside[] insides() {
        return insides.clone();
    }

    Inside hidden() {
        return insides[0];
    }
}
