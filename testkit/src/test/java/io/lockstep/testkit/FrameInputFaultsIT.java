package io.lockstep.testkit;

import io.lockstep.core.session.FrameInputProbe;
import java.util.List;

/** As {@link PlantedFaultsIT}, for inputs that travel once each. */
class FrameInputFaultsIT extends FaultsToFind {

    FrameInputFaultsIT() {
        super(FrameInputProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("frame inputs");
    }
}
