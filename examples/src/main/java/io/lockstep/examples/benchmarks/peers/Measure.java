package io.lockstep.examples.benchmarks.peers;

import java.util.Locale;

/** What is measured of a match, in the order of the columns. */
enum Measure {

    RATE("rate %", "rate", 1),
    STALLED("stalled %", "stalledPercent", 2),
    P50("latency p50 ms", "latencyP50Ms", 1),
    P99("p99 ms", "latencyP99Ms", 1),
    BYTES("B/s", "bytesPerSecond", 0),
    CPU("CPU µs/frame", "cpuUsPerFrame", 0),
    GARBAGE("garbage B/frame", "garbageBytesPerFrame", 0),
    RSS("RSS MiB", "rssMiB", 0),
    START("CPU ms to first frame", "startCpuMs", 0),
    IDLE("idle, % of a core", "idlePercentOfCore", 1);

    private final String title;
    private final String key;
    private final int digits;

    Measure(final String title, final String key, final int digits) {
        this.title = title;
        this.key = key;
        this.digits = digits;
    }

    String title() {
        return title;
    }

    /** Its name in JSON. */
    String key() {
        return key;
    }

    String text(final double value) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
