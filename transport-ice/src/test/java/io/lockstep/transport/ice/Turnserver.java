package io.lockstep.transport.ice;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** coturn as a child process on the loopback interface. */
final class Turnserver implements AutoCloseable {

    private static final String USER = "lockstep";
    private static final String PASSWORD = "relay";
    private static final String HOST = "127.0.0.1";

    private final Process process;
    private final int port;

    private Turnserver(final Process process, final int port) {
        this.process = process;
        this.port = port;
    }

    static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "turnserver")));
    }

    static Turnserver start(final Path folder) throws IOException {
        final int port;
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getByName(HOST))) {
            port = free.getLocalPort();
        }
        final Path log = folder.resolve("turnserver.log");
        final Process process = new ProcessBuilder(List.of("turnserver", "-n", "-L", HOST, "-E", HOST, "-p",
            Integer.toString(port), "-a", "-u", USER + ":" + PASSWORD, "-r", "lockstep", "--allow-loopback-peers",
            "--no-tls", "--no-dtls", "--no-tcp-relay", "--no-cli", "--log-file", "stdout", "--pidfile",
            folder.resolve("turnserver.pid").toString(), "--userdb", folder.resolve("turndb").toString()))
            .directory(folder.toFile()).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        final Turnserver server = new Turnserver(process, port);
        try {
            // It binds UDP after it has said so of TCP: a second bind of the port tells.
            Awaitility.await("turnserver").atMost(Duration.ofSeconds(10)).until(server::listens);
        } catch (final RuntimeException late) {
            server.close();
            throw new IOException("turnserver does not listen: " + Files.readString(log), late);
        }
        return server;
    }

    private boolean listens() {
        try (DatagramSocket second = new DatagramSocket(port, InetAddress.getByName(HOST))) {
            return second.isClosed();
        } catch (final IOException taken) {
            return true;
        }
    }

    IceConfig config() {
        return new IceConfig().allowLoopback(true).turn(HOST, port, USER, PASSWORD);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException stop) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
