package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.TransferMessage.Kind;
import io.lockstep.core.internal.protocol.WireCode;

/** The fields of a part of a stream and of its acknowledgement: those of the kind that it is not are null. */
final class TransferFields {

    private static final Kind[] KINDS = Kind.values();
    private static final int CHUNK_FIELDS = 3;
    private static final int ACK_FIELDS = 2;

    @SuppressWarnings("NullAway.Init") // given before it is used
    private Kind kind;
    private int transfer;
    private int index;
    private boolean last;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private byte[] bytes;
    private int next;
    private int bitmap;
    private int chunkFields;
    private int ackFields;

    MessageFields<TransferMessage> fields() {
        return new MessageFields<>(TransferMessage.class)
            .begin(message -> {
                chunkFields = 0;
                ackFields = 0;
            })
            .field("kind", (message, out) -> out.string(message.kind().name()),
                (message, in) -> kind = in.constant(KINDS))
            .integer("transfer", Integer.SIZE, TransferMessage::transferId, (message, v) -> transfer = v)
            .fieldOrNull("index", TransferFields::isChunk,
                (message, out) -> out.unsigned(Integer.toUnsignedLong(message.index())),
                (message, in) -> index = chunk(in).u32())
            .fieldOrNull("last", TransferFields::isChunk, (message, out) -> out.bool(message.last()),
                (message, in) -> last = chunk(in).bool())
            .fieldOrNull("bytes", TransferFields::isChunk,
                (message, out) -> out.hex(message.bytes(), 0, message.length()),
                (message, in) -> bytes = chunk(in).hex(TransferMessage.MAX_CHUNK_BYTES))
            .fieldOrNull("next", TransferFields::isAck,
                (message, out) -> out.unsigned(Integer.toUnsignedLong(message.next())),
                (message, in) -> next = ack(in).u32())
            .fieldOrNull("bitmap", TransferFields::isAck,
                (message, out) -> out.unsigned(Integer.toUnsignedLong(message.bitmap())),
                (message, in) -> bitmap = ack(in).u32())
            .end(this::complete);
    }

    private static boolean isChunk(final TransferMessage message) {
        return message.kind() == Kind.CHUNK;
    }

    private static boolean isAck(final TransferMessage message) {
        return message.kind() == Kind.ACK;
    }

    private JsonInput chunk(final JsonInput in) {
        chunkFields++;
        return in;
    }

    private JsonInput ack(final JsonInput in) {
        ackFields++;
        return in;
    }

    private void complete(final TransferMessage message, final JsonInput in) {
        final boolean isChunk = kind == Kind.CHUNK;
        if (chunkFields != (isChunk ? CHUNK_FIELDS : 0) || ackFields != (isChunk ? 0 : ACK_FIELDS)) {
            in.fail(WireCode.NOT_CANONICAL);
        } else if (!isChunk) {
            message.ack(transfer, next, bitmap);
        } else if (TransferMessage.isLength(bytes.length, last)) {
            message.chunk(transfer, index, bytes, 0, bytes.length, last);
        } else {
            in.fail(WireCode.RANGE);
        }
    }
}
