package io.lockstep.core.session;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.input.InputLog;
import io.lockstep.core.membership.Epoch;
import io.lockstep.core.membership.Membership;
import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.TransferMessage;
import io.lockstep.core.transport.Lane;

/**
 * The way of a process into a match that is already being played. Its {@link Newcomer} brings it a state and the frames
 * since. Once it is a member it rehearses: it simulates each frame when it is due, like the others, and tells them when
 * it would have sampled an input, so that it learns how early that would have been there. Nobody waits for it
 * meanwhile. When it keeps pace with inputs that would be in time it says so, and is activated.
 */
final class Entry {

    /** A newcomer that is so near the others takes their windows; further back they hold no inputs for it. */
    private static final int NEAR_FRAMES = InputLog.FRAMES / 4;
    private static final long READY_NS = 100_000_000L;
    /** A link on which a window came so recently is one that flows. */
    private static final long WINDOW_FRESH_NS = 500_000_000L;
    /** Nobody has to wait for a frame for so long before a rehearsal is over: a bucket of the least slack. */
    private static final long REHEARSAL_NS = 250_000_000L;
    /** The first frame rehearsed is due so much of a tick after its inputs came: game loops look now and then. */
    private static final int START_MARGIN_DIVISOR = 4;
    /** A donor hands on as many frames at once as pass between two statuses: a tenth of a second, and a few more. */
    private static final int NEARLY = 16;

    private final Session session;
    private final Roster roster;
    private final InputLog log;
    private final LocalInputs localInputs;
    private final Link[] links;
    private final Wire wire;
    private final FrameClock clock;
    private final LinkSurvey survey;
    private final Sampling sampling;
    private final InputDelayController delays;
    private final int self;
    private final int mostTicks;
    private final long endFrame;
    private final int incarnation;
    private final Newcomer newcomer;
    private final MembershipMessage out = new MembershipMessage();
    private long readyNs = Long.MIN_VALUE / 2;
    private boolean toldSteady;
    /** The frame to be simulated was not complete when we looked last: there is nothing left to catch up with. */
    private boolean abreast;
    /** Since when no frame was waited for. */
    private long steadyNs;

    Entry(final Session session, final Roster roster, final MatchSettings settings, final SessionParts parts,
          final int incarnation) {
        this.session = session;
        this.roster = roster;
        this.incarnation = incarnation;
        self = settings.self();
        mostTicks = settings.delay().max();
        endFrame = settings.rules().endFrame();
        log = parts.log();
        localInputs = parts.localInputs();
        links = parts.links();
        wire = parts.wire();
        clock = parts.clock();
        survey = parts.survey();
        sampling = parts.sampling();
        delays = parts.delays();
        newcomer = settings.entrance().joining() ? new Newcomer(settings, log, parts.orders(), wire) : null;
    }

    /** The first frame simulated here after the state that was loaded; 0 for who was there from the start. */
    long firstFrame() {
        return newcomer == null ? 0 : newcomer.firstFrame();
    }

    boolean receive(final Link from, final TransferMessage chunk) {
        return newcomer != null && newcomer.receive(from, chunk);
    }

    void vouched(final int from, final long frame, final int checksum) {
        if (newcomer != null) {
            newcomer.vouched(from, frame, checksum);
        }
    }

    /** Does all that is due. Answers true once, when a state was loaded. */
    boolean tick(final Membership membership, final long nowNs) {
        if (newcomer == null || !roster.awaitsActivation()) {
            greetMembers(nowNs);
            return false;
        }
        final boolean loaded = newcomer.tick(membership.isJoining(), nowNs);
        if (loaded) {
            for (final Link link : links) {
                link.counts = !log.isClosed(link.players[0]);
            }
            session.loaded(newcomer.firstFrame());
            if (newcomer.firstFrame() >= endFrame) {
                session.end(EndReason.MISMATCH, "the match is at frame " + newcomer.firstFrame() + ", but ends at "
                    + endFrame + " here");
            }
        }
        if (newcomer.refusal() != null) {
            session.end(EndReason.MISMATCH, newcomer.refusal());
        } else if (newcomer.stage() == Newcomer.Stage.REPLAYING) {
            if (!membership.isJoining() && !clock.running()) {
                rehearseSoon(nowNs);
            }
            sayReady(membership, nowNs);
        }
        return loaded;
    }

    /**
     * Rehearsing begins with a frame that was waited for: its last input has just come, so nobody can be earlier and
     * wait for nothing, and nothing is earlier for the others.
     */
    private void rehearseSoon(final long nowNs) {
        final boolean complete = log.complete(session.frame());
        if (complete && abreast && flows(nowNs)) {
            clock.start(nowNs + clock.tickNs() / START_MARGIN_DIVISOR);
            steadyNs = nowNs;
        }
        abreast = !complete;
    }

    /** May a frame be simulated by a process that does not play yet? Its donor must have, as long as it has no say. */
    boolean mayReplay(final long frame, final long nowNs) {
        if (newcomer == null || newcomer.stage() != Newcomer.Stage.REPLAYING) {
            return false;
        }
        final boolean joining = roster.membership().isJoining();
        final boolean ready = (frame < newcomer.next() || !joining) && frame < roster.fence() && log.complete(frame);
        if (!clock.running()) {
            return ready;
        }
        if (!clock.due(nowNs)) {
            return false;
        }
        sampling.rehearse(frame, nowNs);
        if (!ready) {
            clock.stalled(nowNs);
            steadyNs = nowNs;
        }
        return ready;
    }

    /** A frame was simulated by a process that does not play yet. */
    void replayed(final long nowNs) {
        if (clock.running()) {
            clock.simulated(nowNs, survey.aheadNs(delays.ticks() * clock.tickNs()));
        }
    }

    /** We play; whoever has not rehearsed begins with what it can guess. */
    void ended(final long nowNs) {
        if (!clock.running()) {
            delays.start(survey.observe(delays.ticks()), 0, nowNs);
            clock.start(nowNs);
        }
    }

    /** A frame was simulated. */
    void simulated(final long frame) {
        if (newcomer != null) {
            newcomer.simulated(frame);
        }
    }

    /** Would our inputs have been in time everywhere, and have the others' been here? */
    private boolean isSteady(final long nowNs) {
        if (!clock.running() || nowNs - steadyNs < REHEARSAL_NS) {
            return false;
        }
        // More cannot be done about being late than with the longest delay.
        final long leadNs = delays.ticks() == mostTicks ? Long.MAX_VALUE / 2 : delays.ticks() * clock.tickNs();
        for (final Link link : links) {
            if (roster.isMember(link.peer) && link.counts
                && (!link.report.known() || link.report.lowSlackNs() + leadNs < 0)) {
                return false;
            }
        }
        return true;
    }

    private boolean flows(final long nowNs) {
        for (final Link link : links) {
            if (roster.isMember(link.peer) && link.isOpen() && nowNs - link.windowNs >= WINDOW_FRESH_NS) {
                return false;
            }
        }
        return true;
    }

    /** Says how far we are, and whether that is far enough: to be taken in, and then to be activated. */
    private void sayReady(final Membership membership, final long nowNs) {
        final boolean joining = membership.isJoining();
        final boolean steady = !joining && isSteady(nowNs);
        if (nowNs - readyNs < READY_NS && steady == toldSteady) {
            return;
        }
        long newest = 0;
        for (final Link link : links) {
            if (roster.isMember(link.peer) && link.isOpen()) {
                newest = Math.max(newest, membership.frameOf(link.peer));
            }
        }
        final long frame = session.frame();
        if (frame + NEAR_FRAMES < newest) {
            return;
        }
        readyNs = nowNs;
        toldSteady = steady;
        final boolean enough = joining ? flows(nowNs) && frame + NEARLY >= newcomer.next() : steady;
        for (final Link link : links) {
            if (link.isOpen()) {
                if (!link.playing && roster.isMember(link.peer)) {
                    link.begin(localInputs.next());
                }
                sendReady(membership, link, enough, nowNs);
            }
        }
    }

    private void sendReady(final Membership membership, final Link link, final boolean enough, final long nowNs) {
        wire.send(link, Lane.CONTROL, out.reset(MembershipMessage.Kind.READY).joining(roster.awaitsActivation())
            .epoch(membership.epoch().number()).epochId(membership.epoch().id())
            .established(enough).seat(self).frame(self, session.frame()).incarnation(self, incarnation), nowNs);
    }

    /**
     * A link may open after both its ends have become members, when the line between them works again; then each says
     * from where on it lacks the other.
     */
    private void greetMembers(final long nowNs) {
        if (roster.awaitsActivation() || nowNs - readyNs < READY_NS) {
            return;
        }
        readyNs = nowNs;
        for (final Link link : links) {
            if (link.member && !link.left && !link.handshake.isOpen()) {
                link.handshake.greet();
            } else if (link.member && link.isOpen() && (!link.playing || link.windowNs == Link.NEVER)) {
                sendReady(roster.membership(), link, false, nowNs);
            }
        }
    }

    /** Is an epoch that takes us in over already in the frames that we were given? */
    boolean isBeyond(final Epoch epoch) {
        for (final Link link : links) {
            // Who was cut and taken in again may be a member that does not count yet.
            final long known = (epoch.closed() & 1 << link.peer) == 0 ? Newcomer.NONE : epoch.closedAt(link.peer);
            if (newcomer != null && epoch.has(link.peer) && newcomer.wasCutAfter(link.players[0], known)) {
                return true;
            }
        }
        return false;
    }

    /** We are a member from now on, and go on with the state that is loaded. */
    void admitted(final int members) {
        if (newcomer == null || !newcomer.resume()) {
            return;
        }
        for (final Link link : links) {
            if ((members & 1 << link.peer) != 0 && link.isOpen()) {
                link.begin(localInputs.next());
            }
        }
    }

    /** The leader says who sends us the state after which frame; false when we follow another order. */
    boolean offered(final Link donor, final long frame, final int voters, final boolean sameLine, final long nowNs) {
        if (newcomer == null) {
            return false;
        }
        final Newcomer.Stage before = newcomer.stage();
        if (!newcomer.offered(donor, frame, voters, sameLine, nowNs)) {
            return false;
        }
        if (before == Newcomer.Stage.REPLAYING && newcomer.stage() == Newcomer.Stage.RECEIVING) {
            for (final Link link : links) {
                link.playing = false;
            }
        }
        return true;
    }
}
