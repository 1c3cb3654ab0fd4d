package io.lockstep.lobby;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A redis-server as a child process on the loopback interface, with nothing on the disk. */
final class Redis implements AutoCloseable {

    private final Process process;
    private final InetSocketAddress address;

    private Redis(final Process process, final InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "redis-server")));
    }

    static Redis start(final Path folder) throws IOException {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        final Process process = new ProcessBuilder("redis-server", "--port", Integer.toString(port), "--bind",
            "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder.toString(), "--requirepass", "north")
            .redirectErrorStream(true).redirectOutput(folder.resolve("redis.log").toFile()).start();
        final Redis redis = new Redis(process, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        try {
            Awaitility.await("redis-server").atMost(Duration.ofSeconds(10)).until(redis::answers);
        } catch (final RuntimeException late) {
            redis.close();
            throw new IOException("redis does not answer: " + Files.readString(folder.resolve("redis.log")), late);
        }
        return redis;
    }

    private boolean answers() {
        try (Resp resp = new Resp(address, password(), 1000)) {
            return resp.call("PING") != null;
        } catch (final IOException notYet) {
            return false;
        }
    }

    InetSocketAddress address() {
        return address;
    }

    String password() {
        return "north";
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
