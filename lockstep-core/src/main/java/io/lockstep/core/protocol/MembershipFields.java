package io.lockstep.core.protocol;

import java.nio.ByteBuffer;

/** Reads and writes the fields of a {@link MembershipMessage}: as bytes, whose layout it draws, and in JSON. */
final class MembershipFields {

    /** Leads, established, joining, branch. */
    private static final int FLAGS_KNOWN = 0b1111;

    static final String[] FIELD_NAMES = {
        "kind", "leads", "established", "joining", "branch", "term", "ballot", "epoch", "epochId", "members", "mask",
        "seat", "chain", "frames", "incarnations"
    };

    /** Everything up to and including the number of masks in the chain, without the header. */
    private static final int FIXED_BODY_BYTES = 40;

    private MembershipFields() {
    }

    static WireCode decode(final MembershipMessage message, final ByteBuffer buffer) {
        if (buffer.remaining() < FIXED_BODY_BYTES) {
            return WireCode.TRUNCATED;
        }
        final int kind = buffer.get() & Message.U8;
        final int flags = buffer.get() & Message.U8;
        if ((flags & ~FLAGS_KNOWN) != 0) {
            return WireCode.RESERVED;
        }
        if (kind >= MembershipMessage.Kind.VALUES.length) {
            return WireCode.RANGE;
        }
        message.reset(MembershipMessage.Kind.VALUES[kind]).flag(flags, true);
        message.term(buffer.getLong()).ballot(buffer.getLong()).epoch(buffer.getInt() & Message.U32)
            .epochId(buffer.getLong()).members(buffer.getInt()).mask(buffer.getInt());
        final int seat = buffer.get() & Message.U8;
        final int chain = buffer.get() & Message.U8;
        if (seat >= Message.MAX_PLAYERS || chain > MembershipMessage.MAX_CHAIN) {
            return WireCode.RANGE;
        }
        message.seat(seat);
        return decodeLists(message, chain, buffer);
    }

    private static WireCode decodeLists(final MembershipMessage message, final int chain, final ByteBuffer buffer) {
        if (buffer.remaining() < chain * Integer.BYTES) {
            return WireCode.TRUNCATED;
        }
        for (int i = 0; i < chain; i++) {
            final int members = buffer.getInt();
            if (members == 0) {
                return WireCode.RANGE;
            }
            message.addChain(members);
        }
        WireCode code = message.frames.decode(buffer);
        if (code == WireCode.OK) {
            code = message.incarnations.decode(buffer);
        }
        if (code != WireCode.OK) {
            return code;
        }
        return buffer.hasRemaining() ? WireCode.TRAILING : check(message);
    }

    /**
     * What no peer can mean: an epoch of nobody, and a term that could not be followed by another. A READY speaks of no
     * term, whatever stands in its place.
     */
    static WireCode check(final MembershipMessage message) {
        final boolean ofNobody = message.kind() == MembershipMessage.Kind.CUT && message.members() == 0;
        final boolean inNoTerm = message.kind() != MembershipMessage.Kind.READY && (message.term() < 0
            || message.term() > MembershipMessage.MAX_TERM || message.ballot() < 0);
        return ofNobody || inNoTerm ? WireCode.RANGE : WireCode.OK;
    }

    static void encode(final MembershipMessage message, final ByteBuffer buffer) {
        buffer.put((byte) message.kind.ordinal()).put((byte) message.flags);
        buffer.putLong(message.term()).putLong(message.ballot());
        buffer.putInt((int) message.epoch()).putLong(message.epochId());
        buffer.putInt(message.members()).putInt(message.mask());
        buffer.put((byte) message.seat()).put((byte) message.chainCount());
        for (int i = 0; i < message.chainCount(); i++) {
            buffer.putInt(message.chain(i));
        }
        message.frames.encode(buffer);
        message.incarnations.encode(buffer);
    }

    static void writeFields(final MembershipMessage message, final int field, final FieldWriter out) {
        switch (field) {
            case 0 -> out.string(message.kind().name());
            case 1, 2, 3, 4 -> out.bool(message.flag(1 << field - 1));
            case 5 -> out.unsigned(message.term());
            case 6 -> out.unsigned(message.ballot());
            case 7 -> out.unsigned(message.epoch());
            case 8 -> out.unsigned(message.epochId());
            case 9 -> out.unsigned(message.members() & Message.U32);
            case 10 -> out.unsigned(message.mask() & Message.U32);
            case 11 -> out.unsigned(message.seat());
            case 12 -> writeChain(message, out);
            case 13 -> message.frames.writeFields(out);
            default -> message.incarnations.writeFields(out);
        }
    }

    private static void writeChain(final MembershipMessage message, final FieldWriter out) {
        out.beginArray();
        for (int i = 0; i < message.chainCount(); i++) {
            out.unsigned(message.chain(i) & Message.U32);
        }
        out.endArray();
    }

    static void readFields(final MembershipMessage message, final int field, final FieldReader in) {
        switch (field) {
            case 0 -> message.kind = kind(in);
            case 1, 2, 3, 4 -> message.flag(1 << field - 1, in.bool());
            case 5 -> message.term(in.u64());
            case 6 -> message.ballot(in.u64());
            case 7 -> message.epoch(in.u32() & Message.U32);
            case 8 -> message.epochId(in.u64());
            case 9 -> message.members(in.u32());
            case 10 -> message.mask(in.u32());
            case 11 -> readSeat(message, in);
            case 12 -> {
                message.chainCount = 0;
                in.array(value -> readMask(message, value));
            }
            case 13 -> message.frames.readFields(in);
            default -> message.incarnations.readFields(in);
        }
    }

    private static MembershipMessage.Kind kind(final FieldReader in) {
        final String name = in.text();
        for (final MembershipMessage.Kind kind : MembershipMessage.Kind.VALUES) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        in.fail(WireCode.RANGE);
        return MembershipMessage.Kind.STATUS;
    }

    private static void readSeat(final MembershipMessage message, final FieldReader in) {
        final int seat = in.u8();
        if (seat < Message.MAX_PLAYERS) {
            message.seat(seat);
        } else {
            in.fail(WireCode.RANGE);
        }
    }

    private static void readMask(final MembershipMessage message, final FieldReader in) {
        final int members = in.u32();
        if (members == 0 || message.chainCount() == MembershipMessage.MAX_CHAIN) {
            in.fail(WireCode.RANGE);
        } else {
            message.addChain(members);
        }
    }
}
