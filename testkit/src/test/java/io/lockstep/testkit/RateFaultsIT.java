package io.lockstep.testkit;

import io.lockstep.core.session.RateProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for the code that large inputs, many events and long or narrow lines need. */
class RateFaultsIT extends FaultsToFind {

    private static final String REPEATS = "internal/link/Repeats.java";

    RateFaultsIT() {
        super(RateProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("have a new frame wait for those before it").foundBy("gaps")
                .in(REPEATS, "spares = !isWhole || !isCheap;", "spares = false;"),
            new Mutant("repeat frames in every datagram").foundBy("narrow line")
                .in(REPEATS, "return isOvertaken || sinceLeftNs(at) >= timeoutNs <<",
                    "return sinceLeftNs(at) >= tickNs / 2 + 0 * timeoutNs <<"),
            new Mutant("repeat as ever while a queue grows").foundBy("narrow line")
                .in("internal/link/QueueWatch.java", "if (samples >= SAMPLES && queueNs()",
                    "if (samples < 0 && queueNs()"),
            new Mutant("leave no frame in further windows where some are lost").foundBy("gaps")
                .in(REPEATS, "copies = queueing ? 0 : uplink.copies(wanted);", "copies = 0;"),
            new Mutant("have no delay that is as long as the line").foundBy("large inputs")
                .in("input/InputDelayController.java", "Math.max(maxTicks, lineTicks(observed));", "maxTicks;"));
    }
}
