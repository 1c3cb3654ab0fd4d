package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.CommandRun;
import io.lockstep.examples.Lockstep;
import java.io.File;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as people run it: one process for each player, over real Aeron. */
class PeerProcessesIT {

    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder;
    private final List<Address> addresses = LoopbackPorts.free(2);
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(Process::destroyForcibly);
    }

    private Process start(final int player, final String... more) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
            "--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED", "-Djava.io.tmpdir=" + folder,
            "-cp", System.getProperty("java.class.path"), Lockstep.class.getName()));
        command.addAll(arguments(player));
        command.addAll(List.of(more));
        final Process process = new ProcessBuilder(command).redirectOutput(file(player, "out"))
            .redirectError(file(player, "err")).start();
        started.add(process);
        return process;
    }

    private List<String> arguments(final int player) {
        return List.of("peer", "--player", "" + player, "--listen", addresses.get(player).toString(),
            "--peer", 1 - player + "=" + addresses.get(1 - player), "--json");
    }

    private File file(final int player, final String kind) {
        return folder.resolve(player + "." + kind).toFile();
    }

    private static int exitOf(final Process process) throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "still running");
        return process.exitValue();
    }

    private String lastLine(final int player) throws IOException {
        final List<String> lines = Files.readAllLines(file(player, "out").toPath());
        assertFalse(lines.isEmpty(), () -> "player " + player + " printed nothing");
        return lines.get(lines.size() - 1);
    }

    private static String value(final String json, final String key) {
        return json.replaceAll(".*\"" + key + "\":\"?([^\",}\\]]*).*", "$1");
    }

    @Test
    void shouldPlayBetweenTwoProcesses() throws IOException, InterruptedException {
        final Process one = start(0, "--frames", "300", "--unpaced", "--bot", "1");
        final Process two = start(1, "--frames", "300", "--unpaced", "--bot", "2");
        assertEquals(0, exitOf(one), () -> errors(0));
        assertEquals(0, exitOf(two), () -> errors(1));
        assertEquals("300", value(lastLine(0), "frames"));
        assertEquals("10", value(lastLine(0), "checkedFrames"));
        assertEquals(value(lastLine(0), "stateCrc"), value(lastLine(1), "stateCrc"));
        assertNothingLeft();
    }

    @Test
    void shouldLeaveCleanlyWhenTold() throws IOException, InterruptedException {
        final Process one = start(0);
        final Process two = start(1);
        awaitDriver(two);
        one.destroy();
        assertEquals(143, exitOf(one), () -> errors(0));
        assertTrue(lastLine(0).startsWith("{\"player\":0,"), lastLine(0));
        two.destroy();
        exitOf(two);
        assertNothingLeft();
    }

    @Test
    void shouldSayInOneLineThatThePortIsTakenOrNobodyComes() throws IOException, InterruptedException {
        final Process one = start(0, "--timeout", "3");
        awaitDriver(one);
        final CommandRun second = CommandRun.of(arguments(0).toArray(new String[0]));
        assertEquals(1, second.code());
        assertEquals(1, second.err().size(), second.err().toString());
        assertTrue(second.err().get(0).startsWith("lockstep peer: cannot listen on " + addresses.get(0)),
            second.err().toString());
        assertEquals(1, exitOf(one));
        assertEquals("lockstep peer: player 1 did not answer within 3000 ms (address " + addresses.get(1) + ")",
            errors(0).strip());
        assertNothingLeft();
    }

    /** From when on a process has bound its port. */
    private void awaitDriver(final Process process) {
        Awaitility.await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> {
            assertTrue(process.isAlive(), "ended early");
            final int player = started.indexOf(process);
            return isTaken(addresses.get(player));
        });
    }

    private static boolean isTaken(final Address address) {
        try (DatagramSocket socket = new DatagramSocket(
            new InetSocketAddress(address.host(), address.port()))) {
            return !socket.isBound();
        } catch (final IOException taken) {
            return true;
        }
    }

    private String errors(final int player) {
        try {
            return Files.readString(file(player, "err").toPath());
        } catch (final IOException unreadable) {
            return unreadable.toString();
        }
    }

    /** The driver's directories are in memory where there is such a folder, else in the temporary one. */
    private void assertNothingLeft() throws IOException {
        for (final Path place : List.of(Path.of("/dev/shm"), folder)) {
            if (Files.isDirectory(place)) {
                for (final Process process : started) {
                    try (var found = Files.newDirectoryStream(place, "lockstep-" + process.pid() + "-*")) {
                        assertFalse(found.iterator().hasNext(), () -> "left behind in " + place);
                    }
                }
            }
        }
    }
}
