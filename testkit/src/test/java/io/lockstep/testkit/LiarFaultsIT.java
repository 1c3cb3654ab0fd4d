package io.lockstep.testkit;

import io.lockstep.core.session.FuzzProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for what keeps a message that no honest peer sends from throwing out of a session. */
class LiarFaultsIT extends FaultsToFind {

    LiarFaultsIT() {
        super(FuzzProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("fuzz");
    }
}
