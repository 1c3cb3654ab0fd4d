package io.lockstep.core.session;

import io.lockstep.core.sync.ChecksumWriter;

/** The checksum of the game's state, as it was when it was last asked for. */
final class StateSum {

    private final Simulation game;
    private final ChecksumWriter writer = new ChecksumWriter();
    private int checksum;

    StateSum(final Simulation game) {
        this.game = game;
    }

    /** Takes it anew. */
    void take() {
        writer.reset();
        game.save(writer);
        checksum = writer.checksum();
    }

    int checksum() {
        return checksum;
    }
}
