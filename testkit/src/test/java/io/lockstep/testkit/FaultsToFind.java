package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Faults, planted one at a time, and the matches of a probe that have to find each. A fault names the match that finds
 * it, which is all that is played; the others are played only when that one shows nothing. A subclass has the faults in
 * a static {@code mutants()}, too.
 */
abstract class FaultsToFind {

    @TempDir
    private Path directory;

    private final Class<?> probe;
    private final List<Mutant> mutants;

    /** With the class whose {@code matches()} are played by name; each says what is wrong, or null. */
    FaultsToFind(final Class<?> probe, final List<Mutant> mutants) {
        this.probe = probe;
        this.mutants = mutants;
    }

    /** What the match that finds a fault shows with it planted, or else another one that shows nothing without. */
    final String found(final Mutant mutant) throws Exception {
        final String named = wrong(mutant, Set.of(mutant.foundBy));
        if (named != null) {
            return named;
        }
        final Map<String, Supplier<String>> sound = MutantLab.matches(probe);
        final String other = wrong(mutant, sound.keySet());
        System.out.println("'" + mutant + "' is no longer found by " + mutant.foundBy + ", but: " + other);
        return other == null || wrong(sound, Set.of(other.substring(0, other.indexOf(": ")))) != null ? null : other;
    }

    /** The first of some matches that shows something with this fault planted, and what; null when none does. */
    final String wrong(final Mutant mutant, final Set<String> names) throws Exception {
        try (URLClassLoader library = new MutantLab(directory).plant(mutant, probe)) {
            return wrong(MutantLab.matches(library.loadClass(probe.getName())), names);
        }
    }

    /** The matches that some faults name, each once: all that the ordinary build plays where nothing must be found. */
    final Set<String> played(final Stream<Mutant> faults) throws ReflectiveOperationException {
        return Tier.of(faults.map(fault -> fault.foundBy).collect(Collectors.toSet()),
            MutantLab.matches(probe).keySet());
    }

    private static String wrong(final Map<String, Supplier<String>> matches, final Set<String> names) {
        for (final String name : names) {
            assertTrue(matches.containsKey(name), () -> "the probe has no match " + name);
            final String wrong = matches.get(name).get();
            if (wrong != null) {
                return name + ": " + wrong;
            }
        }
        return null;
    }

    @Test
    void shouldFindNothingWrongWithoutAFault() throws Exception {
        assertNull(wrong(MutantLab.matches(probe), played(mutants.stream())));
    }

    @ParameterizedTest
    @ArgumentsSource(FaultsToPlant.class)
    void shouldFindPlantedFault(final Mutant mutant) throws Exception {
        assertNotNull(found(mutant), () -> "not found: " + mutant);
    }
}
