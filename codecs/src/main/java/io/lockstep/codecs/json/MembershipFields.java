package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.WireCode;
import java.nio.ByteBuffer;
import java.util.function.IntToLongFunction;

/** The fields of a membership message, the same for each kind. */
final class MembershipFields {

    private static final MembershipMessage.Kind[] KINDS = MembershipMessage.Kind.values();
    private static final String[] FRAME = {"player", "frame"};
    private static final String[] INCARNATION = {"peer", "incarnation"};

    /** Takes what is said of one player or peer. */
    @FunctionalInterface
    private interface Entries {

        void add(int index, long value);
    }

    private int index;
    private long value;
    private int listed;
    private int suspects;
    private int reporters;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private byte[] reports;

    MessageFields<MembershipMessage> fields() {
        return new MessageFields<>(MembershipMessage.class)
            .begin(message -> message.reset(MembershipMessage.Kind.STATUS))
            .field("kind", (message, out) -> out.string(message.kind().name()),
                (message, in) -> message.kind(in.constant(KINDS)))
            .bool("leads", MembershipMessage::leads, MembershipMessage::leads)
            .bool("established", MembershipMessage::established, MembershipMessage::established)
            .bool("joining", MembershipMessage::joining, MembershipMessage::joining)
            .bool("branch", MembershipMessage::branch, MembershipMessage::branch)
            .number("term", Long.SIZE, MembershipMessage::term, MembershipMessage::term)
            .number("ballot", Long.SIZE, MembershipMessage::ballot, MembershipMessage::ballot)
            .number("epoch", Integer.SIZE, MembershipMessage::epoch, MembershipMessage::epoch)
            .number("epochId", Long.SIZE, MembershipMessage::epochId, MembershipMessage::epochId)
            .integer("members", Integer.SIZE, MembershipMessage::members, MembershipMessage::members)
            .integer("mask", Integer.SIZE, MembershipMessage::mask, MembershipMessage::mask)
            .player("seat", MembershipMessage::seat, MembershipMessage::seat)
            .field("chain", MembershipFields::writeChain,
                (message, in) -> in.array(mask -> readChain(message, mask)))
            .field("frames", (message, out) -> writeEntries(out, FRAME, message.framesMask(), message::frame),
                (message, in) -> readEntries(in, FRAME, Long.SIZE, message::frame))
            .field("incarnations", (message, out) -> writeEntries(out, INCARNATION, message.incarnationsMask(),
                    peer -> Integer.toUnsignedLong(message.incarnation(peer))),
                (message, in) -> readEntries(in, INCARNATION, Integer.SIZE,
                    (peer, incarnation) -> message.incarnation(peer, (int) incarnation)))
            .integer("suspects", Integer.SIZE, message -> message.reports().suspects(),
                (message, mask) -> suspects = mask)
            .integer("reporters", Integer.SIZE, message -> message.reports().reporters(),
                (message, mask) -> reporters = mask)
            .field("reports", MembershipFields::writeReports,
                (message, in) -> reports = in.hex(Message.MAX_PLAYERS * Message.MAX_PLAYERS))
            .end(this::takeReports);
    }

    private static void writeReports(final MembershipMessage message, final JsonWriter out) {
        final ByteBuffer bytes = ByteBuffer.allocate(message.reports().length());
        message.reports().bytes(bytes);
        out.hex(bytes.array(), 0, bytes.position());
    }

    /** How many there are follows from the two masks. */
    private void takeReports(final MembershipMessage message, final JsonInput in) {
        message.reports().reset(suspects, reporters);
        if (reports.length == message.reports().length()) {
            message.reports().take(ByteBuffer.wrap(reports));
        } else {
            in.fail(WireCode.RANGE);
        }
    }

    private static void writeChain(final MembershipMessage message, final JsonWriter out) {
        out.beginArray();
        for (int i = 0; i < message.chainCount(); i++) {
            out.unsigned(Integer.toUnsignedLong(message.chain(i)));
        }
        out.endArray();
    }

    private static void readChain(final MembershipMessage message, final JsonInput in) {
        final int mask = in.u32();
        if (mask == 0 || message.chainCount() == MembershipMessage.MAX_CHAIN) {
            in.fail(WireCode.RANGE);
        } else {
            message.addChain(mask);
        }
    }

    private static void writeEntries(final JsonWriter out, final String[] names, final int mask,
                                     final IntToLongFunction values) {
        out.beginArray();
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            final int each = Integer.numberOfTrailingZeros(rest);
            out.beginObject().name(names[0]).unsigned(each).name(names[1]).unsigned(values.applyAsLong(each))
                .endObject();
        }
        out.endArray();
    }

    private void readEntries(final JsonInput in, final String[] names, final int bits, final Entries entries) {
        listed = 0;
        in.array(entry -> {
            entry.object(names, 0, (field, each) -> {
                if (field == 0) {
                    index = each.u8();
                } else {
                    value = each.unsigned(bits);
                }
            });
            if (entry.code() == WireCode.OK) {
                addEntry(entry, entries);
            }
        });
    }

    /** The lowest player or peer stands first, and none twice: as bits of a mask they have no other order. */
    private void addEntry(final JsonInput in, final Entries entries) {
        if (index >= Message.MAX_PLAYERS || value < 0) {
            in.fail(WireCode.RANGE);
        } else if (listed >>> index != 0) {
            in.fail(WireCode.NOT_CANONICAL);
        } else {
            listed |= 1 << index;
            entries.add(index, value);
        }
    }
}
