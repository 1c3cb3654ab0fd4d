package io.lockstep.testkit;

import java.util.List;

/** Planted faults that leave the match as it is, and spoil what spectators see of it. */
final class SpectatorMutants {

    private SpectatorMutants() {
    }

    static List<Mutant> all() {
        return List.of(
            new Mutant("a state at another frame is not said to begin anew").foundBy("deaths 1"),
            new Mutant("spectators play on in a pause").foundBy("pause 1"),
            new Mutant("only the first player is asked").foundBy("pause 1"));
    }
}
