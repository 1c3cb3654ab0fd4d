package io.lockstep.testkit;

import java.util.List;

/** Plants each fault in what quiet lines cost and in what is measured on them, and plays the match that finds it. */
class CostFaultsIT extends FaultsToFind {

    CostFaultsIT() {
        super(CostProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("costs");
    }
}
