package io.lockstep.testkit;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a datagram is, by its first two bytes: the JSON name of its message type; for membership messages the name of
 * their kind, and for votes that are only asked for in advance {@value #PRE_VOTE} and {@value #PRE_VOTE_RESPONSE}.
 */
public final class DatagramNames {

    /** A {@code RequestVote} that would not raise anybody's term. */
    public static final String PRE_VOTE = "PreVote";
    /** The answer to a {@link #PRE_VOTE}. */
    public static final String PRE_VOTE_RESPONSE = "PreVoteResponse";
    /** A membership message by which a leader asks another peer to lead. */
    public static final String HANDOVER = "Handover";

    /** Kinds of a membership message, the byte behind the header, in the order of their numbers. */
    private static final String[] KINDS = kinds();
    private static final int TYPE_MASK = 0xF;
    private static final int VERSION_SHIFT = 4;
    private static final int GRANTED = 1 << 7;
    private static final int CANDIDATE_PRE_VOTE = 1 << 7;
    private static final int VOTER_PRE_VOTE = 1 << 6;
    private static final int TERM_OFFSET = 2;
    private static final int VOTE_BYTES = 4;
    private static final int BALLOT_OFFSET = 11;
    private static final int TERM_OF_BALLOT = 16;

    /** All names there are. */
    public static final List<String> ALL = all();

    private DatagramNames() {
    }

    /** Like the constants, but for the one whose name a message has already. */
    private static String[] kinds() {
        final MembershipMessage.Kind[] kinds = MembershipMessage.Kind.values();
        final String[] names = new String[kinds.length];
        for (int i = 0; i < kinds.length; i++) {
            final String name = kinds[i].name();
            names[i] = kinds[i] == MembershipMessage.Kind.TRANSFER ? HANDOVER
                : name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
        }
        return names;
    }

    private static List<String> all() {
        final List<String> names = new ArrayList<>();
        for (final MessageType type : MessageType.values()) {
            if (type != MessageType.MEMBERSHIP) {
                names.add(type.jsonName());
            }
        }
        names.addAll(List.of(PRE_VOTE, PRE_VOTE_RESPONSE));
        names.addAll(List.of(KINDS));
        return List.copyOf(names);
    }

    /**
     * What a datagram is.
     *
     * @param payload the datagram between position and limit; unchanged
     * @return one of {@link #ALL}, or null for a JSON message and what is none
     */
    public static @Nullable String of(final ByteBuffer payload) {
        final int type = type(payload);
        if (type == MessageType.MEMBERSHIP.code()) {
            final int kind = payload.remaining() > 1 ? second(payload) : KINDS.length;
            return kind < KINDS.length ? KINDS[kind] : null;
        }
        if (isPreVote(payload, type)) {
            return type == MessageType.REQUEST_VOTE.code() ? PRE_VOTE : PRE_VOTE_RESPONSE;
        }
        final MessageType known = type < 0 ? null : MessageType.byCode(type);
        return known == null ? null : known.jsonName();
    }

    private static int type(final ByteBuffer payload) {
        if (!payload.hasRemaining()) {
            return -1;
        }
        final int header = payload.get(payload.position()) & 0xFF;
        return header >>> VERSION_SHIFT == Message.VERSION ? header & TYPE_MASK : -1;
    }

    private static int second(final ByteBuffer payload) {
        return payload.get(payload.position() + 1) & 0xFF;
    }

    private static boolean isPreVote(final ByteBuffer payload, final int type) {
        if (payload.remaining() < VOTE_BYTES) {
            return false;
        }
        return type == MessageType.REQUEST_VOTE.code() && (second(payload) & CANDIDATE_PRE_VOTE) != 0
            || type == MessageType.VOTE_RESPONSE.code() && (second(payload) & VOTER_PRE_VOTE) != 0;
    }

    /** Is this a piece of a state, or the word that some have arrived? */
    static boolean isTransfer(final ByteBuffer payload) {
        return is(MessageType.TRANSFER, payload);
    }

    /** Returns whether this is a binary message of one type. */
    static boolean is(final MessageType kind, final ByteBuffer payload) {
        return type(payload) == kind.code();
    }

    /** Is this a membership message of one kind? */
    static boolean is(final MembershipMessage.Kind kind, final ByteBuffer payload) {
        return type(payload) == MessageType.MEMBERSHIP.code() && payload.remaining() > BALLOT_OFFSET + Long.BYTES
            && second(payload) == kind.ordinal();
    }

    /** Of a membership message: its ballot, the term and the round in it. */
    static long ballot(final ByteBuffer payload) {
        long ballot = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            ballot = ballot << Byte.SIZE | payload.get(payload.position() + BALLOT_OFFSET + i) & 0xFF;
        }
        return ballot;
    }

    /** The term of a ballot. */
    static long term(final long ballot) {
        return ballot >>> TERM_OF_BALLOT;
    }

    /** Does this datagram give the sender's vote, to its receiver or to the sender itself? No vote in advance does. */
    static boolean isVote(final ByteBuffer payload) {
        final int type = type(payload);
        if (payload.remaining() < VOTE_BYTES || isPreVote(payload, type)) {
            return false;
        }
        return type == MessageType.REQUEST_VOTE.code()
            || type == MessageType.VOTE_RESPONSE.code() && (second(payload) & GRANTED) != 0;
    }

    /** Of a vote: is it the candidate's own, who asks for others? */
    static boolean isOwnVote(final ByteBuffer payload) {
        return type(payload) == MessageType.REQUEST_VOTE.code();
    }

    /** The lower 16 bits of the term of a vote. */
    static int voteTerm(final ByteBuffer payload) {
        final int at = payload.position() + TERM_OFFSET;
        return payload.get(at) & 0xFF | (payload.get(at + 1) & 0xFF) << Byte.SIZE;
    }
}
