package io.lockstep.core.internal.feed;

import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.internal.transfer.ByteRing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The newest blocks of a recording, of which those that are old enough are handed out. Places are counted in bytes from
 * the first block there ever was. What was handed out is kept for a while, and the newest state and all behind it
 * always.
 */
public final class FeedLog {

    /** No place. */
    public static final long NOWHERE = -1;
    /** A minute and a half of the largest states, ten seconds apart, that a recording can have. */
    private static final int MAX_BYTES = 96 << 20;

    private static final int FIRST_BLOCKS = 64;
    private static final long NOT_SEEN = Long.MIN_VALUE;

    private final ByteRing bytes;
    private byte[] header;
    private long[] offsets = new long[FIRST_BLOCKS];
    private long[] frames = new long[FIRST_BLOCKS];
    private byte[] kinds = new byte[FIRST_BLOCKS];
    private long[] seenNs = new long[FIRST_BLOCKS];
    private long[] releasedNs = new long[FIRST_BLOCKS];
    private int blocks;
    private int released;
    private long next;
    private boolean holdsNothing;

    /** A log without a block. */
    public FeedLog() {
        this(MAX_BYTES);
    }

    /** A log that holds this many bytes at most. */
    FeedLog(final int maxBytes) {
        bytes = new ByteRing(maxBytes);
    }

    /** The header that stands before all blocks. */
    public void header(final ByteBuffer recording) {
        header = new byte[recording.remaining()];
        recording.duplicate().get(header);
    }

    /** Bytes of the header, not to be changed; null before there is one. */
    byte[] header() {
        return header;
    }

    /** Is it a recording of this match? To be asked once there is a header. */
    boolean isOf(final long matchId, final long digest) {
        final ByteBuffer said = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        return said.getLong(HeaderFormat.AT_MATCH_ID) == matchId && said.getLong(HeaderFormat.AT_DIGEST) == digest;
    }

    /** Adds a whole block. */
    public void add(final ByteBuffer block) {
        while (blocks > 0 && bytes.room() < block.remaining()) {
            forgetOldest();
        }
        if (blocks == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * blocks);
            frames = Arrays.copyOf(frames, 2 * blocks);
            kinds = Arrays.copyOf(kinds, 2 * blocks);
            seenNs = Arrays.copyOf(seenNs, 2 * blocks);
            releasedNs = Arrays.copyOf(releasedNs, 2 * blocks);
        }
        offsets[blocks] = bytes.end();
        frames[blocks] = BlockView.frame(block);
        kinds[blocks] = (byte) BlockView.kind(block);
        seenNs[blocks++] = NOT_SEEN;
        next = BlockView.frame(block) + BlockView.count(block);
        bytes.add(block.array(), block.arrayOffset() + block.position(), block.remaining());
    }

    /** Nothing more will come: whatever waits may be handed out. */
    public void holdNothing() {
        holdsNothing = true;
    }

    /** Hands out what came at least so long before; how long is counted from the first call after it came. */
    public void release(final long nowNs, final long holdNs) {
        for (int i = blocks - 1; i >= released && seenNs[i] == NOT_SEEN; i--) {
            seenNs[i] = nowNs;
        }
        while (released < blocks && (holdsNothing || nowNs - seenNs[released] >= holdNs)) {
            releasedNs[released++] = nowNs;
        }
        while (released > 1 && nowNs - releasedNs[0] > FeedLimits.KEEP_NS && newestState() > 0) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        bytes.removeTo(blocks > 1 ? offsets[1] : bytes.end());
        blocks--;
        released = Math.max(0, released - 1);
        System.arraycopy(offsets, 1, offsets, 0, blocks);
        System.arraycopy(frames, 1, frames, 0, blocks);
        System.arraycopy(kinds, 1, kinds, 0, blocks);
        System.arraycopy(seenNs, 1, seenNs, 0, blocks);
        System.arraycopy(releasedNs, 1, releasedNs, 0, blocks);
    }

    private int newestState() {
        for (int i = released - 1; i >= 0; i--) {
            if (kinds[i] == RecordingFormat.SNAPSHOT) {
                return i;
            }
        }
        return -1;
    }

    /** Where somebody begins who has all before a frame, −1 for nothing; {@link #NOWHERE} while there is no state. */
    long startOf(final long frame) {
        final int state = newestState();
        if (state < 0 || header == null) {
            return NOWHERE;
        }
        for (int i = released - 1; i >= 0 && frame >= 0; i--) {
            if (frames[i] == frame) {
                return offsets[i > 0 && frames[i - 1] == frame ? i - 1 : i];
            }
        }
        return frame >= 0 && frame == nextFrame() ? end() : offsets[state];
    }

    /** The frame behind all that is handed out. */
    private long nextFrame() {
        return released < blocks ? frames[released] : next;
    }

    /** The first place that is still here. */
    long begin() {
        return bytes.begin();
    }

    /** The place behind all that is handed out. */
    long end() {
        return released == blocks ? bytes.end() : offsets[released];
    }

    /** Copies what is handed out. */
    void copy(final long from, final byte[] target, final int offset, final int length) {
        bytes.copy(from, target, offset, length);
    }

    /** For how long there has been something behind a place. */
    long lagNs(final long place, final long nowNs) {
        int block = released - 1;
        while (block > 0 && offsets[block] > place) {
            block--;
        }
        return place >= end() || block < 0 ? 0 : nowNs - releasedNs[block];
    }
}
