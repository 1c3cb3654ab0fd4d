package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;

/**
 * Who has said goodbye, and in which epochs nobody waits for it any more. A goodbye names the epoch that its sender
 * applied last, and is its last word: so it has decided nothing that follows this epoch, and will decide nothing. In
 * that epoch and in all after it, all others together therefore know of every decision. In those before it they need
 * not: what it decided there may live on with others (model Epochs, {@code LeaveRule = "Any"}).
 *
 * <p>To have marked one's last input says nothing of the kind ({@code LeaveRule = "Fin"}).
 */
final class Leavers {

    /** Goodbyes arrive within a round trip or two of an epoch's end, and no more epochs are agreed on in that. */
    private static final int EPOCHS_KNOWN = 4;
    /** The ballot of a predecessor that never held here: no goodbye is older. */
    private static final long UNKNOWN = -1;

    private final long[] ids = new long[EPOCHS_KNOWN];
    private final long[] ballots = new long[EPOCHS_KNOWN];
    private int known;
    private int gone;
    private final long[] leftIn = new long[Message.MAX_PLAYERS];
    private final long[] links = new long[EpochRecord.MAX_CHAIN];

    /** A match begins: nobody has left. */
    void begin(final EpochRecord first) {
        gone = 0;
        known = 0;
        holds(first);
    }

    /**
     * Another epoch is about to hold.
     *
     * @param before the one that held; it did not hold here if this process was not in it
     * @param held   was this process in it?
     * @param next   the new one
     */
    void move(final EpochRecord before, final boolean held, final EpochRecord next) {
        final boolean follows = held && next.follows(before);
        for (int link = next.chainCount() - 1; link > 0; link--) {
            links[link] = follows && link <= before.chainCount() ? links[link - 1] : UNKNOWN;
        }
        links[0] = follows ? before.ballot() : UNKNOWN;
        // Who is new in an epoch has not left it.
        gone &= ~(next.members() & ~before.members());
        holds(next);
    }

    private void holds(final EpochRecord epoch) {
        ids[known % EPOCHS_KNOWN] = epoch.id();
        ballots[known % EPOCHS_KNOWN] = epoch.ballot();
        known++;
    }

    /** Records a member's goodbye in this epoch; returns true if it counts and is new. */
    boolean left(final int peer, final long epochId) {
        for (int i = 0; i < Math.min(known, EPOCHS_KNOWN); i++) {
            if (ids[i] == epochId && (gone & 1 << peer) == 0) {
                gone |= 1 << peer;
                leftIn[peer] = ballots[i];
                return true;
            }
        }
        return false;
    }

    /** Who has left the current epoch: whoever said goodbye in it, or in one before it that held here. */
    int gone() {
        return gone;
    }

    /** Who had left one of the predecessors that are not established. */
    int goneIn(final int link) {
        int mask = 0;
        for (int rest = gone; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            mask |= leftIn[peer] <= links[link] ? 1 << peer : 0;
        }
        return mask;
    }
}
