package io.lockstep.examples.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.replay.RecordedMatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A seed gives the same match bit for bit, whatever executes it: the same state after every frame of the game, and the
 * same datagrams, frames, states and events in whole matches. And what docs/DETERMINISM.md calls safe is.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class ReproducibilityIT {

    private static final String SAFE = "safe: ";
    private static final int PLAYERS = 4;
    private static final int FRAMES = 1800;
    private static final Path PAGE = Path.of("../docs/DETERMINISM.md");

    /** The answers of each JVM, our own one's first. */
    private final Map<Jvm, Map<String, String>> answers = new LinkedHashMap<>();
    private Jvm own;
    private Jvm second;

    @BeforeAll
    void askEverybody(@TempDir final Path folder) throws Exception {
        RecordedMatch.play(folder, PLAYERS, FRAMES, -1, FRAMES);
        own = Jvm.own();
        second = Jvm.second();
        final List<Jvm> all = new ArrayList<>(List.of(own));
        all.addAll(own.variants());
        if (second == null) {
            System.out.println("No second JDK beside " + own.home() + ": name one in LOCKSTEP_ALT_JDK.");
        } else {
            System.out.println("The second JDK is " + second + " in " + second.home() + ".");
            all.add(second);
        }
        for (final Jvm jvm : all) {
            final Map<String, String> lines = new LinkedHashMap<>();
            jvm.run(Answers.class, RecordedMatch.file(folder, 0).toString())
                .forEach(line -> lines.put(line.split("\t")[0], line.split("\t")[1]));
            answers.put(jvm, lines);
        }
    }

    private void assertAllAgree(final String prefix, final int atLeast) {
        final Map<String, String> expected = answers.get(own);
        final List<String> names = expected.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
        assertTrue(names.size() >= atLeast, () -> "only " + names);
        answers.forEach((jvm, lines) -> names.forEach(name ->
            assertEquals(expected.get(name), lines.get(name), () -> name + " on " + jvm + " and on " + own)));
    }

    private void assertDiffers(final String name, final String variant) {
        answers.forEach((jvm, lines) -> {
            if (jvm.name().contains(variant)) {
                assertNotEquals(answers.get(own).get(name), lines.get(name), () -> name + " on " + jvm);
            }
        });
    }

    @Test
    void shouldHaveASecondJdkInContinuousIntegration() {
        assertTrue(second != null || !"true".equals(System.getenv("CI")),
            () -> "no second JDK beside " + own.home() + ": name one in LOCKSTEP_ALT_JDK");
    }

    @Test
    void shouldGiveTheSameHashChainEverywhere() {
        assertAllAgree(Answers.DOGFIGHT, 1);
    }

    @Test
    void shouldReplayAMatchAlikeEverywhere() {
        assertAllAgree(Answers.RECORDED, 1);
    }

    @Test
    void shouldGiveTheSameTraceOfAMatchEverywhere() {
        assertAllAgree(Answers.TRACE, 3);
    }

    @Test
    void shouldNoticeAGameWithAFault() {
        assertDiffers(Answers.IDENTITY_FAULT, "other identity hashes");
        assertDiffers(Answers.LOCALE_FAULT, "Turkish, Latin-1");
    }

    @Test
    void shouldAgreeOnWhatIsSafe() {
        assertAllAgree(SAFE, 20);
    }

    @Test
    void shouldBeWrittenDownAsItIs() throws IOException {
        final String page = Files.readString(PAGE);
        final String chain = answers.get(own).get(Answers.DOGFIGHT);
        assertTrue(page.contains(chain), () -> PAGE + " does not have the chain " + chain);
        for (final String name : answers.get(own).keySet()) {
            if (name.startsWith(SAFE)) {
                assertTrue(page.contains("| " + name.substring(SAFE.length()) + " |"), () -> PAGE + " lacks " + name);
            }
        }
    }
}
