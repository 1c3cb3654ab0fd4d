package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Spectators as people run them: each in a process of its own. They mostly wait, so they play beside others. */
@Tag("sockets")
@Execution(ExecutionMode.CONCURRENT)
class WatchProcessesIT {

    private static final int PLAYERS = 2;
    private static final int SPECTATORS = 2;
    /** A quarter of a minute, so that a slow machine has started every process before it is over. */
    private static final String FRAMES = "4000";
    private static final String TICK_RATE = "250";

    @TempDir
    private Path folder;
    private PeerProcesses processes;
    private final List<Address> feeds = LoopbackPorts.free(PLAYERS + SPECTATORS);

    @AfterEach
    void endWhatIsLeft() {
        processes.close();
    }

    private Process play(final int player) throws IOException {
        return processes.start(player, "player" + player, "--json", "--frames", FRAMES, "--tick-rate", TICK_RATE,
            "--timeout", "60", "--spectators", feeds.get(player).toString());
    }

    private Process watch(final String name, final List<Address> peers, final String... more) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("watch"));
        peers.forEach(peer -> arguments.addAll(List.of("--peer", peer.toString())));
        arguments.addAll(List.of(more));
        return processes.run(name, arguments);
    }

    /** One comes later and is killed; one who watched it goes on elsewhere, and another takes its place. */
    @Test
    void shouldWatchAMatchThatIsPlayedAndSurviveTheOneItWatches() throws IOException, InterruptedException {
        processes = new PeerProcesses(folder, PLAYERS, TransportKind.UDP);
        final Process one = play(0);
        final Process two = play(1);
        final Address ofLate = feeds.get(PLAYERS);
        final Process late = watch("late", feeds.subList(0, 1), "--listen", ofLate.toString());
        processes.awaitFrame(late, "late", 250);
        final Process below = watch("below", List.of(ofLate, feeds.get(1)), "--record", file("below"));
        processes.awaitFrame(below, "below", 500);
        late.destroyForcibly();
        PeerProcesses.exitOf(late);
        final Process back = watch("back", feeds.subList(0, 1), "--json", "--listen", ofLate.toString(), "--record",
            file("back"));
        for (final Process process : List.of(one, two, below, back)) {
            assertEquals(0, PeerProcesses.exitOf(process), () -> processes.errors("below") + processes.errors("back"));
        }
        final String state = processes.value("player0", "stateCrc");
        assertEquals(state, processes.value("player1", "stateCrc"));
        assertEquals(FRAMES, processes.value("back", "frames"));
        assertEquals(state, processes.value("back", "stateCrc"));
        assertTrue(processes.lastLine("below").startsWith("frame " + FRAMES + ", state " + state + ","),
            processes.lastLine("below"));
        assertTrue(processes.printed("below", "watching at " + ofLate), "not told where it watches");
        for (final String name : List.of("below", "back")) {
            final CommandRun verify = CommandRun.of("replay", "verify", "--json", file(name));
            assertEquals(0, verify.code(), verify::toString);
        }
        assertTrue(CommandRun.of("replay", "diff", file("below"), file("back")).out().get(0)
            .startsWith("no difference in "));
    }

    private String file(final String name) {
        return folder.resolve(name + ".rec").toString();
    }
}
