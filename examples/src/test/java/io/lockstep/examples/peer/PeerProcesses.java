package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.Lockstep;
import java.io.File;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** Players of one match as people run them: each in a process of its own, over a real transport. */
final class PeerProcesses implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 90;
    /** Seconds of play: what the second compiler makes comes too late, and takes the processor from the others. */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";
    private static final Pattern PROGRESS = Pattern.compile("(?m)^frame (\\d+),");

    private final Path folder;
    private final TransportKind kind;
    private final List<Address> addresses;
    private final List<Process> started = new ArrayList<>();

    PeerProcesses(final Path folder, final int players, final TransportKind kind) {
        this.folder = folder;
        this.kind = kind;
        addresses = LoopbackPorts.free(players);
    }

    /** Starts a player's process, whose output goes by a name. */
    Process start(final int player, final String name, final String... more) throws IOException {
        final List<String> arguments = arguments(player);
        arguments.addAll(List.of(more));
        return run(name, arguments);
    }

    /** Starts any command in a process of its own, whose output goes by a name. */
    Process run(final String name, final List<String> arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC", "-Xmx64m",
            FIRST_COMPILER, "--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + folder, "-cp", System.getProperty("java.class.path"), Lockstep.class.getName()));
        command.addAll(arguments);
        final Process process = new ProcessBuilder(command).redirectOutput(file(name, "out"))
            .redirectError(file(name, "err")).start();
        started.add(process);
        return process;
    }

    List<String> arguments(final int player) {
        final List<String> arguments =
            new ArrayList<>(List.of("peer", "--player", "" + player, "--listen", addresses.get(player).toString(),
                "--transport", kind.name().toLowerCase(Locale.ROOT)));
        for (int other = 0; other < addresses.size(); other++) {
            if (other != player) {
                arguments.addAll(List.of("--peer", other + "=" + addresses.get(other)));
            }
        }
        return arguments;
    }

    Address address(final int player) {
        return addresses.get(player);
    }

    private File file(final String name, final String kind) {
        return folder.resolve(name + "." + kind).toFile();
    }

    static int exitOf(final Process process) throws InterruptedException {
        assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "still running");
        return process.exitValue();
    }

    /** Waits until a process that prints for people says that it has got to a frame. */
    void awaitFrame(final Process process, final String name, final long frame) {
        Awaitility.await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> {
            assertTrue(process.isAlive(), () -> name + " ended early: " + errors(name));
            long last = -1;
            final Matcher lines = PROGRESS.matcher(Files.readString(file(name, "out").toPath()));
            while (lines.find()) {
                last = Long.parseLong(lines.group(1));
            }
            return last >= frame;
        });
    }

    /** From when on a player's process has bound its port. */
    void awaitDriver(final Process process, final int player) {
        Awaitility.await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> {
            assertTrue(process.isAlive(), "ended early");
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

    String lastLine(final String name) throws IOException {
        final List<String> lines = Files.readAllLines(file(name, "out").toPath());
        assertFalse(lines.isEmpty(), () -> name + " printed nothing, but: " + errors(name));
        return lines.get(lines.size() - 1);
    }

    /** Whether it has printed a line. */
    boolean printed(final String name, final String line) throws IOException {
        return Files.readAllLines(file(name, "out").toPath()).contains(line);
    }

    /** A number, a string or a list of a process's summary in JSON. */
    String value(final String name, final String key) throws IOException {
        final String line = lastLine(name);
        final Matcher found = Pattern.compile("\"" + key + "\":(\\[[^\\]]*\\]|\"[^\"]*\"|[^,}]*)").matcher(line);
        assertTrue(found.find(), () -> "no " + key + " in " + line);
        return found.group(1).replace("\"", "");
    }

    String errors(final String name) {
        try {
            return Files.readString(file(name, "err").toPath());
        } catch (final IOException unreadable) {
            return unreadable.toString();
        }
    }

    /** The driver's directories are in memory where there is such a folder, else in the temporary one. */
    void assertNothingLeft() throws IOException {
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

    @Override
    public void close() {
        started.forEach(Process::destroyForcibly);
    }
}
