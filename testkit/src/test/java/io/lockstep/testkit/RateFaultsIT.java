package io.lockstep.testkit;

import io.lockstep.core.session.RateProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for the code that large inputs, many events and long or narrow lines need. */
class RateFaultsIT extends FaultsToFind {

    RateFaultsIT() {
        super(RateProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("rates");
    }
}
