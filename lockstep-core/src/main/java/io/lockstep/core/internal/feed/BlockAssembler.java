package io.lockstep.core.internal.feed;

import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Makes the header and the blocks of a recording again of a stream of bytes, and checks that they are whole. */
public final class BlockAssembler {

    /** Takes what is whole. */
    public interface Target {

        /** The header of the recording; between position and limit, valid during the call. */
        void header(ByteBuffer header);

        /** A block, head and body; between position and limit, valid during the call. */
        void block(ByteBuffer block);
    }

    private static final int FIRST_BYTES = 4096;
    private static final int HEADER_START_BYTES = 12;
    private static final int U16 = 0xFFFF;

    private final Target target;
    private final CRC32 crc = new CRC32();
    private ByteBuffer bytes = ByteBuffer.allocate(FIRST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private int length;
    private boolean headed;
    private boolean broken;

    public BlockAssembler(final Target target) {
        this.target = target;
    }

    /** Adds bytes and hands on what they complete; what is wrong with them shows in {@link #isBroken}. */
    public void add(final ByteBuffer more) {
        while (more.hasRemaining() && !broken) {
            final int needed = needed();
            final int taken = Math.min(more.remaining(), needed - length);
            if (length + taken > bytes.capacity()) {
                final int grown = Math.max(length + taken, 2 * bytes.capacity());
                bytes = ByteBuffer.wrap(Arrays.copyOf(bytes.array(), grown)).order(ByteOrder.LITTLE_ENDIAN);
            }
            more.get(bytes.array(), length, taken);
            length += taken;
            if (length == needed) {
                complete();
            }
        }
    }

    /** How long the piece is as far as is known: its start first, which tells the rest. */
    private int needed() {
        if (!headed) {
            return length < HEADER_START_BYTES ? HEADER_START_BYTES : headerLength();
        }
        return length < RecordingFormat.BLOCK_HEAD_BYTES ? RecordingFormat.BLOCK_HEAD_BYTES
            : RecordingFormat.BLOCK_HEAD_BYTES + BlockView.bodyLength(bytes.clear());
    }

    private int headerLength() {
        return bytes.getShort(HeaderFormat.AT_LENGTH) & U16;
    }

    private void complete() {
        bytes.clear();
        if (!headed) {
            completeHeader();
        } else if (length == RecordingFormat.BLOCK_HEAD_BYTES && BlockView.headIsRight(bytes, crc)
            && BlockView.bodyLength(bytes) > 0) {
            return;
        } else {
            completeBlock();
        }
    }

    private void completeHeader() {
        if (length == HEADER_START_BYTES) {
            broken = bytes.getLong(0) != HeaderFormat.MAGIC
                || (bytes.getShort(HeaderFormat.AT_VERSION) & U16) != HeaderFormat.VERSION
                || headerLength() <= HeaderFormat.FIXED_BYTES || headerLength() > HeaderFormat.MAX_BYTES;
            return;
        }
        final int checked = length - Integer.BYTES;
        broken = BlockView.crcOf(bytes, 0, checked, crc) != bytes.getInt(checked);
        if (!broken) {
            headed = true;
            handOn(true);
        }
    }

    private void completeBlock() {
        final int body = length - RecordingFormat.BLOCK_HEAD_BYTES;
        broken = !BlockView.headIsRight(bytes, crc) || BlockView.bodyLength(bytes) != body
            || BlockView.crcOf(bytes, RecordingFormat.BLOCK_HEAD_BYTES, body, crc) != BlockView.bodyCrc(bytes);
        if (!broken) {
            handOn(false);
        }
    }

    private void handOn(final boolean header) {
        bytes.position(0).limit(length);
        length = 0;
        if (header) {
            target.header(bytes);
        } else {
            target.block(bytes);
        }
    }

    /** Nothing more is wanted. */
    void stop() {
        broken = true;
    }

    /** The stream is none of a recording, or was damaged; nothing more comes of it. */
    public boolean isBroken() {
        return broken;
    }
}
