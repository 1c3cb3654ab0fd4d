package io.lockstep.testkit;

import java.util.List;

/** Plants each fault in what is recorded, and plays the match that finds it. */
class RecordingFaultsIT extends FaultsToFind {

    RecordingFaultsIT() {
        super(RecordingProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("recordings");
    }
}
