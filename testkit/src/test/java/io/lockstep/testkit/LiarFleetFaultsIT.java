package io.lockstep.testkit;

import io.lockstep.testkit.liars.LiarFleetProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for rules that a lying member cannot bend: without one the fleet of liars shows it. */
class LiarFleetFaultsIT extends FaultsToFind {

    LiarFleetFaultsIT() {
        super(LiarFleetProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("liars");
    }
}
