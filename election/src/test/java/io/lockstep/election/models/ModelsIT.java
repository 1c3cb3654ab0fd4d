package io.lockstep.election.models;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks every configuration in {@code src/tla/models.txt} with TLC, in the profile {@code models} only. Safe ones must
 * be safe in all states, mutations and vacuity guards must be found violated.
 */
class ModelsIT {

    /** Two configurations at a time, one worker each: so the numbers of states come out the same in every run. */
    private static final ExecutorService POOL = Executors.newFixedThreadPool(Integer.getInteger("models.parallel", 2));
    private static final Path SOURCES = Path.of("src", "tla");
    private static final Path WORK = Path.of("target", "models");
    private static final List<String> LINES = new ArrayList<>();

    @TestFactory
    List<DynamicTest> shouldGiveWhatIsExpected() throws IOException {
        final boolean small = "small".equals(System.getProperty("models.tier"));
        final String only = System.getProperty("models.only", ".*");
        final Checker checker = new Checker(SOURCES.toAbsolutePath(), WORK.toAbsolutePath(),
            Long.getLong("models.seconds", 3600));
        final List<DynamicTest> tests = new ArrayList<>();
        final List<String> list = Files.readAllLines(SOURCES.resolve("models.txt"), StandardCharsets.UTF_8);
        for (final Model model : Model.parse(list)) {
            if ((!small || "small".equals(model.tier())) && model.name().matches(only)) {
                final Future<String> line = POOL.submit(() -> check(checker, model));
                tests.add(DynamicTest.dynamicTest(model.name(), () -> {
                    final String text = line.get();
                    System.out.println(text);
                    LINES.add(text);
                    assertTrue(text.endsWith("ok"), text);
                }));
            }
        }
        assertTrue(!tests.isEmpty(), "no configuration in tier " + System.getProperty("models.tier"));
        return tests;
    }

    @AfterAll
    static void leaveTheTable() throws IOException {
        POOL.shutdownNow();
        Files.createDirectories(WORK);
        Files.write(WORK.resolve("results.md"), LINES, StandardCharsets.UTF_8);
    }

    private static String check(final Checker checker, final Model model) throws IOException, InterruptedException {
        final long start = System.nanoTime();
        final String output = checker.run(model);
        final long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        final Outcome outcome = Outcome.parse(output);
        final String line = String.format(Locale.ROOT, "| %s | %s | %s | %s | %,d | %d | %d s |", model.name(),
            model.module(), model.expectation(), outcome.result(), outcome.distinct(), outcome.depth(), seconds);
        return outcome.meets(model) ? line + " ok" : line + " NOT AS EXPECTED\n" + tail(output);
    }

    private static String tail(final String output) {
        final int most = 4_000;
        return output.substring(Math.max(0, output.length() - most));
    }
}
