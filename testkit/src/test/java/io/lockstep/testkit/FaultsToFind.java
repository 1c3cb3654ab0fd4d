package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults, planted one at a time, and the matches that have to find each; a subclass has them in {@code mutants()}. Of
 * all that a probe plays one match finds a fault: a mutant that names it is spared those that it is not found by.
 */
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
        final MutantLab lab = new MutantLab(directory);
        return mutant.foundBy == null ? lab.probe(mutant, probe) : lab.probe(mutant, probe, mutant.foundBy);
    }

    /** What is wrong without a fault; a probe whose matches another test plays as well leaves those out. */
    String sound() throws Exception {
        return (String) probe.getMethod("run").invoke(null);
    }

    @Test
    void shouldFindNothingWrongWithoutAFault() throws Exception {
        assertEquals("green", sound());
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldFindPlantedFault(final Mutant mutant) throws Exception {
        assertNotEquals("green", found(mutant), () -> "not found: " + mutant.name);
    }
}
