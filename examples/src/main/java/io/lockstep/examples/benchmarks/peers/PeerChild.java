package io.lockstep.examples.benchmarks.peers;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A {@link PeerProcess} that was started here. */
final class PeerChild implements AutoCloseable {

    /**
     * The same for all: as {@code ./lockstep peer} starts Java, with a small heap that all have enough of, and what
     * Aeron needs.
     */
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1",
        "-Xlog:cds=off", "-Xmx64m", "--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED");
    /** The archive of our classes is the launcher's, which has given it to this process as well. */
    private static final String ARCHIVE = "-XX:SharedArchiveFile=";
    /** Who does not end by itself is ended. */
    private static final long GRACE_MS = 3000;

    private final Process process;
    private final Thread reader = new Thread(this::listen, "peer");
    private final CountDownLatch first = new CountDownLatch(1);
    private volatile boolean played;
    private volatile PeerReport report;
    private volatile String failure;

    PeerChild(final Contender contender, final Seat seat, final int maxFrames) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        if (contender.isOurs()) {
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(one -> one.startsWith(ARCHIVE))
                .forEach(command::add);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PeerProcess.class.getName()));
        command.addAll(List.of(PeerProcess.arguments(contender, seat, maxFrames)));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        reader.setDaemon(true);
        reader.start();
    }

    private void listen() {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            for (int said = in.read(); said >= 0; said = in.read()) {
                switch (said) {
                    case PeerProcess.FIRST -> {
                        played = true;
                        first.countDown();
                    }
                    case PeerProcess.REPORT -> report = PeerReport.read(in);
                    case PeerProcess.FAILED -> failure = in.readUTF();
                    default -> throw new IOException("a peer said " + said);
                }
            }
        } catch (final IOException broken) {
            failure = failure == null ? broken.toString() : failure;
        }
        first.countDown();
    }

    /** Waits for the first frame, or that there will be none. */
    void awaitFirst(final long timeoutNs) throws InterruptedException {
        first.await(timeoutNs, TimeUnit.NANOSECONDS);
    }

    /** Says one of the words of {@link PeerProcess}. */
    void tell(final byte word) {
        try {
            process.getOutputStream().write(word);
            process.getOutputStream().flush();
        } catch (final IOException gone) {
            // Its report will be missing.
        }
    }

    /** Waits for the end until then. */
    void join(final long untilNs) throws InterruptedException {
        reader.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(untilNs - System.nanoTime())));
    }

    /** What it said in the end; null if it did not. */
    PeerReport report() {
        return report;
    }

    /** Whether it has ended because somebody else listens where it was to. */
    boolean lacksPort() {
        return failure != null && (failure.contains("in use") || failure.contains("cannot listen"));
    }

    /** What went wrong; null if nothing did. */
    String failure() {
        if (failure != null) {
            return failure;
        }
        if (report != null) {
            return null;
        }
        return played ? "died" : "played no frame";
    }

    /** Asks the process to end. */
    void end() {
        process.destroy();
    }

    @Override
    public void close() {
        end();
        try {
            if (!process.waitFor(GRACE_MS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
