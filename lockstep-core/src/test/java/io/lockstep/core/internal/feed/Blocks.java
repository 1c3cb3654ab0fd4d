package io.lockstep.core.internal.feed;

import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/** Headers and blocks of recordings, whole and with right CRCs. */
final class Blocks {

    private Blocks() {
    }

    private static int crcOf(final byte[] bytes, final int from, final int length) {
        final CRC32 crc = new CRC32();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /** A header of this length that says no more than which match it is. */
    static ByteBuffer header(final int length, final long matchId, final int tickRate) {
        final ByteBuffer header = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(HeaderFormat.MAGIC).putShort((short) HeaderFormat.VERSION).putShort((short) length)
            .putLong(matchId).putLong(2 * matchId).putShort(HeaderFormat.AT_TICK_RATE, (short) tickRate);
        return sealed(header);
    }

    /** The same header with the CRC that it has to have. */
    static ByteBuffer sealed(final ByteBuffer header) {
        final int checked = header.clear().capacity() - Integer.BYTES;
        return header.putInt(checked, crcOf(header.array(), 0, checked));
    }

    /** A head that tells how long a body would be, and has no body. */
    static ByteBuffer head(final int kind, final int flags, final int count, final long frame, final int length) {
        final ByteBuffer head =
            ByteBuffer.allocate(RecordingFormat.BLOCK_HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        head.put((byte) kind).put((byte) flags).putShort((short) count).putInt(length).putLong(frame);
        return head.putInt(RecordingFormat.AT_HEAD_CRC, crcOf(head.array(), 0, RecordingFormat.AT_HEAD_CRC)).clear();
    }

    static ByteBuffer block(final int kind, final int flags, final int count, final long frame,
                            final byte... body) {
        final ByteBuffer block =
            ByteBuffer.allocate(RecordingFormat.BLOCK_HEAD_BYTES + body.length).order(ByteOrder.LITTLE_ENDIAN);
        block.put(head(kind, flags, count, frame, body.length)).put(body)
            .putInt(RecordingFormat.AT_BODY_CRC, crcOf(body, 0, body.length));
        return block.putInt(RecordingFormat.AT_HEAD_CRC, crcOf(block.array(), 0, RecordingFormat.AT_HEAD_CRC)).clear();
    }

    static ByteBuffer state(final long frame, final int length) {
        final byte[] body = new byte[length];
        for (int i = 0; i < length; i++) {
            body[i] = (byte) (frame + i * i);
        }
        return block(RecordingFormat.SNAPSHOT, 0, 0, frame, body);
    }

    static ByteBuffer frames(final long first, final int count) {
        return block(RecordingFormat.FRAMES, 0, count, first, new byte[RecordingFormat.FRAMES_HEAD_BYTES + count]);
    }

    static ByteBuffer end(final long frame, final String reason) {
        return block(RecordingFormat.END, 0, 0, frame, reason.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns all of these in one. */
    static ByteBuffer joined(final List<ByteBuffer> parts) {
        final ByteBuffer all = ByteBuffer.allocate(parts.stream().mapToInt(ByteBuffer::remaining).sum());
        parts.forEach(part -> all.put(part.duplicate()));
        return all.flip();
    }
}
