package io.lockstep.core.internal.game;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.membership.Lie;
import io.lockstep.core.sync.DesyncReport;

/** Events waiting to be pulled, in a ring of reused objects. */
public final class EventQueue {

    /** A game polls at least once a frame; more than this in one frame is noise, and the oldest gives way. */
    public static final int CAPACITY = 64;

    /**
     * Of frames that somebody gave two inputs for no more than so many wait. One datagram may have twice as many as the
     * queue has room, and would push out that its sender was named, or who is lost.
     */
    public static final int MOST_DISAGREEMENTS = CAPACITY / 4;

    /**
     * Most differences that wait, beside those that are new. After an outage many check frames of many peers are
     * compared at once, and would push out the event that tells of the first, or who is lost.
     */
    public static final int MOST_DESYNCS = CAPACITY / 4;

    private static final int NOBODY = -1;

    private final QueuedEvent[] ring = new QueuedEvent[CAPACITY];
    private final QueuedEvent handedOut = new QueuedEvent();
    /** Who was named for each kind of lie, bit n for peer n. A liar repeats itself, and must not fill the queue. */
    private final int[] named = new int[Lie.values().length];
    private int head;
    private int size;
    /** How many of the newest were not observed yet. */
    private int unobserved;
    /** How many of those that wait are disagreements. */
    private int disagreements;
    /** How many of those that wait are differences. */
    private int desyncs;
    private long dropped;
    private long told;

    /** An empty one. */
    public EventQueue() {
        for (int i = 0; i < CAPACITY; i++) {
            ring[i] = new QueuedEvent();
        }
    }

    /**
     * Something happened to a peer, or to the match.
     *
     * @param type  what
     * @param peer  which, or -1
     * @param frame the frame it is about
     */
    public void tell(final SessionEvent.Type type, final int peer, final long frame) {
        add().set(type, peer, frame);
    }

    /**
     * Something happened to a player.
     *
     * @param type   what
     * @param peer   by way of which peer, or -1
     * @param frame  the frame it is about
     * @param player which
     */
    public void tell(final SessionEvent.Type type, final int peer, final long frame, final int player) {
        add().set(type, peer, frame).player(player);
    }

    /**
     * Two inputs for one frame came. Told unless {@link #MOST_DISAGREEMENTS} of these wait.
     *
     * @param peer   from which peer
     * @param frame  of which frame
     * @param player of which player
     */
    public void disagreement(final int peer, final long frame, final int player) {
        if (disagreements < MOST_DISAGREEMENTS) {
            tell(SessionEvent.Type.INPUT_DISAGREEMENT, peer, frame, player);
            disagreements++;
        }
    }

    /**
     * The input delay has changed.
     *
     * @param frame since when
     * @param ticks what it is now
     */
    public void delay(final long frame, final int ticks) {
        add().set(SessionEvent.Type.DELAY_CHANGED, NOBODY, frame).inputDelay(ticks);
    }

    /**
     * A peer's checksum differs from ours. Told if the difference is new, or unless {@link #MOST_DESYNCS} of these
     * wait.
     *
     * @param peer   which
     * @param frame  after which frame
     * @param ours   our checksum
     * @param theirs the peer's
     * @param isNew  whether the two were equal before this frame, or one has loaded another state since
     */
    public void desync(final int peer, final long frame, final int ours, final int theirs, final boolean isNew) {
        if (isNew || desyncs < MOST_DESYNCS) {
            add().set(SessionEvent.Type.DESYNC, peer, frame).checksums(ours, theirs);
            desyncs++;
        }
    }

    /**
     * Something was found out about a difference.
     *
     * @param peer   from whom
     * @param frame  the check frame
     * @param report what was found out
     */
    public void report(final int peer, final long frame, final DesyncReport report) {
        add().set(SessionEvent.Type.DESYNC_REPORT, peer, frame).report(report);
    }

    /**
     * A peer said what no honest one says. Whatever part finds out says so here; it is told once.
     *
     * @param peer  who
     * @param frame the frame it is about, or the one to be simulated next
     * @param lie   what was not true
     */
    public void lied(final int peer, final long frame, final Lie lie) {
        if ((named[lie.ordinal()] & 1 << peer) == 0) {
            named[lie.ordinal()] |= 1 << peer;
            add().set(SessionEvent.Type.PEER_LIED, peer, frame).lie(lie);
        }
    }

    /**
     * Datagrams came in a peer's name that were not the peer's.
     *
     * @param peer  whose they claim to be
     * @param frame the frame to be simulated next
     * @param count how many, since this was told last
     */
    public void refused(final int peer, final long frame, final long count) {
        add().set(SessionEvent.Type.DATAGRAMS_REFUSED, peer, frame).count(count);
    }

    /**
     * Adds the event that our state is too large to be given to another peer.
     *
     * @param frame after which frame
     * @param bytes its length
     */
    public void tooLarge(final long frame, final long bytes) {
        add().set(SessionEvent.Type.STATE_TOO_LARGE, NOBODY, frame).count(bytes);
    }

    /** An event to fill in; a full queue loses its oldest. */
    private QueuedEvent add() {
        if (size == CAPACITY) {
            removeOldest();
            dropped++;
        }
        unobserved = Math.min(unobserved + 1, CAPACITY);
        return ring[(head + size++) % CAPACITY];
    }

    private void removeOldest() {
        disagreements -= ring[head].type() == SessionEvent.Type.INPUT_DISAGREEMENT ? 1 : 0;
        desyncs -= ring[head].type() == SessionEvent.Type.DESYNC ? 1 : 0;
        head = (head + 1) % CAPACITY;
        size--;
    }

    /**
     * Looks at the oldest event that was not looked at yet; the game gets it all the same. To be asked before the game
     * takes any.
     *
     * @return valid until the next one is added; null if there is none
     */
    public SessionEvent observe() {
        return unobserved == 0 ? null : ring[(head + size - unobserved--) % CAPACITY];
    }

    /**
     * Takes the oldest event.
     *
     * @return valid until the next call; null if there is none
     */
    public SessionEvent poll() {
        if (size == 0) {
            return null;
        }
        if (dropped > told) {
            handedOut.set(SessionEvent.Type.EVENTS_LOST, NOBODY, ring[head].frame()).count(dropped - told);
            told = dropped;
            return handedOut;
        }
        final QueuedEvent oldest = ring[head];
        handedOut.set(oldest.type(), oldest.peer(), oldest.frame()).player(oldest.player())
            .inputDelay(oldest.inputDelay()).checksums(oldest.localChecksum(), oldest.remoteChecksum())
            .report(oldest.report()).lie(oldest.lie()).count(oldest.count());
        oldest.report(null);
        removeOldest();
        return handedOut;
    }

    /**
     * How many events gave way to newer ones.
     *
     * @return a count
     */
    public long dropped() {
        return dropped;
    }

    /**
     * Tells how many events wait.
     *
     * @param by takes it
     */
    public void inspect(final Inspector by) {
        by.holds("events that wait", size, 0);
    }
}
