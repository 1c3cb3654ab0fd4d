package io.lockstep.examples.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.lockstep.core.game.Phase;
import io.lockstep.core.session.Session;
import io.lockstep.core.transport.Transport;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import io.lockstep.examples.peer.Protection;
import io.lockstep.examples.peer.TransportKind;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;

/** All peers of a match in this process, on the loopback interface, a thread for each. */
final class ManyPeers implements AutoCloseable {

    /** A match of the most peers begins within some seconds, on a busy machine too. */
    private static final long START_LIMIT_NS = 120_000_000_000L;
    /** Frames before the figures: the compiler is to have seen everything. */
    private static final int WARM_UP_SECONDS = 3;
    private static final long LOOK_MS = 20;
    private static final long IDLE_NS = 100_000_000L;
    private static final long CLOSE_MS = 5_000;

    private final int tickRate;
    private final List<Transport> transports = new ArrayList<>();
    private final List<Session> sessions = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLongArray frames;
    private volatile boolean stopped;

    /** What was measured: frames of all peers, and what the process took meanwhile. */
    record Sample(long frames, long wallNs, long cpuNs, long garbageBytes, long heapBytes) {
    }

    ManyPeers(final TransportKind kind, final int peers, final int tickRate) {
        this.tickRate = tickRate;
        frames = new AtomicLongArray(peers);
        final List<Address> addresses = LoopbackPorts.free(peers);
        try {
            for (int peer = 0; peer < peers; peer++) {
                final Map<Integer, Address> others = new TreeMap<>();
                for (int other = 0; other < peers; other++) {
                    if (other != peer) {
                        others.put(other, addresses.get(other));
                    }
                }
                transports.add(kind.launch(peer, addresses.get(peer), others, Protection.NONE));
                sessions.add(Session.builder().gameId("many").players(peers).localPlayer(peer).sessionSeed(peer)
                    .tickRate(tickRate).simulation(new TinyGame()).transport(transports.get(peer))
                    .input((frame, player, input) -> input.putShort((short) (frame / 7 * (player + 1)))).build());
            }
        } catch (final RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /** Plays, and measures for so many seconds; null if it has not begun in time, has ended before or is stopped. */
    Sample measure(final int seconds, final BooleanSupplier stop) throws InterruptedException {
        for (int peer = 0; peer < sessions.size(); peer++) {
            final int index = peer;
            final Thread thread = new Thread(() -> play(index), "peer " + peer);
            thread.start();
            threads.add(thread);
        }
        final long limitNs = System.nanoTime() + START_LIMIT_NS;
        while (fewestFrames() < (long) WARM_UP_SECONDS * tickRate) {
            if (System.nanoTime() - limitNs > 0 || anyEnded() || stop.getAsBoolean()) {
                return null;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        final Sample before = now();
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() - endNs < 0 && !stop.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        final Sample after = now();
        return anyEnded() || stop.getAsBoolean() ? null
            : new Sample(after.frames - before.frames, after.wallNs - before.wallNs, after.cpuNs - before.cpuNs,
                after.garbageBytes - before.garbageBytes, after.heapBytes);
    }

    private void play(final int peer) {
        final Session session = sessions.get(peer);
        while (!stopped && session.phase() != Phase.ENDED) {
            session.poll(System.nanoTime());
            while (session.step()) {
                frames.lazySet(peer, session.frame());
            }
            while (session.nextEvent() != null) {
                // Nobody is to be told.
            }
            session.await(IDLE_NS);
        }
    }

    private long fewestFrames() {
        long fewest = Long.MAX_VALUE;
        for (int peer = 0; peer < frames.length(); peer++) {
            fewest = Math.min(fewest, frames.get(peer));
        }
        return fewest;
    }

    /** Whether somebody's loop is over. */
    private boolean anyEnded() {
        return threads.stream().anyMatch(thread -> !thread.isAlive());
    }

    private Sample now() {
        long played = 0;
        for (int peer = 0; peer < frames.length(); peer++) {
            played += frames.get(peer);
        }
        final ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long garbage = 0;
        for (final long bytes : beans.getThreadAllocatedBytes(beans.getAllThreadIds())) {
            garbage += Math.max(0, bytes);
        }
        final long cpuNs =
            ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        return new Sample(played, System.nanoTime(), cpuNs, garbage,
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    @Override
    public void close() {
        stopped = true;
        for (final Thread thread : threads) {
            try {
                thread.join(CLOSE_MS);
            } catch (final InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        transports.forEach(Transport::close);
    }
}
