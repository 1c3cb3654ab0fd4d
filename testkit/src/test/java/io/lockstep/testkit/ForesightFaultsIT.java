package io.lockstep.testkit;

import java.util.List;

/** Whose matches show no fault in playing ahead that is not there, and every one that is planted. */
class ForesightFaultsIT extends FaultsToFind {

    ForesightFaultsIT() {
        super(ForesightProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("prediction");
    }
}
