package io.lockstep.testkit;

import io.lockstep.core.session.RepairProbe;
import java.util.List;

/** Whose matches show no fault in repairs that is not there, and every one that is planted. */
class RepairMutantsIT extends FaultsToFind {

    RepairMutantsIT() {
        super(RepairProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("repairs");
    }
}
