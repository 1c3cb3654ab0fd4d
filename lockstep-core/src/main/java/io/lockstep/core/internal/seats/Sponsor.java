package io.lockstep.core.internal.seats;

import io.lockstep.core.internal.game.DelaySettings;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.LinkSurvey;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.PeerReport;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.play.OpeningOrders;
import io.lockstep.core.internal.play.StateWitness;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.transport.Lane;
import java.util.Arrays;

/** What a member does for a newcomer: tells it which state is right, takes its windows, orders that it counts. */
public final class Sponsor {

    /** A snapshot's frame is so far ahead that the order reaches everybody before it is simulated. */
    private static final long SNAPSHOT_AHEAD_NS = 500_000_000L;
    /** An activation takes effect a round trip or the newcomer's input delay and so many ticks later. */
    private static final int ACTIVATE_TICKS = 12;

    /** A hash of a state takes its time: a newcomer is told no more of them. */
    private static final long CONFIRM_NS = 500_000_000L;

    private final MatchState state;
    private final MatchRules rules;
    private final Links links;
    private final LocalInputs localInputs;
    private final LinkSurvey survey;
    private final ChecksumLog checksums;
    private final StateWitness witness;
    private final MemberLinks members;
    private final FrameOrders orders;
    private final MembershipMessage out = new MembershipMessage();
    /** What each newcomer asked about last, and when it began to. */
    private final long[] askedOf = new long[Message.MAX_PLAYERS];
    private final long[] askedNs = new long[Message.MAX_PLAYERS];

    public Sponsor(final MatchState state, final MatchRules rules, final Links links, final LocalInputs localInputs,
            final LinkSurvey survey, final ChecksumLog checksums, final StateWitness witness,
            final MemberLinks members, final FrameOrders orders) {
        this.state = state;
        this.rules = rules;
        this.links = links;
        this.localInputs = localInputs;
        this.survey = survey;
        this.checksums = checksums;
        this.witness = witness;
        this.members = members;
        this.orders = orders;
        Arrays.fill(askedNs, Long.MIN_VALUE / 2);
    }

    /** Has another member ordered lately that a newcomer's inputs count? */
    public boolean isOrdered(final int peer, final int incarnation) {
        return orders.standing().openings().isOrdered(peer, incarnation, state.frame());
    }

    /** Orders, in our input stream, that a newcomer's inputs count. */
    public void activate(final int peer, final int incarnation) {
        if (localInputs.ordersWait()) {
            // While no frame is sampled an order would be given again and again, and all of them would travel then.
            return;
        }
        final PeerReport report = links.of(peer).report;
        final long trip = rules.framesIn(survey.slowRttNs());
        final long delay = report.known() ? report.delay() : 0;
        localInputs.command(Command.activate(peer,
            (int) Math.min(Math.max(trip, delay) + ACTIVATE_TICKS, OpeningOrders.MOST_AHEAD), incarnation));
    }

    /** The frame whose state a newcomer is to be given. */
    public long snapshotFrame() {
        return checksums.checkFrameFrom(
            state.frame() + 1 + rules.framesIn(SNAPSHOT_AHEAD_NS + 2 * survey.slowRttNs()));
    }

    /** Tells a newcomer what our state was, if it is known by now. */
    public void vouch(final int peer, final long frame) {
        witness.want(frame);
        final StateHash hash = witness.hash(frame);
        if (hash != null) {
            members.send(peer, Lane.CONTROL, out.reset(MembershipMessage.Kind.VOUCH).seat(peer).frame(peer, frame)
                .mask(witness.checksum(frame)).hash(hash.high(), hash.low()));
        }
    }

    /** A newcomer asks, again and again, what our state is after a frame that is played soon or was lately. */
    public void confirm(final int peer, final long frame) {
        if (frame <= state.frame() - InputLog.REACH || frame >= state.frame() + InputLog.REACH) {
            return;
        }
        if (frame != askedOf[peer] && state.nowNs() - askedNs[peer] < CONFIRM_NS) {
            return;
        }
        if (frame != askedOf[peer]) {
            askedOf[peer] = frame;
            askedNs[peer] = state.nowNs();
        }
        vouch(peer, frame);
    }

    /** Is a newcomer near enough to take our windows from a frame on? Then it gets them. */
    public boolean learner(final int peer, final long frame) {
        final boolean near = localInputs.next() - frame < DelaySettings.mostUnacknowledged(rules.tickRate());
        if (!links.of(peer).isPlaying() && near) {
            links.of(peer).begin(Math.max(frame, localInputs.first()));
        }
        return near;
    }
}
