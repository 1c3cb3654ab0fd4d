package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Each of the new faults is found by the test that it names, which passes in the same class loader without it. */
class NewFaultsIT {

    private static final Path PAGE = Path.of("../docs/BLINDNESS.md");
    private static final Mutant NO_FAULT = new Mutant("no fault");

    @TempDir
    private Path directory;

    static List<Mutant> mutants() {
        return Stream.of("new", "tested").flatMap(table -> FaultFile.table(table).stream()).toList();
    }

    @ParameterizedTest
    @ArgumentsSource(FaultsToPlant.class)
    void shouldBeFoundByTheTestThatItNames(final Mutant mutant) throws Exception {
        final TestExecutionSummary sound = run(mutant.foundBy, NO_FAULT);
        sound.getFailures().forEach(failure -> fail(mutant.foundBy, failure.getException()));
        assertTrue(sound.getTestsSucceededCount() > 0, () -> "there is no test " + mutant.foundBy);
        assertTrue(run(mutant.foundBy, mutant).getTestsFailedCount() > 0, () -> "not found: " + mutant);
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldNameEveryFaultOnThePage(final Mutant mutant) throws IOException {
        final String end = " | `" + mutant.foundBy.replaceAll("#.*", "").replaceAll(".*\\.", "") + "` |";
        assertTrue(Files.readAllLines(PAGE).stream()
            .anyMatch(line -> line.startsWith("| " + mutant + " | ") && line.endsWith(end)),
                () -> mutant + " … " + end);
    }

    /** Runs one test, {@code package.Class#method}, with a fault planted. */
    private TestExecutionSummary run(final String test, final Mutant mutant) throws Exception {
        final SummaryGeneratingListener result = new SummaryGeneratingListener();
        final Class<?> named = Class.forName(test.substring(0, test.indexOf('#')));
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader library = new MutantLab(Files.createTempDirectory(directory, "")).plant(mutant, named)) {
            thread.setContextClassLoader(library);
            LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(library, test)).build(), result);
        } finally {
            thread.setContextClassLoader(before);
        }
        return result.getSummary();
    }
}
