package io.lockstep.examples.dogfight;

import io.lockstep.core.game.Cue;
import io.lockstep.core.game.Cues;

/** Counts the hits that a game tells of. */
final class HeardCues implements Cues {

    private final int[] hits = new int[Rules.MAX_PLAYERS];

    /** How often a ship was hit. */
    int of(final int ship) {
        return hits[ship];
    }

    @Override
    public void emit(final int kind, final int key, final int value) {
        hits[key] += kind == Dogfight.HIT ? 1 : 0;
    }

    @Override
    public Cue nextCue() {
        return null;
    }

    @Override
    public long ignored() {
        return 0;
    }

    @Override
    public long lost() {
        return 0;
    }
}
