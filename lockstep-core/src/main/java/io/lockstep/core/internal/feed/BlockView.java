package io.lockstep.core.internal.feed;

import io.lockstep.core.internal.replay.RecordingFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/** Where what stands in a block of a recording, head and body; see {@link RecordingFormat}. */
public final class BlockView {

    private static final int U16 = 0xFFFF;
    private static final long MAX_FRAME = 1L << 62;

    private BlockView() {
    }

    public static int kind(final ByteBuffer block) {
        return block.get(block.position());
    }

    public static boolean isLoaded(final ByteBuffer block) {
        return (block.get(block.position() + RecordingFormat.AT_FLAGS) & RecordingFormat.LOADED) != 0;
    }

    public static int count(final ByteBuffer block) {
        return block.getShort(block.position() + RecordingFormat.AT_COUNT) & U16;
    }

    public static long frame(final ByteBuffer block) {
        return block.getLong(block.position() + RecordingFormat.AT_FRAME);
    }

    public static int bodyLength(final ByteBuffer block) {
        return block.getInt(block.position() + RecordingFormat.AT_LENGTH);
    }

    public static int bodyCrc(final ByteBuffer block) {
        return block.getInt(block.position() + RecordingFormat.AT_BODY_CRC);
    }

    /** The same block as who begins with it has to have it: a state that came from elsewhere. */
    public static ByteBuffer asLoaded(final ByteBuffer block) {
        final ByteBuffer loaded = ByteBuffer.allocate(block.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        loaded.put(block.duplicate()).flip();
        loaded.put(RecordingFormat.AT_FLAGS, (byte) (loaded.get(RecordingFormat.AT_FLAGS) | RecordingFormat.LOADED));
        return loaded.putInt(RecordingFormat.AT_HEAD_CRC,
            crcOf(loaded, 0, RecordingFormat.AT_HEAD_CRC, new CRC32()));
    }

    static int crcOf(final ByteBuffer bytes, final int from, final int length, final CRC32 crc) {
        crc.reset();
        crc.update(bytes.array(), bytes.arrayOffset() + from, length);
        return (int) crc.getValue();
    }

    /** Is the head at the start of these bytes whole and possible? */
    static boolean headIsRight(final ByteBuffer bytes, final CRC32 crc) {
        final int kind = bytes.get(0);
        final int flags = bytes.get(RecordingFormat.AT_FLAGS);
        final int count = count(bytes);
        final int length = bodyLength(bytes);
        final long frame = frame(bytes);
        if (crcOf(bytes, 0, RecordingFormat.AT_HEAD_CRC, crc) != bytes.getInt(RecordingFormat.AT_HEAD_CRC)
            || frame < 0 || frame > MAX_FRAME || length < 0) {
            return false;
        }
        return switch (kind) {
            case RecordingFormat.FRAMES -> (flags & ~RecordingFormat.PAUSED) == 0 && count > 0
                && count <= RecordingFormat.MAX_FRAMES && length >= RecordingFormat.FRAMES_HEAD_BYTES
                && length <= RecordingFormat.MAX_FRAMES_BODY;
            case RecordingFormat.SNAPSHOT -> (flags & ~(RecordingFormat.PAUSED | RecordingFormat.LOADED)) == 0
                && count == 0 && length <= RecordingFormat.MAX_STATE_BYTES;
            case RecordingFormat.END -> flags == 0 && count == 0 && length <= RecordingFormat.MAX_END_BYTES;
            default -> false;
        };
    }
}
