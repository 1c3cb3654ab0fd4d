package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.core.security.Identity;
import io.lockstep.core.security.MatchKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes with keys, and a stranger who sends them all that he can think of, from before the match to its end: it
 * goes on as if he were not there. What each attack does by itself is shown where the transports are tested.
 */
@Tag("sockets")
@ParameterizedClass
@MethodSource("kinds")
@Execution(ExecutionMode.CONCURRENT)
class AttackedPeersIT {

    private static final String FRAMES = "780";
    private static final long MOST_GROWTH_KIB = 32 << 10;
    private static final long MOST_SHARED_KIB = 2 << 10;
    private static final long SAMPLE_MS = 20;

    @Parameter
    private TransportKind kind;
    @TempDir
    private Path folder;
    private PeerProcesses peers;
    private Stranger stranger;

    static List<TransportKind> kinds() {
        return Tier.of(List.of(TransportKind.UDP), List.of(TransportKind.values()));
    }

    @AfterEach
    void endWhatIsLeft() throws IOException {
        peers.close();
        if (stranger != null) {
            stranger.close();
        }
    }

    /** A match key, and the keys of each player. */
    private void makeKeys(final int players) throws IOException {
        MatchKey.generate().write(folder.resolve("match"));
        final List<String> roster = new ArrayList<>();
        for (int player = 0; player < players; player++) {
            final Identity identity = Identity.generate();
            identity.write(folder.resolve("identity" + player));
            roster.add(player + " " + identity.publicIdentity().text());
        }
        Files.write(folder.resolve("roster"), roster);
    }

    private String[] keyed(final int player, final String... options) {
        return Stream.concat(Arrays.stream(options), Stream.of("--key-file=" + folder.resolve("match"),
            "--identity=" + folder.resolve("identity" + player), "--roster=" + folder.resolve("roster")))
            .toArray(String[]::new);
    }

    /** What a process holds in memory, of all or of one kind. */
    private static long residentKib(final Process process, final String field) {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith(field + ':')).map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong).findFirst().orElse(0);
        } catch (final IOException elsewhere) {
            return 0; // another system, or it has just ended
        }
    }

    /** One is killed in mid-match, and comes back. */
    @Test
    void shouldPlayAndComeBackUnderAttackAsWithout() throws IOException, InterruptedException {
        makeKeys(3);
        peers = new PeerProcesses(folder, 3, kind);
        stranger = new Stranger(List.of(peers.address(0), peers.address(1), peers.address(2)));
        final String[] options = {"--frames", FRAMES, "--timeout", "60", "--drop-timeout", "2000"};
        final String[] json = {"--frames", FRAMES, "--timeout", "60", "--drop-timeout", "2000", "--json"};
        final Process victim = peers.start(0, "victim", keyed(0, options));
        final Process one = peers.start(1, "1", keyed(1, json));
        final Process two = peers.start(2, "2", keyed(2, json));
        peers.awaitFrame(victim, "victim", 60);
        final long before = residentKib(one, "VmRSS");
        final long shared = residentKib(one, "RssShmem");
        victim.destroyForcibly();
        PeerProcesses.exitOf(victim);
        final Process back = peers.start(0, "back", keyed(0, Stream.concat(Arrays.stream(json),
            Stream.of("--rejoin")).toArray(String[]::new)));
        while (!one.waitFor(SAMPLE_MS, TimeUnit.MILLISECONDS)) {
            final long grown = residentKib(one, "VmRSS") - before;
            final long mapped = residentKib(one, "RssShmem") - shared;
            assertTrue(grown <= MOST_GROWTH_KIB && mapped <= MOST_SHARED_KIB,
                () -> "grew by " + grown + " KiB, " + mapped + " of them of the driver");
        }
        for (final Process process : List.of(one, two, back)) {
            final String name = process == one ? "1" : process == two ? "2" : "back";
            assertEquals(0, PeerProcesses.exitOf(process), () -> peers.errors(name));
            assertEquals(FRAMES, peers.value(name, "frames"));
            assertEquals("0", peers.value(name, "desyncs"));
            assertEquals("[0,1,2]", peers.value(name, "members"));
            assertEquals(peers.value("1", "stateCrc"), peers.value(name, "stateCrc"));
        }
        assertTrue(peers.value("1", "dropped").matches("\\[\\{peer:0,frame:\\d+}]"), peers.value("1", "dropped"));
        System.out.println(kind + ": " + stranger.sent() + " hostile datagrams, " + peers.value("1", "stallTicks")
            + " and " + peers.value("2", "stallTicks") + " of " + FRAMES + " ticks stalled");
        assertTrue(stranger.sent() > 10_000, () -> "sent " + stranger.sent());
        peers.assertNothingLeft();
    }

    /** In one line each; who has keys knows why. */
    @Test
    void shouldRefuseEachOtherIfOneHasKeysAndTheOtherHasNone() throws IOException, InterruptedException {
        makeKeys(2);
        peers = new PeerProcesses(folder, 2, kind);
        final Process with = peers.start(0, "with", keyed(0, "--timeout", "4"));
        final Process without = peers.start(1, "without", "--timeout", "4");
        assertEquals(1, PeerProcesses.exitOf(with));
        assertEquals(1, PeerProcesses.exitOf(without));
        final String start = "lockstep peer: player %d did not answer within 4000 ms";
        assertTrue(peers.errors("with").startsWith(String.format(start, 1)), () -> peers.errors("with"));
        assertTrue(peers.errors("with").strip().matches(".*; \\d+ datagrams came that were sealed with other keys.*"),
            () -> peers.errors("with"));
        assertTrue(peers.errors("without").startsWith(String.format(start, 0)), () -> peers.errors("without"));
        assertEquals(1, peers.errors("without").lines().count(), () -> peers.errors("without"));
    }
}
