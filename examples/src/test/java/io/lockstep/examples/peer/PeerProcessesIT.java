package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.examples.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The command as people run it: one process for each player, over a real transport. They mostly wait, and none of them
 * is held to a time, so they are played beside others.
 */
@Tag("sockets")
@Execution(ExecutionMode.CONCURRENT)
@ParameterizedClass
@MethodSource("kinds")
class PeerProcessesIT {

    @Parameter
    private TransportKind kind;
    @TempDir
    private Path folder;
    private PeerProcesses peers;

    static List<TransportKind> kinds() {
        return Tier.of(List.of(TransportKind.AERON), List.of(TransportKind.values()));
    }

    @BeforeEach
    void prepare() {
        peers = new PeerProcesses(folder, 2, kind);
    }

    @AfterEach
    void endWhatIsLeft() {
        peers.close();
    }

    @Test
    void shouldPlayBetweenTwoProcesses() throws IOException, InterruptedException {
        final Process one = peers.start(0, "0", "--json", "--frames", "300", "--unpaced", "--bot", "1");
        final Process two = peers.start(1, "1", "--json", "--frames", "300", "--unpaced", "--bot", "2");
        assertEquals(0, PeerProcesses.exitOf(one), () -> peers.errors("0"));
        assertEquals(0, PeerProcesses.exitOf(two), () -> peers.errors("1"));
        assertEquals("300", peers.value("0", "frames"));
        assertEquals("10", peers.value("0", "checkedFrames"));
        assertEquals(peers.value("0", "stateCrc"), peers.value("1", "stateCrc"));
        peers.assertNothingLeft();
    }

    @Test
    void shouldLeaveCleanlyWhenTold() throws IOException, InterruptedException {
        final Process one = peers.start(0, "0", "--json");
        final Process two = peers.start(1, "1", "--json");
        peers.awaitDriver(one, 0);
        peers.awaitDriver(two, 1);
        one.destroy();
        assertEquals(143, PeerProcesses.exitOf(one), () -> peers.errors("0"));
        assertTrue(peers.lastLine("0").startsWith("{\"player\":0,"), peers.lastLine("0"));
        two.destroy();
        PeerProcesses.exitOf(two);
        peers.assertNothingLeft();
    }

    @Test
    void shouldSayInOneLineThatThePortIsTakenOrNobodyComes() throws IOException, InterruptedException {
        final Process one = peers.start(0, "0", "--json", "--timeout", "3");
        peers.awaitDriver(one, 0);
        final CommandRun second = CommandRun.of(peers.arguments(0).toArray(new String[0]));
        assertEquals(1, second.code());
        assertEquals(1, second.err().size(), second.err().toString());
        assertTrue(second.err().get(0).startsWith("lockstep peer: cannot listen on " + peers.address(0)),
            second.err().toString());
        assertEquals(1, PeerProcesses.exitOf(one));
        // Over plain UDP the line also says that no packet came.
        final String why = peers.errors("0").strip();
        assertTrue(why.startsWith("lockstep peer: player 1 did not answer within 3000 ms"), why);
        assertTrue(why.endsWith("(address " + peers.address(1) + ")"), why);
        peers.assertNothingLeft();
    }

    /** The leader is killed: the others go on, and it comes back. {@code .ci/lost-peers} has every other case. */
    @Test
    void shouldOutliveAKilledProcessAndTakeItBack() throws IOException, InterruptedException {
        peers.close();
        peers = new PeerProcesses(folder, 3, kind);
        final String[] options = {"--frames", "1000", "--timeout", "60", "--drop-timeout", "2000"};
        final String[] survivorsOptions = with(options, "--json");
        final Process victim = peers.start(0, "victim", with(options, record("victim")));
        final Process one = peers.start(1, "1", with(survivorsOptions, record("1")));
        final Process two = peers.start(2, "2", with(survivorsOptions, record("2")));
        peers.awaitFrame(victim, "victim", 60);
        victim.destroyForcibly();
        PeerProcesses.exitOf(victim);
        final Process back = peers.start(0, "back", with(with(survivorsOptions, "--rejoin"), record("back")));
        assertEquals(0, PeerProcesses.exitOf(back), () -> peers.errors("back"));
        assertEquals(0, PeerProcesses.exitOf(one), () -> peers.errors("1"));
        assertEquals(0, PeerProcesses.exitOf(two), () -> peers.errors("2"));
        assertEquals(peers.value("1", "dropped"), peers.value("2", "dropped"));
        assertTrue(peers.value("1", "dropped").matches("\\[\\{peer:0,frame:\\d+}]"), peers.value("1", "dropped"));
        for (final String name : List.of("1", "2", "back")) {
            assertEquals("1000", peers.value(name, "frames"));
            assertEquals("0", peers.value(name, "desyncs"));
            assertEquals("[0,1,2]", peers.value(name, "members"));
            assertEquals(peers.value("1", "joined"), peers.value(name, "joined"));
            assertEquals(peers.value("1", "stateCrc"), peers.value(name, "stateCrc"));
        }
        // The killed one's directory went when its successor started.
        peers.assertNothingLeft();
        assertRecorded();
    }

    private String record(final String name) {
        return "--record=" + folder.resolve(name + ".rec");
    }

    /** Everybody's recording is what was played, up to the last block of the one that was killed. */
    private void assertRecorded() {
        final String reference = folder.resolve("1.rec").toString();
        for (final String name : List.of("1", "2", "back", "victim")) {
            final String file = folder.resolve(name + ".rec").toString();
            final CommandRun verify = CommandRun.of("replay", "verify", "--json", file);
            assertTrue(verify.code() == 0 || name.equals("victim") && verify.code() == 3, verify::toString);
            assertTrue(verify.out().get(0).startsWith("{\"ok\":true,"), verify::toString);
            assertTrue(CommandRun.of("replay", "diff", reference, file).out().get(0).startsWith("no difference in "));
        }
    }

    private static String[] with(final String[] options, final String another) {
        final String[] more = Arrays.copyOf(options, options.length + 1);
        more[options.length] = another;
        return more;
    }
}
