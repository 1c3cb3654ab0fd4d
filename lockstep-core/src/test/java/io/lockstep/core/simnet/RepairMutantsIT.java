package io.lockstep.core.simnet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.lockstep.core.session.RepairProbe;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whose matches show no fault in repairs that is not there, and every one that is planted. */
class RepairMutantsIT {

    @TempDir
    private Path directory;

    static List<Mutant> mutants() {
        return RepairMutants.all();
    }

    @Test
    void shouldFindNothingWrongWithoutAFault() {
        assertEquals("green", RepairProbe.run());
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldFindPlantedFault(final Mutant mutant) throws Exception {
        final String found = new MutantLab(directory).probe(mutant, RepairProbe.class);
        assertNotEquals("green", found, () -> "not found: " + mutant.name);
    }
}
