package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Who finds no planted fault would find no real one. Those in membership are in {@link MembershipFaultsIT}. */
class PlantedFaultsIT extends FaultsToFind {

    PlantedFaultsIT() {
        super(MutantProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("sessions");
    }

    @Test
    void shouldPlantEnoughFaults() {
        assertTrue(mutants().size() >= 20, () -> mutants().size() + " faults");
    }
}
