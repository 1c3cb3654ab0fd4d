package io.lockstep.testkit;

import io.lockstep.core.session.RateProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for the code that large inputs, many events and long or narrow lines need. */
class RateFaultsIT extends FaultsToFind {

    RateFaultsIT() {
        super(RateProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("have a new frame wait for those before it").foundBy("gaps"),
            new Mutant("repeat frames in every datagram").foundBy("narrow line"),
            new Mutant("repeat as ever while a queue grows").foundBy("narrow line"),
            new Mutant("leave no frame in further windows where some are lost").foundBy("gaps"),
            new Mutant("have no delay that is as long as the line").foundBy("large inputs"));
    }
}
