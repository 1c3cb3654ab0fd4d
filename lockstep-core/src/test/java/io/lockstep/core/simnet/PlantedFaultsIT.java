package io.lockstep.core.simnet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who finds no planted fault would find no real one. Those in membership are in {@link MembershipFaultsIT}. */
class PlantedFaultsIT {

    @TempDir
    private Path directory;

    static List<Mutant> mutants() {
        return Mutants.all();
    }

    @Test
    void shouldFindNothingWrongWithoutAFault() {
        assertEquals("green", MutantProbe.run());
    }

    @Test
    void shouldPlantEnoughFaults() {
        assertTrue(mutants().size() >= 20, () -> mutants().size() + " faults");
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldFindPlantedFault(final Mutant mutant) throws Exception {
        final String found = new MutantLab(directory).probe(mutant, MutantProbe.class);
        assertNotEquals("green", found, () -> "not found: " + mutant.name);
    }
}
