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

    /** A gap waits this long for a reordered datagram; Aeron's 1 us takes every reordering for a loss. */
    static final long NAK_DELAY_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Between requests for the same gap; Aeron's 100 us sends thousands a second for one round trip's gap. */
    static final long NAK_RETRY_NS = TimeUnit.MILLISECONDS.toNanos(30);

    /** A fifth of Aeron's shortest period, heartbeats and SETUPs every 100 ms: nobody sees them a fifth later. */
    private static final long IDLE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /** In one the time may not be over yet, one fills the gap or makes a NAK, one sends it; a repetition is later. */
    private static final int HURRIED_ROUNDS = 4;
    /** Then the driver asks again for what is missing still. Whatever is missing longer waits for idle rounds. */
    private static final long RETRY_NS = NAK_DELAY_NS + NAK_RETRY_NS;
    private static final long NEVER = Long.MAX_VALUE;

    private final Sockets sockets = new Sockets();
    private final boolean isVirtual;
    private final LongSupplier clock;
    private boolean unfinished = true;
    private long lookedNs;
    private long doneNs;
    /** So many rounds are still to follow each other closely; those for datagrams in between do not count. */
    private int hurriedRounds;
    /** When the last of them was, or something was missed. */
    private long hurriedNs;
    /** When they are to begin anew; never, if nothing was missing lately. */
    private long retryNs = NEVER;

    /** @param isVirtual in such a time everything is done in every poll, so that runs repeat, and nobody waits */
    Duty(final LongSupplier clock, final boolean isVirtual) {
        this.clock = clock;
        this.isVirtual = isVirtual;
        doneNs = clock.getAsLong();
        lookedNs = doneNs;
    }

    Sockets sockets() {
        return sockets;
    }

    /** Something is missing and is to be asked for soon, or could not be sent at once. */
    void hurry() {
        hurriedRounds = HURRIED_ROUNDS;
        hurriedNs = lookedNs;
        retryNs = lookedNs + RETRY_NS;
    }

    /** Looks around, at the beginning of a poll: whether the driver is to be invoked. */
    boolean isDue() {
        lookedNs = clock.getAsLong();
        final boolean heard = sockets.look();
        if (retryNs != NEVER && lookedNs - retryNs >= 0) {
            hurriedRounds = HURRIED_ROUNDS;
            hurriedNs = retryNs - NAK_DELAY_NS;
            retryNs = NEVER;
        }
        return heard || unfinished || isVirtual || lookedNs - nextNs() >= 0;
    }

    /** When a round is due by itself. */
    private long nextNs() {
        if (hurriedRounds > 0) {
            return hurriedNs + NAK_DELAY_NS;
        }
        return retryNs == NEVER ? doneNs + IDLE_NS : Math.min(doneNs + IDLE_NS, retryNs);
    }

    /** @param more whether it may have more to do at once */
    void done(final boolean more) {
        unfinished = more;
        doneNs = lookedNs;
        if (hurriedRounds > 0 && lookedNs - hurriedNs >= NAK_DELAY_NS) {
            hurriedRounds--;
            hurriedNs = lookedNs;
        }
    }

    /** Whether a round that found something is to be followed by another at once. */
    boolean goesOn() {
        return sockets.haveMore() || isVirtual || hurriedRounds > 0;
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
        final long leftNs = Math.min(lookedNs + maxNs, nextNs()) - nowNs;
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
