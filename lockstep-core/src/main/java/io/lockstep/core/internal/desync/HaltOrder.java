package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.membership.Lie;

/**
 * What becomes of an order to end the match because states differ. It travels with an input, so that all obey it after
 * the same frame; and any player can give it. So a peer obeys only if it sees a difference itself, by what the members
 * told it of their states; what the leader saw is here by then, or a little later. Until then it stands still. An order
 * for which nothing shows is ignored, and who gave it is named.
 */
public final class HaltOrder {

    /** Checksums travel with the inputs, and are repeated until they are acknowledged. */
    private static final long WAIT_NS = 2_000_000_000L;
    /** What was compared further back was not what the order is about. */
    private static final int REACH = ChecksumLog.FRAMES / 2;
    private static final int NOBODY = -1;

    private final MatchSettings settings;
    private final ChecksumLog checksums;
    private final EventQueue events;
    private final Majority majority = new Majority();
    private int orderedBy = NOBODY;
    private long orderedNs;
    /** Whose order showed nothing: the next one is not waited for. */
    private int ignored;
    private boolean obeyed;

    public HaltOrder(final MatchSettings settings, final ChecksumLog checksums, final EventQueue events) {
        this.settings = settings;
        this.checksums = checksums;
        this.events = events;
    }

    /** A player has ordered it with its input of the frame that was just executed. */
    public void ordered(final int player, final long nowNs) {
        if (player != NOBODY && !obeyed) {
            orderedBy = settings.seating().peerOf(player);
            orderedNs = nowNs;
        }
    }

    /** Is it yet to be seen whether the match ends with the frame executed last? */
    public boolean isOpen() {
        return orderedBy != NOBODY;
    }

    /** Has the match ended by such an order? */
    public boolean isObeyed() {
        return obeyed;
    }

    /**
     * Looks for what the order may be about.
     *
     * @param members whose word counts
     * @param leader  who may say so of itself
     * @param next    the frame to be simulated next
     * @param nowNs   the time
     * @return true once, when the match ends
     */
    public boolean tick(final int members, final int leader, final long next, final long nowNs) {
        if (orderedBy == NOBODY) {
            return false;
        }
        final int by = orderedBy;
        if (differs(members, leader, next)) {
            orderedBy = NOBODY;
            obeyed = true;
        } else if (nowNs - orderedNs >= WAIT_NS || (ignored & 1 << by) != 0) {
            orderedBy = NOBODY;
            ignored |= 1 << by;
            events.lied(by, next, Lie.HALT_WITHOUT_DIFFERENCE);
        }
        return obeyed;
    }

    /** Has a member another state than most, other than who orders, unless it leads and judges itself? */
    private boolean differs(final int members, final int leader, final long next) {
        for (long check = checksums.checkFrameFrom(Math.max(0, next - REACH)); check < next;
             check = checksums.checkFrameFrom(check + 1)) {
            collect(members, check);
            final boolean decided = majority.decide(members, leader);
            final int losers = majority.losers(members);
            final boolean ofOthers = orderedBy == leader || Integer.bitCount(members) == 2
                || (losers & ~(1 << orderedBy)) != 0;
            if (decided && losers != 0 && ofOthers) {
                return true;
            }
        }
        return false;
    }

    private void collect(final int members, final long check) {
        majority.clear();
        for (int rest = members; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (peer == settings.self() && checksums.has(check)) {
                majority.add(peer, checksums.checksum(check));
            } else if (peer != settings.self() && checksums.has(peer, check)) {
                majority.add(peer, checksums.checksumOf(peer, check));
            }
        }
    }
}
