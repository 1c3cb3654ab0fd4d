package io.lockstep.testkit;

import java.util.List;

/** Who overlooks no difference between two states finds every way of overlooking one. */
class DivergenceMutantsIT extends FaultsToFind {

    DivergenceMutantsIT() {
        super(DivergenceProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("divergences");
    }
}
