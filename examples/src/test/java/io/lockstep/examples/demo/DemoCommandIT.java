package io.lockstep.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.examples.CommandRun;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two peers in one process over real transports. They mostly wait, and none of them is held to a time, so they are
 * played beside others.
 */
@Tag("sockets")
@Execution(ExecutionMode.CONCURRENT)
class DemoCommandIT {

    @Test
    void shouldEndInTheSameStateAndSaveAPicture(@TempDir final Path folder) throws IOException {
        final Path picture = folder.resolve("demo.png");
        final CommandRun run =
            CommandRun.of("demo", "--headless", "--json", "--seconds", "2", "--picture", picture.toString());
        assertEquals(0, run.code(), run.err().toString());
        assertEquals(1, run.out().size(), run.out().toString());
        final String json = run.out().get(0);
        assertTrue(json.startsWith("{\"ok\":true,\"peers\":[{\"player\":0,\"frames\":120,"), json);
        assertTrue(json.contains("},{\"player\":1,\"frames\":120,"), json);
        final BufferedImage image = ImageIO.read(picture.toFile());
        assertTrue(image.getWidth() > 2 * image.getHeight(), image.toString());
    }

    @Test
    void shouldPlayWithMoreThanTwo(@TempDir final Path folder) throws IOException {
        final Path picture = folder.resolve("demo.png");
        final CommandRun run = CommandRun.of("demo", "--headless", "--seconds", "3", "--players", "4", "--transport",
            "udp", "--leave-after", "1", "--graph", "--picture", picture.toString());
        assertEquals(0, run.code(), run.err().toString());
        assertEquals("Players 0, 2, 3 ended on frame 180 in the same state.", run.out().get(run.out().size() - 1));
        final BufferedImage image = ImageIO.read(picture.toFile());
        assertTrue(image.getWidth() < 2 * image.getHeight(), image.toString());
    }

    @Test
    void shouldTellPeopleHowItWent() {
        final CommandRun run = CommandRun.of("demo", "--headless", "--seconds", "2");
        assertEquals(0, run.code(), run.err().toString());
        assertEquals("Both peers ended on frame 120 in the same state.", run.out().get(run.out().size() - 1));
        assertTrue(run.out().stream().anyMatch(line -> line.startsWith("player 0: frame ")), run.out().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron", "udp"})
    void shouldPlayOnAWorseNetworkAndShowItsFigures(final String transport) {
        final CommandRun run = CommandRun.of("demo", "--headless", "--seconds", "3", "--latency-ms", "40",
            "--jitter-ms", "10", "--loss", "5%", "--transport", transport);
        assertEquals(0, run.code(), run.err().toString());
        assertTrue(run.out().get(0).endsWith("made worse: 40 ms one way +- 10 ms, 5 % lost, for 3 s."),
            run.out().get(0));
        assertTrue(run.out().stream().anyMatch(line -> line.startsWith("player 1: frame ")
            && line.contains("  link 40 ms one way +- 10 ms, 5 % lost: dropped ")), run.out().toString());
        assertEquals("Both peers ended on frame 180 in the same state.", run.out().get(run.out().size() - 1));
    }

    @Test
    void shouldPlayAheadOfAWorseNetworkAndTellWhatItBrought() {
        final CommandRun run = CommandRun.of("demo", "--headless", "--seconds", "3", "--latency-ms", "60",
            "--loss", "5%", "--transport", "udp", "--prediction", "8");
        assertEquals(0, run.code(), run.err().toString());
        for (final String row : new String[] {"played ahead, frames at most +8 +8", "frames foreseen, % +.*",
            "rollbacks a minute / deepest .*", "steps / saves a frame .*"}) {
            assertTrue(run.out().stream().anyMatch(line -> line.matches(row)), row + " in " + run.out());
        }
        assertEquals("Both peers ended on frame 180 in the same state.", run.out().get(run.out().size() - 1));
    }

    /** The ordinary build plays each way to end over one transport. */
    static List<Arguments> ends() {
        final List<Arguments> all = List.of(Arguments.of("--leave-after", "has left and is out of", "aeron"),
            Arguments.of("--kill-after", "is lost and out of", "udp"),
            Arguments.of("--leave-after", "has left and is out of", "udp"),
            Arguments.of("--kill-after", "is lost and out of", "aeron"));
        return Tier.of(all.subList(0, 2), all);
    }

    static List<Arguments> policies() {
        final List<Arguments> all = List.of(Arguments.of("REPAIR", "udp", 0), Arguments.of("report-only", "udp", 1),
            Arguments.of("HALT", "aeron", 1), Arguments.of("REPAIR", "aeron", 0),
            Arguments.of("report-only", "aeron", 1));
        return Tier.of(all.subList(0, 3), all);
    }

    @ParameterizedTest
    @MethodSource("ends")
    void shouldPlayOnWithoutOneOfThem(final String how, final String news, final String transport) {
        final CommandRun run = CommandRun.of("demo", "--headless", "--seconds", "3", how, "1", "--transport",
            transport);
        assertEquals(0, run.code(), run.err().toString());
        assertTrue(run.out().stream().anyMatch(line -> line.startsWith("player 0: player 1 " + news)),
            run.out().toString());
        assertEquals("Player 0 played on alone to frame 180.", run.out().get(run.out().size() - 1));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void shouldTellWhereStatesDifferAndWriteFolders(final String policy, final String transport, final int code,
                                                    @TempDir final Path folder) throws IOException {
        final CommandRun run = CommandRun.of("demo", "--headless", "--seconds", "4", "--flip-after", "1",
            "--desync-dir", folder.toString(), "--desync-policy", policy, "--transport", transport);
        assertEquals(code, run.code(), run.err().toString());
        for (int player = 0; player < 2; player++) {
            final String start = "player " + player + ": desync: frame ";
            assertTrue(run.out().stream().anyMatch(line -> line.startsWith(start)
                && line.contains("; first field: ships.x[0], ") && line.contains("; see ")), run.out().toString());
        }
        try (Stream<Path> folders = Files.list(folder)) {
            assertEquals(2, folders.filter(path -> Files.exists(path.resolve("report.txt"))).count());
        }
    }

    @ParameterizedTest
    @CsvSource({"5%,0.05", "5,0.05", "0.05,0.05", "1,0.01", "0.5%,0.005", "0,0"})
    void shouldReadALossAsPercentageOrFraction(final String text, final double loss) {
        assertEquals(loss, new ImpairmentOptions.Loss().convert(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--seconds -1 | --seconds is -1, allowed is 0 to 86400",
        "--players 1 | --players is 1, allowed is 2 to 8", "--players 9 | --players is 9, allowed is 2 to 8",
        "--flip-after 0 | --flip-after is 0, allowed is 1 to 86400",
        "--desync-policy FIX | --desync-policy 'FIX' is neither REPAIR nor HALT nor REPORT_ONLY",
        "--desync-dir no/such | --desync-dir: there is no directory no/such",
        "--desync-dir pom.xml | --desync-dir: pom.xml is no directory",
        "--kill-after 0 | --kill-after is 0, allowed is 1 to 86400",
        "--seconds 5 --leave-after 5 | --leave-after is 5, but the match lasts 5 s",
        "--kill-after 1 --leave-after 1 | --kill-after and --leave-after exclude each other",
        "--seconds x | '--seconds': 'x' is not a whole number", "--seconds 99999999999 | '99999999999' is too large",
        "--jitter-ms x | '--jitter-ms': 'x' is not a number", "more | 'more' is more than there is a place for",
        "--picture no/such/folder/a.png | --picture: there is no directory ",
        "--picture a.jpg | --picture: a.jpg does not end with .png",
        "--transport tcp | --transport 'tcp' is neither aeron nor udp", "--sound | Unknown option",
        "--latency-ms 1001 | --latency-ms is 1001, allowed is 0 to 1000",
        "--jitter-ms -1 | --jitter-ms is -1, allowed is 0 to 1000", "--jitter-ms NaN | --jitter-ms is NaN",
        "--prediction 31 | --prediction is 31, allowed is 0 to 30", "--prediction -1 | --prediction is -1, allowed",
        "--prediction far | 'far' is not",
        "--loss 91 | --loss is 91%, allowed is 0% to 90%", "--loss -0.5 | --loss is -50%, allowed",
        "--loss half | 'half' is neither a percentage such as 5% nor a fraction such as 0.05"})
    void shouldRefuseBadArgumentsWithOneClearLine(final String args, final String why) {
        final CommandRun run = CommandRun.of(("demo " + args).split(" "));
        assertEquals(2, run.code());
        assertTrue(run.err().get(0).contains(why), run.err().toString());
    }
}
