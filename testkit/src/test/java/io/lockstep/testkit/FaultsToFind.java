package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults, planted one at a time, and the matches that have to find each; a subclass has them in {@code mutants()}. */
abstract class FaultsToFind {

    @TempDir
    private Path directory;

    private final Class<?> probe;

    /** With the class that plays the matches. */
    FaultsToFind(final Class<?> probe) {
        this.probe = probe;
    }

    /** What the matches show with this fault planted; "green" when it is nothing. */
    final String found(final Mutant mutant) throws Exception {
        return new MutantLab(directory).probe(mutant, probe);
    }

    @Test
    void shouldFindNothingWrongWithoutAFault() throws Exception {
        assertEquals("green", probe.getMethod("run").invoke(null));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldFindPlantedFault(final Mutant mutant) throws Exception {
        assertNotEquals("green", found(mutant), () -> "not found: " + mutant.name);
    }
}
