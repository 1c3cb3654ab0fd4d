package io.lockstep.core.internal.seats;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.play.StateWitness;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.election.Quorum;

/**
 * The way of a process into a match that is already being played. Its {@link SnapshotReceiver} brings it a
 * state and the frames since. Once it is a member it rehearses (see {@link Rehearsal}); nobody waits for it meanwhile.
 * When it keeps pace with inputs that would be in time it says so, and is activated.
 */
public final class JoinProcess {

    /** A newcomer that is so near the others takes their windows; further back they hold no inputs for it. */
    private static final int NEAR_FRAMES = InputLog.REACH / 4;
    private static final long READY_NS = 100_000_000L;
    /** A link on which a window came so recently is one that flows. */
    private static final long WINDOW_FRESH_NS = 500_000_000L;
    /** What a newcomer asks about is so far ahead, beside a round trip: a status is a tenth of a second old. */
    private static final long ASK_AHEAD_NS = 200_000_000L;
    /** A donor hands on as many frames at once as pass between two statuses: a tenth of a second, and a few more. */
    private static final int NEARLY = 16;

    private final MatchState state;
    private final MatchSettings settings;
    private final Lineup lineup;
    private final Links links;
    private final InputLog log;
    private final Rehearsal rehearsal;
    private final ReadySender ready;
    private final ReplayCheck check;
    /** Null for a peer that was there from the start. */
    private final SnapshotReceiver receiver;
    private long readyNs = Long.MIN_VALUE / 2;
    private boolean toldSteady;

    public JoinProcess(final MatchState state, final MatchSettings settings, final Lineup lineup, final Links links,
                final InputLog log, final Rehearsal rehearsal, final ReadySender ready, final StateWitness witness,
                    final SnapshotReceiver receiver) {
        this.state = state;
        this.settings = settings;
        this.lineup = lineup;
        this.links = links;
        this.log = log;
        this.rehearsal = rehearsal;
        this.ready = ready;
        check = new ReplayCheck(witness);
        this.receiver = receiver;
    }

    /** Do we enter a match that is being played? */
    public boolean isLate() {
        return receiver != null;
    }

    /** Are we one of these peers? */
    public boolean isAmong(final int peers) {
        return (peers & 1 << settings.self()) != 0;
    }

    /** The first frame simulated here after the state that was loaded; 0 for a peer that was there from the start. */
    public long firstFrame() {
        return receiver == null ? 0 : receiver.firstFrame();
    }

    public boolean receive(final Link from, final TransferMessage chunk) {
        return receiver != null && receiver.receive(from, chunk, state.nowNs());
    }

    /**
     * Time since which the state made no progress, in nanoseconds: the start of this phase, or the last bytes of a
     * state.
     */
    public long idleSinceNs() {
        return Math.max(state.phaseNs(), receiver.bytesNs());
    }

    public void vouched(final int from, final long frame, final StateHash hash) {
        if (receiver != null) {
            receiver.vouched(from, frame, hash);
            check.told(from, frame, hash);
        }
    }

    /** Takes in the state that is sent to us. Answers true once, when it was loaded. */
    public boolean load(final Membership membership, final long nowNs) {
        if (receiver == null || !awaitsActivation(membership)) {
            return false;
        }
        receiver.hears(heard(nowNs));
        if (!receiver.tick(membership.isJoining(), frameOfMost(membership), links.heardNs(), nowNs)) {
            return false;
        }
        check.restart();
        for (final Link link : links.all()) {
            link.counts(!log.isClosed(link.players[0]));
        }
        if (receiver.firstFrame() == settings.rules().endFrame()) {
            // Its history may not be the one that counts: only who has played to the end can say that it has finished.
            state.end(EndReason.PEER_TIMED_OUT, "the match came to its end before this peer was in it");
        } else if (receiver.firstFrame() > settings.rules().endFrame()) {
            state.end(EndReason.MISMATCH, "the match is at frame " + receiver.firstFrame() + ", but ends at "
                + settings.rules().endFrame() + " here");
        }
        return true;
    }

    /** The frame that more than half of the members have come to: one alone may say anything. */
    private long frameOfMost(final Membership membership) {
        long most = 0;
        for (final Link link : links.all()) {
            int reached = 0;
            for (final Link other : links.all()) {
                reached += lineup.isMember(other.peer)
                    && membership.frameOf(other.peer) >= membership.frameOf(link.peer) ? 1 : 0;
            }
            if (lineup.isMember(link.peer) && Quorum.isMajority(reached, Integer.bitCount(lineup.members()))) {
                most = Math.max(most, membership.frameOf(link.peer));
            }
        }
        return most;
    }

    /** Does all that is due beside that. */
    public void tick(final Membership membership, final long nowNs) {
        if (receiver == null || !awaitsActivation(membership)) {
            if (receiver != null) {
                receiver.release();
            }
            greetMembers(membership, nowNs);
        } else if (receiver.refusal() != null) {
            state.end(EndReason.MISMATCH, receiver.refusal());
        } else if (receiver.stage() == SnapshotReceiver.Stage.REPLAYING) {
            if (membership.isJoining() && state.frame() > check.asked()
                && check.isRefuted(lineup.members(), receiver.donor())) {
                receiver.refuted();
                stopPlaying();
                return;
            }
            if (!membership.isJoining()) {
                rehearsal.beginSoon(log.complete(state.frame()), flows(nowNs), nowNs);
            }
            sayReady(membership, nowNs);
        }
    }

    /** Do our own inputs not count yet? */
    private boolean awaitsActivation(final Membership membership) {
        return membership.isJoining() || !lineup.isActive();
    }

    /** May a frame be simulated by a process that does not play yet? Its donor must have, as long as it has no say. */
    public boolean mayReplay(final long frame, final boolean joining, final long nowNs) {
        if (receiver == null || receiver.stage() != SnapshotReceiver.Stage.REPLAYING) {
            return false;
        }
        final boolean complete = frame < lineup.fence() && log.complete(frame) && lineup.mayObey(frame);
        return rehearsal.mayPlay(frame, (frame < receiver.next() || !joining) && complete, nowNs);
    }

    /** A frame was simulated. */
    public void simulated(final long frame) {
        if (receiver != null) {
            receiver.simulated(frame);
        }
    }

    /** The first frame of ours that was not sampled. */
    private long nextInput() {
        return log.next(Integer.numberOfTrailingZeros(settings.seating().mask(settings.self())));
    }

    private boolean flows(final long nowNs) {
        for (final Link link : links.all()) {
            if (lineup.isMember(link.peer) && link.isOpen() && nowNs - link.windowNs() >= WINDOW_FRESH_NS) {
                return false;
            }
        }
        return true;
    }

    /** Says how far we are, and whether that is far enough: to be taken in, and then to be activated. */
    private void sayReady(final Membership membership, final long nowNs) {
        final boolean joining = membership.isJoining();
        final boolean steady = !joining && rehearsal.isSteady(nowNs);
        if (nowNs - readyNs < READY_NS && steady == toldSteady) {
            return;
        }
        long newest = 0;
        for (final Link link : links.all()) {
            if (lineup.isMember(link.peer) && link.isOpen()) {
                newest = Math.max(newest, membership.frameOf(link.peer));
            }
        }
        final long frame = state.frame();
        if (frame + NEAR_FRAMES < newest) {
            return;
        }
        readyNs = nowNs;
        toldSteady = steady;
        final boolean right = !joining || isRight(newest, nowNs);
        final boolean enough = joining ? right && flows(nowNs) && frame + NEARLY >= receiver.next() : steady;
        for (final Link link : links.all()) {
            if (link.isOpen()) {
                if (!link.isPlaying() && lineup.isMember(link.peer)) {
                    link.begin(nextInput());
                }
                ready.send(membership, link, awaitsActivation(membership), enough, state.frame(),
                    joining ? check.asked() : 0, nowNs);
            }
        }
    }

    /** Are the frames that we have by the donor's word alone those that most members have simulated? */
    private boolean isRight(final long newest, final long nowNs) {
        if (Integer.bitCount(lineup.members()) == 1) {
            // Nobody else can know.
            return true;
        }
        final boolean right = check.reaches(handedOn(nowNs) - 1);
        if (!right) {
            long tripNs = 0;
            for (final Link link : links.all()) {
                tripNs = Math.max(tripNs, lineup.isMember(link.peer) && link.isOpen() ? link.rtt.meanNs() : 0);
            }
            check.ask(Math.min(newest + settings.rules().framesIn(tripNs + ASK_AHEAD_NS),
                settings.rules().endFrame() - 1), 2 * tripNs, nowNs);
        }
        return right;
    }

    /** From this frame on everything that may be its owner's own word is that. */
    private long handedOn(final long nowNs) {
        final int heard = heard(nowNs);
        // What is handed on before anybody's windows come is looked at in any case.
        long until = 1;
        for (final Link link : links.all()) {
            for (final int player : link.players) {
                final long own = (heard & 1 << player) != 0 ? log.ownWordFrom(player) : 0;
                until = Math.max(until, log.isClosed(player) ? log.next(player) : own);
            }
        }
        return until;
    }

    /** The players whose windows come. */
    private int heard(final long nowNs) {
        int players = 0;
        for (final Link link : links.all()) {
            players |= link.isOpen() && link.windowNs() != Link.NEVER && nowNs - link.windowNs() < WINDOW_FRESH_NS
                ? settings.seating().mask(link.peer) : 0;
        }
        return players;
    }

    private void stopPlaying() {
        for (final Link link : links.all()) {
            link.stopPlaying();
        }
    }

    /**
     * A link may open after both its ends have become members, when the line between them works again; then each says
     * from where on it lacks the other.
     */
    private void greetMembers(final Membership membership, final long nowNs) {
        if (awaitsActivation(membership) || nowNs - readyNs < READY_NS) {
            return;
        }
        readyNs = nowNs;
        for (final Link link : links.all()) {
            if (link.isMember() && !link.hasLeft() && !link.handshake().isOpen()) {
                link.handshake().greet();
            } else if (link.isMember() && link.isOpen() && (!link.isPlaying() || link.windowNs() == Link.NEVER)) {
                ready.send(membership, link, false, false, state.frame(), 0, nowNs);
            }
        }
    }

    /** Has the state that was ordered last begun to arrive? */
    public boolean isGivenAState() {
        return receiver != null && receiver.hasBegun();
    }

    /** Is an epoch that takes us in over already in the frames that we were given? */
    public boolean isBeyond(final EpochRecord epoch) {
        for (final Link link : links.all()) {
            // Who was cut and taken in again may be a member that does not count yet.
            final long known = (epoch.closed() & 1 << link.peer) == 0 ? SnapshotReceiver.NONE
                : epoch.closedAt(link.peer);
            if (receiver != null && epoch.has(link.peer) && receiver.wasCutAfter(link.players[0], known)) {
                return true;
            }
        }
        return false;
    }

    /** We are a member from now on, and go on with the state that is loaded. */
    public void admitted(final int members) {
        if (receiver == null || !receiver.resume()) {
            return;
        }
        for (final Link link : links.all()) {
            if ((members & 1 << link.peer) != 0 && link.isOpen()) {
                link.begin(nextInput());
            }
        }
    }

    /** The leader says who sends us the state after which frame; false when we follow another order. */
    public boolean offered(final int donor, final long frame, final int voters, final boolean sameLine,
        final long nowNs) {
        if (receiver == null) {
            return false;
        }
        final SnapshotReceiver.Stage before = receiver.stage();
        if (!receiver.offered(links.of(donor), frame, voters, sameLine, nowNs)) {
            return false;
        }
        if (before == SnapshotReceiver.Stage.REPLAYING && receiver.stage() == SnapshotReceiver.Stage.RECEIVING) {
            stopPlaying();
        }
        return true;
    }

    /** Tells what is held of the state that brought this process in. */
    void inspect(final Inspector by) {
        if (receiver != null) {
            receiver.inspect(by);
        }
    }
}
