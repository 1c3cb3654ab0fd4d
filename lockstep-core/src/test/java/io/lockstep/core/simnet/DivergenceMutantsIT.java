package io.lockstep.core.simnet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who overlooks no difference between two states finds every way of overlooking one. */
class DivergenceMutantsIT {

    @TempDir
    private Path directory;

    static List<Mutant> mutants() {
        return DivergenceMutants.all();
    }

    @Test
    void shouldFindNothingWrongWithoutAFault() {
        assertEquals("green", DivergenceProbe.run());
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldFindPlantedFault(final Mutant mutant) throws Exception {
        final String found = new MutantLab(directory).probe(mutant, DivergenceProbe.class);
        assertNotEquals("green", found, () -> "not found: " + mutant.name);
    }
}
