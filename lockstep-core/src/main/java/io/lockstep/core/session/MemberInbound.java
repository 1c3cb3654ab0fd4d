package io.lockstep.core.session;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.desync.DesyncWatch;
import io.lockstep.core.internal.desync.InputProofs;
import io.lockstep.core.internal.desync.Repair;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.link.Greeter;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Participation;
import io.lockstep.core.internal.link.WindowExchange;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.GoodbyeReason;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.seats.Seats;

/** Hands what members say to each other to the part that it concerns: votes, epochs, states, goodbyes. */
final class MemberInbound {

    private final MatchSettings settings;
    private final MatchState state;
    private final MessageCodec codec;
    private final Greeter greeter;
    private final WindowExchange windows;
    private final Participation participation;
    private final Seats seats;
    private final DesyncWatch desyncs;
    private final Repair repair;
    private final InputProofs proofs;

    MemberInbound(final MatchSettings settings, final MatchState state, final MessageCodec codec,
                  final Greeter greeter, final WindowExchange windows, final Participation participation,
                  final Seats seats, final DesyncWatch desyncs, final Repair repair, final InputProofs proofs) {
        this.settings = settings;
        this.state = state;
        this.codec = codec;
        this.greeter = greeter;
        this.windows = windows;
        this.participation = participation;
        this.seats = seats;
        this.desyncs = desyncs;
        this.repair = repair;
        this.proofs = proofs;
    }

    /** Takes the last decoded message. A peer without a match learns from it only that the sender has one. */
    boolean receive(final Link link, final MessageType type) {
        if (state.phase() == Phase.CONNECTING) {
            link.enters();
        }
        return !participation.takesPart() || take(link, type);
    }

    private boolean take(final Link link, final MessageType type) {
        final Membership membership = seats.membership();
        if (type == MessageType.MEMBERSHIP && namesStrangers(codec.membership())) {
            return false;
        }
        return switch (type) {
            case MEMBERSHIP -> onMembership(link, codec.membership(), membership);
            case REQUEST_VOTE -> membership.receive(link.peer, codec.requestVote(), state.nowNs());
            case VOTE_RESPONSE -> membership.receive(link.peer, codec.voteResponse(), state.nowNs());
            case TRANSFER -> onTransfer(link, membership);
            default -> false;
        };
    }

    private boolean onMembership(final Link link, final MembershipMessage message, final Membership membership) {
        if (message.kind() == MembershipMessage.Kind.SIGNED) {
            return proofs.receive(link, message, state.nowNs());
        }
        return repair.concerns(message) ? repair.receive(link, message)
            : membership.receive(link.peer, message, state.nowNs());
    }

    private boolean onTransfer(final Link link, final Membership membership) {
        final boolean taken = desyncs.receive(link, codec.transfer(), state.nowNs())
            || repair.receive(link, codec.transfer()) || seats.receive(link, codec.transfer());
        final boolean piece = taken && codec.transfer().kind() == TransferMessage.Kind.CHUNK;
        if (piece && membership.election().leader() == link.peer) {
            // On a narrow line the windows in which it says that it leads wait behind the state that it sends.
            membership.heardLeader(link.peer, (int) membership.election().term(), state.nowNs());
        }
        return taken;
    }

    /** Does it speak of a peer that this match has not? Whoever means this match knows its seats. */
    private boolean namesStrangers(final MembershipMessage message) {
        int named = 1 << message.seat() | message.members() | message.framesMask();
        // A word about a state has its checksum in the place of a mask, and its hash in that of incarnations; what is
        // signed has its hash and the signature there.
        final boolean isHash = message.kind() == MembershipMessage.Kind.VOUCH
            || message.kind() == MembershipMessage.Kind.SIGNED;
        named |= isHash ? 0 : message.mask() | message.incarnationsMask();
        for (int i = 0; i < message.chainCount(); i++) {
            named |= message.chain(i);
        }
        return (named & ~seats.lineup().seats()) != 0;
    }

    /** A peer takes its leave. */
    boolean onGoodbye(final Link link, final Goodbye goodbye) {
        if (goodbye.reason() == GoodbyeReason.FINISHED) {
            windows.acknowledged(link, goodbye.frame());
        }
        if (nothingPlayed() && greeter.refusedAfterAll(link, goodbye)) {
            link.leave();
            return true;
        }
        final boolean isAwaited = isAwaited(link, goodbye);
        if (!link.hasLeft()) {
            link.leave();
            seats.left(link, goodbye, isAwaited, participation.takesPart());
        }
        if (isAwaited) {
            state.end(EndReason.PEER_LEFT, "player " + link.peer + " left before the match began");
        }
        return true;
    }

    /** Without its inputs nobody can have played a frame, though its link was open. */
    private boolean nothingPlayed() {
        return !settings.entrance().joining() && state.phase() != Phase.LEAVING
            && state.frame() == settings.rules().startFrame();
    }

    /**
     * Returns whether the match cannot begin without a peer that leaves. This peer may have begun already, but no frame
     * is played without inputs of a peer that has not.
     */
    private boolean isAwaited(final Link link, final Goodbye goodbye) {
        final boolean hasNotBegun = state.phase() == Phase.CONNECTING
            || state.phase() == Phase.PLAYING && nothingPlayed() && goodbye.epochId() == 0;
        return hasNotBegun && !settings.entrance().joining() && !greeter.isGuest(link);
    }
}
