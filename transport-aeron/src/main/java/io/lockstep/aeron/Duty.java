package io.lockstep.aeron;

import io.lockstep.core.transport.udp.PacketSocket;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When the driver has something to do: as soon as a socket has something to read, and otherwise when its own timers may
 * be due. A driver that is invoked all the time spends its time in looking.
 */
final class Duty implements AutoCloseable {

    /** A fifth of Aeron's shortest period, heartbeats and SETUPs every 100 ms: nobody sees them a fifth later. */
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /** While something is missing: what a NAK waits for a reordered datagram. */
    private static final long HURRIED_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** How long that goes on: until the NAK and its first repetition, 31 ms, are out. */
    private static final long HURRY_NS = TimeUnit.MILLISECONDS.toNanos(40);

    private final Sockets sockets = new Sockets();
    private final boolean isVirtual;
    private final LongSupplier clock;
    private boolean unfinished = true;
    private long lookedNs;
    private long doneNs;
    private long hurryEndNs;

    /** @param isVirtual in such a time everything is done in every poll, so that runs repeat, and nobody waits */
    Duty(final LongSupplier clock, final boolean isVirtual) {
        this.clock = clock;
        this.isVirtual = isVirtual;
        doneNs = clock.getAsLong();
        hurryEndNs = doneNs;
        lookedNs = doneNs;
    }

    Sockets sockets() {
        return sockets;
    }

    /** Something is missing and is to be asked for soon, or could not be sent at once. */
    void hurry() {
        hurryEndNs = lookedNs + HURRY_NS;
    }

    /** Looks around, at the beginning of a poll: whether the driver is to be invoked. */
    boolean isDue() {
        lookedNs = clock.getAsLong();
        final boolean heard = sockets.look();
        return heard || unfinished || isVirtual || lookedNs - doneNs >= periodNs();
    }

    private long periodNs() {
        return isHurried() ? HURRIED_NS : IDLE_NS;
    }

    private boolean isHurried() {
        return hurryEndNs - lookedNs > 0;
    }

    /** @param more whether it may have more to do at once */
    void done(final boolean more) {
        unfinished = more;
        doneNs = lookedNs;
    }

    /** Whether a round that found something is to be followed by another at once. */
    boolean goesOn() {
        return sockets.haveMore() || isVirtual || isHurried();
    }

    /**
     * Waits until the driver has something to do.
     *
     * @param maxNs   at most so long after the last poll has begun
     * @param packets where everything comes from; null if it comes from the driver's own sockets
     */
    void await(final long maxNs, final @Nullable PacketSocket packets) {
        if (isVirtual) {
            return;
        }
        final long nowNs = clock.getAsLong();
        final long leftNs = Math.min(lookedNs + maxNs, doneNs + periodNs()) - nowNs;
        if (leftNs > 0 && packets == null) {
            sockets.await(leftNs);
        } else if (leftNs > 0 && packets != null) {
            packets.await(leftNs + nowNs - lookedNs); // it counts from when it was first asked, just before we looked
        }
    }

    @Override
    public void close() {
        sockets.close();
    }
}
