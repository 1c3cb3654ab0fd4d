package io.lockstep.examples.benchmarks.peers;

import java.util.Arrays;

/**
 * What came of one match.
 *
 * @param figures of each {@link Measure}; null if there are none
 * @param fault   what went wrong; null if nothing did
 */
record PeerMatch(double[] figures, String fault) {

    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;
    private static final double PERCENT = 100;
    private static final double MEDIAN = 0.5;
    private static final double LATE = 0.99;
    /** Who plays no frame for so long before the end will not play another: frames that stall recover within it. */
    private static final long FROZEN_NS = 2_000_000_000L;

    /** A match of which there is nothing to tell but why. */
    static PeerMatch failed(final String fault) {
        return new PeerMatch(null, fault);
    }

    /** From what both players say, of the time from one moment to another, in which they have sent so many bytes. */
    static PeerMatch of(final PeerReport host, final PeerReport guest, final long fromNs, final long toNs,
                        final long bytes) {
        final double ticks = (toNs - fromNs) / (double) PeerGame.TICK_NS;
        final double[] latencies = sorted(latencies(host, guest, fromNs, toNs), latencies(guest, host, fromNs, toNs));
        final double[] figures = new double[Measure.values().length];
        figures[Measure.RATE.ordinal()] = PERCENT * (frames(host, fromNs, toNs) + frames(guest, fromNs, toNs)) / 2
            / ticks;
        figures[Measure.STALLED.ordinal()] = PERCENT * (missed(host, fromNs, toNs) + missed(guest, fromNs, toNs)) / 2
            / ticks;
        figures[Measure.P50.ordinal()] = percentile(latencies, MEDIAN);
        figures[Measure.P99.ordinal()] = percentile(latencies, LATE);
        figures[Measure.BYTES.ordinal()] = bytes / 2.0 / ((toNs - fromNs) / NS_PER_S);
        figures[Measure.CPU.ordinal()] = (host.frameCpuUs() + guest.frameCpuUs()) / 2;
        figures[Measure.GARBAGE.ordinal()] = (host.garbage() + guest.garbage()) / 2;
        figures[Measure.RSS.ordinal()] = (host.rssMiB() + guest.rssMiB()) / 2;
        figures[Measure.START.ordinal()] = (host.startCpuMs() + guest.startCpuMs()) / 2;
        figures[Measure.IDLE.ordinal()] = host.idlePercent();
        return new PeerMatch(figures, fault(host, guest, toNs));
    }

    double figure(final Measure measure) {
        return figures[measure.ordinal()];
    }

    private static String fault(final PeerReport host, final PeerReport guest, final long toNs) {
        final long[] states = host.log()[PeerReport.STATES];
        final long[] others = guest.log()[PeerReport.STATES];
        final int common = Math.min(states.length, others.length);
        final int differs = Arrays.mismatch(states, 0, common, others, 0, common);
        if (differs >= 0) {
            return "states differ from frame " + differs + " on";
        }
        final long[] simulated = host.log()[PeerReport.SIMULATED];
        int frame = 0;
        while (frame < simulated.length && simulated[frame] - toNs < 0) {
            frame++;
        }
        return frame == 0 || toNs - simulated[frame - 1] > FROZEN_NS ? "froze at frame " + frame : null;
    }

    private static int frames(final PeerReport peer, final long fromNs, final long toNs) {
        int frames = 0;
        for (final long simulatedNs : peer.log()[PeerReport.SIMULATED]) {
            frames += isIn(simulatedNs, fromNs, toNs) ? 1 : 0;
        }
        return frames;
    }

    private static boolean isIn(final long timeNs, final long fromNs, final long toNs) {
        return timeNs - fromNs >= 0 && timeNs - toNs < 0;
    }

    /** Ticks in which no frame was played: of each pause all but the one that a frame may take. */
    private static long missed(final PeerReport peer, final long fromNs, final long toNs) {
        long missed = 0;
        long lastNs = fromNs;
        for (final long simulatedNs : peer.log()[PeerReport.SIMULATED]) {
            if (isIn(simulatedNs, fromNs, toNs)) {
                missed += ticksMissed(simulatedNs - lastNs);
                lastNs = simulatedNs;
            }
        }
        return missed + ticksMissed(toNs - lastNs);
    }

    /** Half a tick late is still that tick. */
    private static long ticksMissed(final long pauseNs) {
        return Math.max(0, (pauseNs + PeerGame.TICK_NS / 2) / PeerGame.TICK_NS - 1);
    }

    /** From the sampling of an input at its owner to its frame at the other, milliseconds. */
    private static double[] latencies(final PeerReport owner, final PeerReport other, final long fromNs,
                                      final long toNs) {
        final long[] sampled = owner.log()[PeerReport.SAMPLED];
        final long[] simulated = other.log()[PeerReport.SIMULATED];
        final double[] latencies = new double[Math.min(sampled.length, simulated.length)];
        int count = 0;
        for (int frame = 0; frame < latencies.length; frame++) {
            if (sampled[frame] != 0 && isIn(simulated[frame], fromNs, toNs)) {
                latencies[count++] = (simulated[frame] - sampled[frame]) / NS_PER_MS;
            }
        }
        return Arrays.copyOf(latencies, count);
    }

    private static double[] sorted(final double[] one, final double[] other) {
        final double[] all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        Arrays.sort(all);
        return all;
    }

    private static double percentile(final double[] sorted, final double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1.0, share * sorted.length)];
    }
}
