package io.lockstep.testkit;

import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;

/**
 * Watches who is in the match and who leads it:
 *
 * <ul>
 * <li>S5: all sessions in an epoch give it the same members, and the same first frame that no longer counts of each
 * player who is gone; none of them has simulated one of that player's inputs from that frame on, before or after;
 * <li>S6: no two processes lead in one term of one branch, unless everybody is dead whom the first one led. All epochs
 * are of one branch, but two peers who lose each other under {@link TwoPeerPolicy#CONTINUE_ALL} may each begin one;
 * <li>S7: neither the term nor the number of the epoch ever goes down in a process; what a process has heard of epochs
 * before it was taken into one may be of several branches;
 * <li>S8: no process votes for two in one term. This is seen on the wire, where a candidate's own vote is what it asks
 * others for theirs with. Nor does one vote for who is in an epoch before its own;
 * <li>S9: no process decides on an epoch in a term below the one it has accepted before, or helps another to.
 * </ul>
 *
 * <p>A process that was started again is another process.
 */
@NullUnmarked
final class MembershipOracle {

    private static final int TWO = 2;
    private static final int TERM_MASK = 0xFFFF;
    /** A vote is known by its process and the lower 16 bits of its term; no match has more terms. */
    private static final int TERM_BITS = 16;
    private static final long NOT_YET = Long.MAX_VALUE;

    /** One process at a seat. */
    private static final class Process {
        private final int id;
        private final boolean joiner;
        private EpochTruth epoch;
        private long term = FrameWindow.NEVER;
        private long number = FrameWindow.NEVER;
        private int leader = MembershipView.NOBODY;
        private long leadersTerm;
        /** How far it has come at most; a state that it loads is of an earlier frame. */
        private long settled = FrameWindow.NEVER;
        private final long[] leaving;
        private final long[] coming;

        Process(final int id, final boolean joiner, final int players) {
            leaving = new long[players];
            coming = new long[players];
            Arrays.fill(leaving, NOT_YET);
            Arrays.fill(coming, NOT_YET);
            this.id = id;
            this.joiner = joiner;
        }
    }

    /** Who compares what the peers play, and is told what their memberships mean for it. */
    interface Listener {

        /** A peer plays in an epoch from now on. */
        void entered(int peer, EpochTruth epoch);

        /** A peer has learnt that a player is gone from a frame on. */
        void cut(int peer, int player, long frame);
    }

    /**
     * Somebody has come to lead.
     *
     * @param atMs when, milliseconds of virtual time
     */
    record Leader(long atMs, int peer, long term) {
    }

    /**
     * Somebody has gone.
     *
     * @param frame the first one without that player
     */
    record Cut(int peer, long frame) {
    }

    /** A term in which somebody leads. */
    private record Claim(EpochTruth branch, long term) {
    }

    /** Who leads in it, and which processes have known it to. */
    private record Lead(int process, int seat, BitSet followers) {
    }

    private final int seatedAtStart;
    private final TwoPeerPolicy policy;
    private final ViolationLog violations;
    private final Process[] processes;
    private final Map<Long, EpochTruth> epochs = new LinkedHashMap<>();
    private final Map<Claim, Lead> leaders = new LinkedHashMap<>();
    private final Map<Long, Integer> votes = new LinkedHashMap<>();
    private final Set<Long> decided = new LinkedHashSet<>();
    private final List<Leader> leaderChanges = new ArrayList<>();
    private final List<Cut> cuts = new ArrayList<>();
    private int started;

    MembershipOracle(final int peers, final int seatedAtStart, final TwoPeerPolicy policy,
                     final ViolationLog violations) {
        this.seatedAtStart = seatedAtStart;
        this.policy = policy;
        this.violations = violations;
        processes = new Process[peers];
        for (int peer = 0; peer < peers; peer++) {
            processes[peer] = new Process(started++, (seatedAtStart & 1 << peer) == 0, peers);
        }
    }

    ViolationLog violations() {
        return violations;
    }

    /** A new process starts at a peer's seat, and joins. */
    void restarted(final int peer) {
        processes[peer] = new Process(started++, true, processes.length);
    }

    boolean isJoiner(final int peer) {
        return processes[peer].joiner;
    }

    /** The epoch a peer is in, null before its first. */
    EpochTruth epochOf(final int peer) {
        return processes[peer].epoch;
    }

    /** Does each of two belong to the match that the other plays? One may have applied a later epoch than the other. */
    boolean shareTheMatch(final int one, final int other) {
        final EpochTruth ours = epochOf(one);
        final EpochTruth theirs = epochOf(other);
        if (ours == null || theirs == null) {
            return false;
        }
        final int both = 1 << one | 1 << other;
        return (ours.members & theirs.members & both) == both && (ours.isOrFollows(theirs) || theirs.isOrFollows(ours));
    }

    /** Who sat where by what is known in a peer's epoch; null while nobody is in it who knows from the beginning. */
    SeatHistory seats(final int peer) {
        final EpochTruth epoch = processes[peer].epoch;
        return epoch == null || !epoch.complete ? null : epoch.seats;
    }

    List<Leader> leaderChanges() {
        return leaderChanges;
    }

    List<Cut> cuts() {
        return cuts;
    }

    /** A peer is in the epoch that its session names, which may be another than before. */
    void enter(final int peer, final MembershipView view, final Listener listener, final long frame) {
        final Process process = processes[peer];
        final EpochTruth before = process.epoch;
        final boolean outside = before == null && (view.members() & 1 << peer) == 0;
        if (outside || before != null && before.id == view.epochId()) {
            // Who has not been taken in yet is in none, whatever it has been told; it may replay what another one had.
            return;
        }
        EpochTruth epoch = epochs.get(view.epochId());
        if (epoch == null) {
            epoch = begin(peer, view, before);
        }
        process.epoch = epoch;
        epoch.entered |= 1 << peer & view.members();
        if (before != null) {
            final int differs = epoch.seats.merge(before.seats, Math.max(frame, process.settled));
            if (differs >= 0) {
                violations.violated("S5", frame, "enters an epoch in which player " + differs
                    + " was cut at another frame", peer, differs);
            }
            epoch.complete |= before.complete;
            // What others have applied is history, whatever term it is from; the first to do so has decided it.
            if (view.epochTerm() < process.term && epoch.entered == 1 << peer) {
                violations.violated("S9", frame, "enters an epoch of term " + view.epochTerm() + " after term "
                    + process.term, peer);
            }
        }
        if (epoch.members != view.members()) {
            violations.violated("S5", frame, "members " + Integer.toBinaryString(view.members()) + ", others have "
                + Integer.toBinaryString(epoch.members), peer);
        }
        listener.entered(peer, epoch);
    }

    private EpochTruth begin(final int peer, final MembershipView view, final EpochTruth parent) {
        final boolean alone = view.members() == 1 << peer && parent != null && Integer.bitCount(parent.members) == TWO;
        final EpochTruth epoch = new EpochTruth(view.epochId(), parent, alone && policy == TwoPeerPolicy.CONTINUE_ALL,
            view.members(), new SeatHistory(processes.length, seated(peer, view, parent)));
        // Whoever is there from the start knows everything; a joiner's first epoch is one that others know.
        epoch.complete = !processes[peer].joiner;
        epochs.put(epoch.id, epoch);
        return epoch;
    }

    /** Who is another process before the match begins joins it, and is not there at its start. */
    private int seated(final int peer, final MembershipView view, final EpochTruth parent) {
        if (parent != null) {
            return parent.seats.seated();
        }
        return processes[peer].joiner ? seatedAtStart : seatedAtStart & view.members();
    }

    /** A peer was polled. */
    void observe(final int peer, final MembershipView view, final Listener listener, final long frame,
                 final long nowMs) {
        final Process process = processes[peer];
        final EpochTruth before = process.epoch;
        enter(peer, view, listener, frame);
        if (view.term() < process.term) {
            violations.violated("S7", frame, "term " + view.term() + " after term " + process.term, peer);
        }
        if (view.epoch() < process.number && before != null) {
            violations.violated("S7", frame, "epoch " + view.epoch() + " after epoch " + process.number, peer);
        }
        process.term = view.term();
        process.number = view.epoch();
        if (process.epoch != null && (process.leader != view.leader() || process.leadersTerm != view.term())) {
            process.leader = view.leader();
            process.leadersTerm = view.term();
            if (view.leader() == peer) {
                claim(peer, process, view.term(), frame, nowMs);
            } else {
                follow(process, view);
            }
        }
    }

    /** Who has come to a term by the word of another candidate has not been led by whom it never heard of. */
    private void follow(final Process process, final MembershipView view) {
        final Lead lead = leaders.get(new Claim(process.epoch.branch, view.term()));
        if (lead != null && lead.seat == view.leader()) {
            lead.followers.set(process.id);
        }
    }

    private void claim(final int peer, final Process process, final long term, final long frame, final long nowMs) {
        final Claim claim = new Claim(process.epoch.branch, term);
        final Lead other = leaders.get(claim);
        if (other != null && other.process != process.id && !isForgotten(other, peer, term)) {
            violations.violated("S6", frame, "leads in term " + term + ", and so did another process", peer);
        }
        if (other == null || other.process != process.id) {
            leaders.put(claim, new Lead(process.id, peer, new BitSet()));
        }
        leaderChanges.add(new Leader(nowMs, peer, term));
    }

    /**
     * Are all dead who voted for a leader or knew it? Who goes on without a quorum, because everybody else there is
     * begins anew, cannot know of a term that died with them.
     */
    private boolean isForgotten(final Lead lead, final int successor, final long term) {
        for (final Process process : processes) {
            final Integer vote = votes.get((long) process.id << TERM_BITS | term & TERM_MASK);
            if (process.id == lead.process || lead.followers.get(process.id)
                || vote != null && vote == lead.seat && vote != successor) {
                return false;
            }
        }
        return true;
    }

    /**
     * A session says that a player's inputs will not count from a frame on. Another epoch may settle it otherwise
     * before that frame comes, and then it has hurt nobody.
     */
    void leaves(final int peer, final int player, final long frame) {
        processes[peer].leaving[player] = frame;
    }

    /** A session says that a player's inputs will count from a frame on; the same may happen to that. */
    void comes(final int peer, final int player, final long frame) {
        processes[peer].coming[player] = frame;
    }

    /**
     * Has a session said that a player's inputs count in a frame to which it has not come yet? Who was taken in since
     * knows that from the state it began with, and may come to that frame first.
     */
    boolean isComing(final int peer, final int player, final long frame) {
        final EpochTruth epoch = processes[peer].epoch;
        final SeatHistory seats = seats(peer);
        for (final Process process : processes) {
            // Who has left again since does not say so to itself.
            if (process.epoch == epoch && (epoch.members & 1 << player) != 0 && process.coming[player] <= frame
                && process.leaving[player] > frame && !seats.hasGone(player, process.coming[player], frame)) {
                return true;
            }
        }
        return false;
    }

    /** A peer has simulated all frames below this one: who had to come or be gone by then has. */
    void settle(final int peer, final long nextFrame, final Listener listener) {
        processes[peer].settled = Math.max(processes[peer].settled, nextFrame);
        final long[] leaving = processes[peer].leaving;
        final long[] coming = processes[peer].coming;
        for (int player = 0; player < leaving.length; player++) {
            if (coming[player] < nextFrame) {
                final long frame = coming[player];
                coming[player] = NOT_YET;
                joined(peer, player, frame);
            }
            if (leaving[player] < nextFrame) {
                final long frame = leaving[player];
                leaving[player] = NOT_YET;
                left(peer, player, frame, listener);
            }
        }
    }

    /** A player's inputs no longer count at a session from a frame on. */
    void left(final int peer, final int player, final long frame, final Listener listener) {
        final EpochTruth epoch = processes[peer].epoch;
        if (epoch == null) {
            return;
        }
        final long other = epoch.seats.left(player, frame);
        if (other != FrameWindow.NEVER) {
            violations.violated("S5", frame, "player " + player + " is gone from this frame on, others say from frame "
                + other, peer, player);
        }
        final Cut cut = new Cut(player, frame);
        if (!cuts.contains(cut)) {
            cuts.add(cut);
        }
        listener.cut(peer, player, frame);
    }

    /** A player's inputs count at a session from a frame on. */
    void joined(final int peer, final int player, final long frame) {
        if (processes[peer].epoch != null) {
            processes[peer].epoch.seats.joined(player, frame);
        }
    }

    /** A session says that the game stands still from a frame on. */
    void paused(final int peer, final long frame) {
        if (processes[peer].epoch != null) {
            processes[peer].epoch.seats.paused(frame);
        }
    }

    /** A session says that the game goes on at a frame. */
    void resumed(final int peer, final long frame) {
        if (processes[peer].epoch != null) {
            processes[peer].epoch.seats.resumed(frame);
        }
    }

    /** A line-up was agreed on in a ballot. Who lacks inputs for it reports so, whatever has become of its leader. */
    void decided(final long ballot) {
        decided.add(ballot);
    }

    /** A peer answers a leader that wants to decide something in a ballot. */
    void answers(final int peer, final long ballot, final long term, final long frame) {
        if (DatagramNames.term(ballot) < term && !decided.contains(ballot)) {
            violations.violated("S9", frame, "answers a leader of term " + DatagramNames.term(ballot) + " in term "
                + term, peer);
        }
    }

    /** A peer gives its vote. */
    void voted(final int peer, final int term, final int candidate, final long frame) {
        final Integer other = votes.putIfAbsent((long) processes[peer].id << TERM_BITS | term, candidate);
        if (other != null && other != candidate) {
            violations.violated("S8", frame, "votes for " + candidate + " in term " + term + ", and did for " + other,
                peer);
        }
        final EpochTruth epoch = processes[peer].epoch;
        final EpochTruth candidates = processes[candidate].epoch;
        if (epoch != candidates && epoch != null && candidates != null && epoch.isOrFollows(candidates)) {
            violations.violated("S8", frame, "votes for " + candidate + ", who has missed an epoch", peer, candidate);
        }
    }
}
