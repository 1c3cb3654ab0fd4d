package io.lockstep.core.internal.membership;

import io.lockstep.election.Electorate;
import io.lockstep.election.Quorum;

/**
 * Who may decide: the members of the epochs that have a say, without those who left them with a goodbye, see
 * {@link Leavers}.
 *
 * <p>A member that is proven dead by a new process on its seat proves less: before it died it may have decided with
 * others, and have taken in a process that goes on from there. So the dead are left out of the count only while
 * <em>everybody attends</em>: every process there is, on whatever seat, is a living member here or wants to be taken in
 * and has no epoch of its own; and a cut decided that way needs the promise of each of them in its own ballot (model
 * Epochs, {@code Obituary = "Attend"}; without it two histories live side by side). That goes for the seat of a peer
 * that left, too: a new process may have taken it, and play with others.
 */
final class Voters {

    /**
     * How long a side that cannot decide anything keeps its match, in case the others come back. As long as a seat is
     * kept.
     */
    private static final long MINORITY_NS = 60_000_000_000L;
    /** A peer that was not polled for so long has slept: nobody could come back to it meanwhile. */
    private static final long ASLEEP_NS = 250_000_000L;
    /** The epoch that holds here, where one of its predecessors may be meant as well. */
    static final int THIS_EPOCH = -1;

    private final LocalState state;
    private final MembershipHost host;
    private final int self;
    private final EpochRecord epoch;
    private final Electorate electorate = new Electorate();
    private int dead;
    private final Leavers leavers = new Leavers();
    private final Electorate strict = new Electorate();
    private boolean attended;
    private long minoritySinceNs = Long.MAX_VALUE;
    private long lookedNs;

    Voters(final LocalState state, final MembershipHost host) {
        this.state = state;
        this.host = host;
        self = state.self();
        epoch = state.epoch();
    }

    /** Who decides, in the form that the election asks it. */
    Electorate electorate() {
        return electorate;
    }

    boolean decides(final int some) {
        return electorate.decides(some);
    }

    int membersIn(final int link) {
        return link == THIS_EPOCH ? epoch.members() : epoch.chain()[link];
    }

    /**
     * Could some have decided who know of nothing after one of the predecessors that are not established, or of nothing
     * after this epoch? Who has said goodbye decides nothing any more, but the vote that it gave before stands: else
     * whoever learns of the votes after the goodbye could not follow the leader that was elected with it.
     */
    boolean decidesIn(final int link, final int some) {
        if (link == THIS_EPOCH && !Quorum.reached(epoch.members(), some, excused())) {
            return false;
        }
        for (int i = Math.max(link, 0); i < epoch.chainCount(); i++) {
            if (!Quorum.reached(epoch.chain()[i], some & ~replacedSince(i), excusedIn(i))) {
                return false;
            }
        }
        return true;
    }

    /** Is this the process that is a member, and not another one on its seat? */
    boolean hasSay(final int from) {
        return !state.isJoining() && epoch.has(from) && epoch.incarnation(from) == host.incarnation(from);
    }

    /** The other members that this peer has not lost, and that have not departed. */
    int others() {
        return epoch.members() & ~(1 << self) & ~state.suspects() & ~departed();
    }

    /** Could those who are there go on without a peer? Of two, what follows is the policy's. */
    boolean canSpare(final int peer) {
        return Integer.bitCount(epoch.members()) == 2
            || decides(epoch.members() & ~state.suspects() & ~departed() & ~(1 << peer));
    }

    void reset() {
        dead = 0;
        leavers.begin(epoch);
        attended = false;
    }

    /** Proven dead by its successor: a new process on the same seat. */
    void died(final int peer) {
        dead |= 1 << peer;
        // Its successor has not said yet what it knows.
        attended = false;
    }

    /** Records a member's goodbye in this epoch; returns false if it was known, or the epoch never held here. */
    boolean left(final int peer, final long epochId) {
        return leavers.left(peer, epochId);
    }

    /** Another epoch is about to hold. */
    void move(final EpochRecord next) {
        leavers.move(epoch, !state.isJoining(), next);
        // A dead process stays dead for the epochs before. In this one its seat is that of a living member, if another
        // process has taken it.
        for (int rest = next.members() & ~epoch.members(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!host.linked(peer) || host.incarnation(peer) == next.incarnation(peer)) {
                dead &= ~(1 << peer);
            }
        }
    }

    /** Returns the members that a new process on their seat has proven dead. */
    int dead() {
        return dead;
    }

    int gone() {
        return leavers.gone();
    }

    int goneIn(final int link) {
        return leavers.goneIn(link);
    }

    /** Who decides nothing any more: proven dead by its successor, or gone with a goodbye. */
    int departed() {
        return dead | gone();
    }

    /** Who need not be asked: gone with a goodbye, and dead while everybody attends. */
    int excused() {
        return gone() | (attended ? dead : 0);
    }

    /** The same for one of the predecessors that are not established. */
    int excusedIn(final int link) {
        return leavers.goneIn(link) | (attended ? dead | replacedSince(link) : 0);
    }

    /** All other processes on seats of the match: while each of them attends, the dead are left out of the count. */
    int witnesses() {
        return host.seats() & ~(1 << self) & ~(epoch.members() & ~departed());
    }

    /** Looks whether everybody attends; true when that has changed. */
    boolean attend(final PeerViews views) {
        final boolean before = attended;
        attended = true;
        for (int rest = witnesses(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            attended &= host.linked(peer) && views.isJoining(peer, state.nowNs()) && !views.isAhead(peer, epoch);
        }
        return attended != before;
    }

    /** Has this side had no quorum for so long that its match ends? To be asked in every tick: it counts the time. */
    boolean isMinority() {
        final long nowNs = state.nowNs();
        final long gapNs = nowNs - lookedNs;
        lookedNs = nowNs;
        if (decides(epoch.members() & ~state.suspects())) {
            minoritySinceNs = Long.MAX_VALUE;
        } else if (minoritySinceNs == Long.MAX_VALUE) {
            minoritySinceNs = nowNs;
        } else if (gapNs >= ASLEEP_NS) {
            minoritySinceNs += gapNs;
        }
        return minoritySinceNs != Long.MAX_VALUE && nowNs - minoritySinceNs >= MINORITY_NS;
    }

    /** Members whose inputs count. */
    int active() {
        int active = 0;
        for (int rest = epoch.members(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            active |= host.isActive(peer) ? 1 << peer : 0;
        }
        return active;
    }

    /** Do these decide if the dead are not left out of the count? */
    boolean decidesPlainly(final int some) {
        return strict.decides(some & ~dead);
    }

    void update() {
        tell(electorate, attended);
        tell(strict, false);
    }

    private void tell(final Electorate whom, final boolean deadAgree) {
        whom.set(epoch.members(), epoch.chain(), epoch.chainCount());
        whom.dead(deadAgree ? dead : 0);
        whom.left(gone());
        for (int i = 0; i < epoch.chainCount(); i++) {
            whom.deadIn(i, deadAgree ? excusedIn(i) : leavers.goneIn(i));
            whom.replacedIn(i, replacedSince(i));
        }
    }

    /** Members whose seat another process held in an epoch: they have no say for the member that is dead. */
    private int replacedSince(final int link) {
        int throughout = -1;
        for (int i = 0; i < link; i++) {
            throughout &= epoch.chain()[i];
        }
        return epoch.members() & epoch.chain()[link] & ~throughout;
    }
}
