package io.lockstep.testkit.liars;

import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.TransferMessage;
import org.jspecify.annotations.Nullable;

/** One kind of message, or of command next to an input, that a mute member never sends. */
public enum Unsaid {
    /** One input for one frame. */
    FRAME_INPUT(MessageType.FRAME_INPUT),
    /** A compressed state. */
    STATE_SYNC(MessageType.STATE_SYNC),
    /** A request for a vote. */
    REQUEST_VOTE(MessageType.REQUEST_VOTE),
    /** A vote, or its refusal. */
    VOTE_RESPONSE(MessageType.VOTE_RESPONSE),
    /** A heartbeat. */
    HEARTBEAT(MessageType.HEARTBEAT),
    /** The answer to a heartbeat. */
    HEARTBEAT_ACK(MessageType.HEARTBEAT_ACK),
    /** Inputs, and acknowledgements of inputs. */
    INPUT_WINDOW(MessageType.INPUT_WINDOW),
    /** The first message of a handshake. */
    HELLO(MessageType.HELLO),
    /** The answer to a hello. */
    CHALLENGE(MessageType.CHALLENGE),
    /** The answer to a challenge. */
    CHALLENGE_RESPONSE(MessageType.CHALLENGE_RESPONSE),
    /** The end of a handshake. */
    WELCOME(MessageType.WELCOME),
    /** The end of a link. */
    GOODBYE(MessageType.GOODBYE),
    /** A datagram to be carried to another peer. */
    CARRY(Relay.Kind.CARRY),
    /** A datagram that was carried. */
    CARRIED(Relay.Kind.CARRIED),
    /** Inputs of a third peer. */
    INPUTS(Relay.Kind.INPUTS),
    /** The sender's state in the membership. */
    STATUS(MembershipMessage.Kind.STATUS),
    /** The leader's question in a round. */
    PREPARE(MembershipMessage.Kind.PREPARE),
    /** The answer to a round. */
    REPORT(MembershipMessage.Kind.REPORT),
    /** The next epoch. */
    CUT(MembershipMessage.Kind.CUT),
    /** The leader's message that hands over to its successor. */
    TRANSFER(MembershipMessage.Kind.TRANSFER),
    /** The leader's order to give a joiner a state. */
    JOIN(MembershipMessage.Kind.JOIN),
    /** The hash of a state. */
    VOUCH(MembershipMessage.Kind.VOUCH),
    /** A joiner's message that it has caught up. */
    READY(MembershipMessage.Kind.READY),
    /** The leader's order to load a state. */
    REPAIR(MembershipMessage.Kind.REPAIR),
    /** The answer to an order to load a state. */
    REPAIRED(MembershipMessage.Kind.REPAIRED),
    /** Signed inputs. */
    SIGNED(MembershipMessage.Kind.SIGNED),
    /** A part of a stream. */
    CHUNK(TransferMessage.Kind.CHUNK),
    /** The acknowledgement of a part of a stream. */
    ACK(TransferMessage.Kind.ACK),
    /** The command that makes a joiner's inputs count. */
    ACTIVATE(Command.Kind.ACTIVATE),
    /** The command that ends a match whose states differ. */
    HALT(Command.Kind.HALT);

    private final Enum<?> kind;

    Unsaid(final Enum<?> kind) {
        this.kind = kind;
    }

    /** Returns whether a message is of this kind. */
    boolean is(final @Nullable Message message) {
        if (message == null) {
            return false;
        }
        return kind == message.type() || kind == kindOf(message);
    }

    private static @Nullable Enum<?> kindOf(final Message message) {
        if (message instanceof MembershipMessage membership) {
            return membership.kind();
        }
        if (message instanceof Relay relay) {
            return relay.kind();
        }
        return message instanceof TransferMessage transfer ? transfer.kind() : null;
    }

    /** Returns whether a command is of this kind, and so taken out of each window. */
    boolean isCommand(final int command) {
        return command != Command.NONE && kind == Command.kind(command);
    }

    /** Returns whether only a leader sends it: if the leader is mute, the others need another leader. */
    boolean isOrder() {
        return switch (this) {
            case PREPARE, CUT, TRANSFER, JOIN, REPAIR, ACTIVATE, HALT -> true;
            default -> false;
        };
    }

    /**
     * Returns whether the mute member still does its part for a quorum. A member that sends no decision, no vote or no
     * report counts as dead, and of four members only one may be dead.
     */
    boolean leavesItsVote() {
        return isOrder() && this != CUT;
    }

    /** Returns whether no link opens without it. */
    boolean isHandshake() {
        return switch (this) {
            case HELLO, CHALLENGE, CHALLENGE_RESPONSE, WELCOME -> true;
            default -> false;
        };
    }

    /** Returns whether no joiner can be admitted by a leader that does not send it. */
    boolean keepsOut() {
        return isHandshake() || isOrder();
    }

    /** Returns the kind of message or command that is not sent. */
    Enum<?> kind() {
        return kind;
    }
}
