package io.lockstep.codecs.replay;

import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.security.SafeText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording: checks all of it at once, and then knows where everything is. What is wrong with the bytes is said
 * by {@link #code()} and {@link #message()}, never thrown; what stands before the first fault can be read.
 *
 * <p>Memory: four bytes for each block beside the bytes handed in, which may be a mapped file and are never changed.
 * Not thread-safe.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class RecordingReader {

    private static final int FIRST_BLOCKS = 64;
    private static final int U16 = 0xFFFF;
    /** Frames beyond this are not counted by any match, and no sum of them overflows. */
    private static final long MAX_FRAME = 1L << 62;

    private ByteBuffer in;
    private final CRC32 crc = new CRC32();
    private @Nullable RecordingHeader header;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private RecordedFrames frames;
    private RecordingCode code = RecordingCode.OK;
    private @Nullable String message;
    private int[] offsets = new int[FIRST_BLOCKS];
    private int blocks;
    private int end;
    private long expected;
    private long frameCount;
    private int snapshots;
    private @Nullable String endReason;
    private int rollbacks;
    private int deepest;

    /**
     * Reads and checks a recording.
     *
     * @param recording the bytes between position and limit; to stay as they are while this reader is in use
     */
    public RecordingReader(final ByteBuffer recording) {
        in = recording.slice().order(ByteOrder.LITTLE_ENDIAN);
        read();
    }

    /**
     * Goes on with a recording that has grown, such as that of a match which is still being played: whoever watches
     * it calls this now and then, and steps its {@code RecordingPlayer} as far as it goes. Damage that was found
     * stays.
     *
     * @param recording the same bytes as before and whatever has come behind them, between position and limit; to stay
     *                  as they are while this reader is in use
     * @throws IllegalArgumentException if there are fewer than before
     */
    public void more(final ByteBuffer recording) {
        if (recording.remaining() < in.limit()) {
            throw new IllegalArgumentException("a recording of " + in.limit() + " bytes now has only "
                + recording.remaining());
        }
        in = recording.slice().order(ByteOrder.LITTLE_ENDIAN);
        if (code == RecordingCode.OK || code == RecordingCode.TRUNCATED) {
            code = RecordingCode.OK;
            message = null;
            read();
        }
    }

    private void read() {
        if (header == null && readHeader()) {
            frames = newFrames();
        }
        while (header != null && end < in.limit() && readBlock()) {
            end += RecordingFormat.BLOCK_HEAD_BYTES + in.getInt(end + RecordingFormat.AT_LENGTH);
        }
    }

    private boolean fail(final RecordingCode why, final String detail) {
        code = why;
        message = why.meaning() + ": " + detail;
        return false;
    }

    private boolean readHeader() {
        final int length = in.limit();
        for (int i = 0; i < Math.min(Long.BYTES, length); i++) {
            if (in.get(i) != (byte) (HeaderFormat.MAGIC >>> i * Byte.SIZE)) {
                return fail(RecordingCode.FOREIGN, "its first bytes are not those of a recording");
            }
        }
        if (length < HeaderFormat.FIXED_BYTES) {
            return fail(RecordingCode.TRUNCATED, "it has only " + length + " bytes");
        }
        final int version = in.getShort(HeaderFormat.AT_VERSION) & U16;
        if (version > RecordingHeader.VERSION) {
            return fail(RecordingCode.NEWER,
                "its version is " + version + ", this reads up to " + RecordingHeader.VERSION);
        }
        final int size = in.getShort(HeaderFormat.AT_LENGTH) & U16;
        if (version == 0 || size <= HeaderFormat.FIXED_BYTES || size > HeaderFormat.MAX_BYTES) {
            return fail(RecordingCode.CORRUPTED, "its header cannot be of version " + version + " and " + size
                + " bytes");
        }
        if (length < size) {
            return fail(RecordingCode.TRUNCATED, "it ends within its header");
        }
        if (crcOf(0, size - Integer.BYTES) != in.getInt(size - Integer.BYTES)) {
            return fail(RecordingCode.CORRUPTED, "the CRC of its header is wrong");
        }
        header = RecordingHeader.decode(in.duplicate().order(ByteOrder.LITTLE_ENDIAN), size);
        end = size;
        return header != null || fail(RecordingCode.CORRUPTED, "its header contradicts itself");
    }

    private int crcOf(final int from, final int length) {
        crc.reset();
        crc.update(in.duplicate().limit(from + length).position(from));
        return (int) crc.getValue();
    }

    private boolean corrupted(final String what) {
        return fail(RecordingCode.CORRUPTED, "the block at byte " + end + ' ' + what + readable());
    }

    private String readable() {
        return "; " + frameCount + " frames before it can be read";
    }

    private boolean readBlock() {
        final int rest = in.limit() - end;
        if (endReason != null) {
            return corrupted("stands after the end");
        }
        if (rest < RecordingFormat.BLOCK_HEAD_BYTES) {
            return fail(RecordingCode.TRUNCATED, "at byte " + in.limit() + readable());
        }
        if (crcOf(end, RecordingFormat.AT_HEAD_CRC) != in.getInt(end + RecordingFormat.AT_HEAD_CRC)) {
            return corrupted("has a head with a wrong CRC");
        }
        final int length = in.getInt(end + RecordingFormat.AT_LENGTH);
        if (length < 0 || length > maxLength(kind(end)) || !headIsPossible()) {
            return corrupted("has a head that cannot be");
        }
        if (rest - RecordingFormat.BLOCK_HEAD_BYTES < length) {
            return fail(RecordingCode.TRUNCATED, "at byte " + in.limit() + readable());
        }
        final int crcOfBody = crcOf(end + RecordingFormat.BLOCK_HEAD_BYTES, length);
        if (crcOfBody != in.getInt(end + RecordingFormat.AT_BODY_CRC)) {
            return corrupted("has a body with a wrong CRC");
        }
        if (!takeBlock(length)) {
            return corrupted("contradicts itself");
        }
        if (blocks == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * blocks);
        }
        offsets[blocks++] = end;
        return true;
    }

    private int maxLength(final int kind) {
        return switch (kind) {
            case RecordingFormat.FRAMES -> RecordingFormat.MAX_FRAMES_BODY;
            case RecordingFormat.SNAPSHOT -> RecordingFormat.MAX_STATE_BYTES;
            case RecordingFormat.END -> RecordingFormat.MAX_END_BYTES;
            default -> kind >= RecordingFormat.FIRST_OPTIONAL ? RecordingFormat.MAX_STATE_BYTES : -1;
        };
    }

    private boolean headIsPossible() {
        final int kind = kind(end);
        final int flags = in.get(end + RecordingFormat.AT_FLAGS);
        final int count = in.getShort(end + RecordingFormat.AT_COUNT) & U16;
        final long frame = frame(end);
        if (kind >= RecordingFormat.FIRST_OPTIONAL) {
            return blocks > 0 && frame == expected;
        }
        final boolean framed = kind == RecordingFormat.FRAMES
            ? count > 0 && count <= RecordingFormat.MAX_FRAMES
                && in.getInt(end + RecordingFormat.AT_LENGTH) >= RecordingFormat.FRAMES_HEAD_BYTES
            : count == 0;
        final int allowed = kind == RecordingFormat.FRAMES ? RecordingFormat.PAUSED
            : kind == RecordingFormat.SNAPSHOT ? RecordingFormat.PAUSED | RecordingFormat.LOADED : 0;
        final boolean loads = (flags & RecordingFormat.LOADED) != 0;
        return framed && (flags & ~allowed) == 0 && frame >= known().match().startFrame() && frame < MAX_FRAME
            && (loads || blocks > 0 && frame == expected);
    }

    private boolean takeBlock(final int length) {
        switch (kind(end)) {
            case RecordingFormat.FRAMES -> {
                if (!frames.open(in, end)) {
                    return false;
                }
                while (frames.next()) {
                    expected = frames.frame() + 1;
                }
                frameCount += in.getShort(end + RecordingFormat.AT_COUNT) & U16;
                return frames.isExhausted();
            }
            case RecordingFormat.SNAPSHOT -> {
                expected = frame(end);
                snapshots++;
            }
            case RecordingFormat.END -> endReason = endText(length);
            case RecordingFormat.ROLLBACKS -> {
                return takeRollbacks(length);
            }
            default -> {
                // Of a later release, and of no use for playing.
            }
        }
        return true;
    }

    private boolean takeRollbacks(final int length) {
        final int count = in.getShort(end + RecordingFormat.AT_COUNT) & U16;
        if (count > RecordingFormat.MAX_ROLLBACKS || length != count * RecordingFormat.ROLLBACK_BYTES) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            final RecordedRollback rollback = rollback(end, i);
            if (rollback.frame() < known().match().startFrame() || rollback.frame() >= MAX_FRAME
                || rollback.frames() < 1 || rollback.frames() > PredictionOptions.MAX_FRAMES) {
                return false;
            }
            deepest = Math.max(deepest, rollback.frames());
        }
        rollbacks += count;
        return true;
    }

    private RecordedRollback rollback(final int offset, final int index) {
        final int at = offset + RecordingFormat.BLOCK_HEAD_BYTES + index * RecordingFormat.ROLLBACK_BYTES;
        return new RecordedRollback(in.getLong(at), in.getInt(at + Long.BYTES + Integer.BYTES),
            in.getInt(at + Long.BYTES));
    }

    private String endText(final int length) {
        final byte[] text = new byte[length];
        in.duplicate().position(end + RecordingFormat.BLOCK_HEAD_BYTES).get(text);
        return SafeText.of(new String(text, StandardCharsets.US_ASCII));
    }

    private int kind(final int offset) {
        return in.get(offset);
    }

    private long frame(final int offset) {
        return in.getLong(offset + RecordingFormat.AT_FRAME);
    }

    int blocks() {
        return blocks;
    }

    int kindOf(final int block) {
        return kind(offsets[block]);
    }

    /** The first frame of a block, or the one after a snapshot. */
    long frameOf(final int block) {
        return frame(offsets[block]);
    }

    /** The frame after those of a block. */
    long frameAfter(final int block) {
        return frameOf(block) + (in.getShort(offsets[block] + RecordingFormat.AT_COUNT) & U16);
    }

    boolean isLoaded(final int block) {
        return (in.get(offsets[block] + RecordingFormat.AT_FLAGS) & RecordingFormat.LOADED) != 0;
    }

    /** CRC32 of the state in a snapshot. */
    int checksumOf(final int block) {
        return in.getInt(offsets[block] + RecordingFormat.AT_BODY_CRC);
    }

    /** The state in a snapshot. */
    ByteBuffer stateOf(final int block) {
        final int from = offsets[block] + RecordingFormat.BLOCK_HEAD_BYTES;
        final int length = in.getInt(offsets[block] + RecordingFormat.AT_LENGTH);
        final ByteBuffer state = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        return state.put(in.duplicate().limit(from + length).position(from)).flip();
    }

    /** Goes before the first frame of a block. */
    void open(final RecordedFrames into, final int block) {
        into.open(in, offsets[block]);
    }

    RecordedFrames newFrames() {
        return new RecordedFrames(known().match());
    }

    /** The header of what is playable. */
    RecordingHeader known() {
        return Objects.requireNonNull(header, "the header is not whole");
    }

    /**
     * Is the recording all right?
     *
     * @return OK, or what is wrong with it
     */
    public RecordingCode code() {
        return code;
    }

    /**
     * What is wrong with it.
     *
     * @return one line for a person, null when nothing is
     */
    public @Nullable String message() {
        return message;
    }

    /**
     * Can anything be played?
     *
     * @return true when the header and the first state are whole
     */
    public boolean isPlayable() {
        return blocks > 0;
    }

    /**
     * What was recorded.
     *
     * @return the header, null when it is not whole
     */
    public @Nullable RecordingHeader header() {
        return header;
    }

    /**
     * Why the session ended.
     *
     * @return the name of an {@link io.lockstep.core.game.EndReason}, null when the recording stops before the end,
     *         as after a crash
     */
    public @Nullable String endReason() {
        return endReason;
    }

    /**
     * The frame the recording starts with: later than the match if its peer joined later.
     *
     * @return a frame; 0 when nothing is playable
     */
    public long firstFrame() {
        return blocks == 0 ? 0 : frameOf(0);
    }

    /**
     * The frame after the last one.
     *
     * @return a frame; 0 when nothing is playable
     */
    public long nextFrame() {
        return expected;
    }

    /**
     * How many frames can be read.
     *
     * @return more than from the first to the last frame if a state was loaded that lay behind
     */
    public long frames() {
        return frameCount;
    }

    /**
     * How many states can be read.
     *
     * @return at least 1 when playable
     */
    public int snapshots() {
        return snapshots;
    }

    /**
     * How often the game was taken back, if that was recorded.
     *
     * @return 0 for a match in lockstep and for a recording without
     */
    public int rollbackCount() {
        return rollbacks;
    }

    /**
     * By how many frames the game went back at most, if that was recorded.
     *
     * @return 0 to 30
     */
    public int deepestRollback() {
        return deepest;
    }

    /**
     * The rollbacks of the match, if they were recorded, in their order.
     *
     * @return a new list of {@link #rollbackCount}
     */
    public List<RecordedRollback> rollbacks() {
        final List<RecordedRollback> list = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            final int count = kindOf(block) == RecordingFormat.ROLLBACKS
                ? in.getShort(offsets[block] + RecordingFormat.AT_COUNT) & U16 : 0;
            for (int i = 0; i < count; i++) {
                list.add(rollback(offsets[block], i));
            }
        }
        return list;
    }

    /**
     * How much of the recording can be read.
     *
     * @return bytes up to the end of the last whole block
     */
    public int readableBytes() {
        return end;
    }
}
