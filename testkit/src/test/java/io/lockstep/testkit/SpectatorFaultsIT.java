package io.lockstep.testkit;

import java.util.List;

/** Plants each fault in what spectators are shown, and plays the match that finds it. */
class SpectatorFaultsIT extends FaultsToFind {

    SpectatorFaultsIT() {
        super(SpectatorProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("spectators");
    }
}
