package io.lockstep.examples.benchmarks.peers;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What a process takes of the machine. Made once the first frame was played, so that it is no part of the start. */
final class PeerMeter {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RSS = "VmRSS:";
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_US = 1e3;
    private static final double KIB_PER_MIB = 1024;
    private static final double PERCENT = 100;

    private final PeerGame game;
    private final double startCpuMs;
    private final OperatingSystemMXBean system;
    private final ThreadMXBean threads;
    private final Map<Long, Long> allocated = new HashMap<>();
    private final int firstFrame;
    private final long firstCpuNs;
    private double frameCpuUs;
    private double garbage;
    private double rssMiB;
    private long idleCpuNs;
    private long idleNs;
    private double idlePercent;

    PeerMeter(final PeerGame game) {
        this.game = game;
        startCpuMs = ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / NS_PER_MS;
        system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (final long id : threads.getAllThreadIds()) {
            allocated.put(id, threads.getThreadAllocatedBytes(id));
        }
        firstFrame = game.frames();
        firstCpuNs = system.getProcessCpuTime();
    }

    /** The match has been measured. */
    void end() throws IOException {
        final double frames = Math.max(1, game.frames() - firstFrame);
        frameCpuUs = (system.getProcessCpuTime() - firstCpuNs) / NS_PER_US / frames;
        final long all = allocated.entrySet().stream()
            .mapToLong(one -> Math.max(0, threads.getThreadAllocatedBytes(one.getKey()) - one.getValue())).sum();
        garbage = all / frames;
        if (Files.isReadable(STATUS)) {
            rssMiB = Files.readAllLines(STATUS, StandardCharsets.UTF_8).stream().filter(line -> line.startsWith(RSS))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / KIB_PER_MIB).sum();
        }
    }

    /** The other is silent now. */
    void beginIdle() {
        idleCpuNs = system.getProcessCpuTime();
        idleNs = System.nanoTime();
    }

    void endIdle() {
        idlePercent = PERCENT * (system.getProcessCpuTime() - idleCpuNs) / (System.nanoTime() - idleNs);
    }

    PeerReport report() {
        final int frames = game.frames();
        return new PeerReport(startCpuMs, frameCpuUs, garbage, rssMiB, idlePercent, new long[][] {
            Arrays.copyOf(game.sampledNs(), frames), Arrays.copyOf(game.simulatedNs(), frames),
            Arrays.copyOf(game.states(), frames)});
    }
}
