package io.lockstep.core.replay;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.replay.FrameBlock;
import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.internal.replay.RollbackBlock;
import io.lockstep.core.sync.StateBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Records a match as its session executes it:
 *
 * <pre>
 * final RecordingWriter recording = new RecordingWriter(sink, "mygame 1.4 (3f2a9c1)");
 * final Session session = Session.builder().recording(recording)…
 * </pre>
 *
 * <p>Bytes are only ever appended, in whole blocks, at least once a second of frames: after a crash everything up to
 * the last whole block can be read. Blocks and snapshots end at frames that are multiples of their length, so that all
 * who record a match write the same blocks. What goes wrong with the sink ends the recording and not the match, see
 * {@link #problem()}. Nothing is allocated per frame. One session, one thread; not thread-safe.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class RecordingWriter implements MatchRecorder {

    /** Frames from one snapshot to the next unless said otherwise: ten seconds at 60 Hz. */
    public static final int DEFAULT_SNAPSHOT_FRAMES = 600;
    /** Rarest snapshots: four hours at 60 Hz; seeking would then mean to play it all again. */
    public static final int MAX_SNAPSHOT_FRAMES = 1_000_000;

    /** Most blocks a second: below that a block is little more than its head. */
    public static final int MAX_BLOCKS_PER_SECOND = 60;

    private final RecordingSink sink;
    private final String buildId;
    private final int snapshotFrames;
    private final int blocksPerSecond;
    private final StateBuffer state = new StateBuffer(RecordingFormat.MAX_STATE_BYTES);
    private final ByteBuffer head =
        ByteBuffer.allocate(RecordingFormat.BLOCK_HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32 crc = new CRC32();
    private ByteBuffer stateView = ByteBuffer.allocate(0);
    private @Nullable FrameBlock block;
    private @Nullable RollbackBlock rollbacks;
    private long next;
    private @Nullable String problem;
    private long bytes;
    private long frames;
    private long snapshotAt;
    private boolean ended;

    /**
     * A recording that takes a snapshot each {@value #DEFAULT_SNAPSHOT_FRAMES} frames.
     *
     * @param sink    where it goes
     * @param buildId which build of the game this is, up to 64 printable ASCII characters
     * @throws IllegalArgumentException if the build id is longer or has others
     */
    public RecordingWriter(final RecordingSink sink, final String buildId) {
        this(sink, buildId, DEFAULT_SNAPSHOT_FRAMES);
    }

    /**
     * A recording.
     *
     * @param sink           where it goes
     * @param buildId        which build of the game this is, up to 64 printable ASCII characters
     * @param snapshotFrames frames from one snapshot to the next, 1 to {@value #MAX_SNAPSHOT_FRAMES}; a snapshot costs
     *                       the size of the state
     * @throws IllegalArgumentException if one is out of range
     */
    public RecordingWriter(final RecordingSink sink, final String buildId, final int snapshotFrames) {
        this(sink, buildId, snapshotFrames, 1);
    }

    /**
     * A recording that is read while it is written.
     *
     * @param sink            where it goes
     * @param buildId         which build of the game this is, up to 64 printable ASCII characters
     * @param snapshotFrames  frames from one snapshot to the next, 1 to {@value #MAX_SNAPSHOT_FRAMES}; a snapshot costs
     *                        the size of the state
     * @param blocksPerSecond how often frames are handed to the sink, 1 to {@value #MAX_BLOCKS_PER_SECOND} times a
     *                        second; each costs some forty bytes
     * @throws IllegalArgumentException if one is out of range
     */
    public RecordingWriter(final RecordingSink sink, final String buildId, final int snapshotFrames,
                           final int blocksPerSecond) {
        if (buildId.length() > HeaderFormat.MAX_BUILD_ID_LENGTH || !HeaderFormat.isPrintable(buildId)) {
            throw new IllegalArgumentException("buildId '" + buildId + "' is not up to "
                + HeaderFormat.MAX_BUILD_ID_LENGTH + " printable ASCII characters");
        }
        if (snapshotFrames < 1 || snapshotFrames > MAX_SNAPSHOT_FRAMES) {
            throw new IllegalArgumentException(
                "snapshotFrames " + snapshotFrames + " is not in 1 to " + MAX_SNAPSHOT_FRAMES);
        }
        if (blocksPerSecond < 1 || blocksPerSecond > MAX_BLOCKS_PER_SECOND) {
            throw new IllegalArgumentException(
                "blocksPerSecond " + blocksPerSecond + " is not in 1 to " + MAX_BLOCKS_PER_SECOND);
        }
        this.blocksPerSecond = blocksPerSecond;
        this.sink = sink;
        this.buildId = buildId;
        this.snapshotFrames = snapshotFrames;
    }

    /**
     * Whether rollbacks are recorded as well: for looking into how well a match that is played ahead is guessed. Each
     * costs 16 bytes; playing and verifying the recording take no notice of them.
     *
     * @param too true to record them, false by default; to be said before the match
     * @return this
     */
    public RecordingWriter rollbacks(final boolean too) {
        rollbacks = too ? new RollbackBlock() : null;
        return this;
    }

    @Override
    public void begin(final MatchDescription match, final long frame, final boolean paused, final Simulation game) {
        if (ended) {
            return;
        }
        if (block == null) {
            block = new FrameBlock(match, Math.max(1, match.tickRate() / blocksPerSecond));
            append(HeaderFormat.encode(match, buildId));
        }
        flush();
        next = frame;
        snapshot(frame, RecordingFormat.LOADED | (paused ? RecordingFormat.PAUSED : 0), game);
    }

    @Override
    public void frame(final ExecutedFrame frame, final Simulation game) {
        if (problem != null || block == null || ended) {
            return;
        }
        block.add(frame);
        next = frame.frame() + 1;
        frames++;
        final boolean snapshotDue = frame.frame() + 1 >= snapshotAt;
        if (snapshotDue || block.isFull()) {
            flush();
        }
        if (snapshotDue) {
            snapshot(frame.frame() + 1, frame.paused() ? RecordingFormat.PAUSED : 0, game);
        }
    }

    @Override
    public void rolledBack(final long from, final long head, final IdSet players) {
        if (rollbacks == null || block == null || ended) {
            return;
        }
        rollbacks.add(from, (int) (head - from), players.mask());
        if (rollbacks.isFull()) {
            flush();
        }
    }

    @Override
    public void end(final long frame, final EndReason reason) {
        if (ended || block == null) {
            return;
        }
        flush();
        final byte[] name = reason.name().getBytes(StandardCharsets.US_ASCII);
        writeBlock(RecordingFormat.END, 0, 0, frame, ByteBuffer.wrap(name));
        ended = true;
    }

    /**
     * Writes what was executed since the last block, which otherwise happens once a second. A short block costs some
     * thirty bytes.
     */
    public void flush() {
        if (block != null && block.frames() > 0) {
            final ByteBuffer body = block.body();
            writeBlock(RecordingFormat.FRAMES, block.flags(), block.frames(), block.first(), body);
            block.clear();
        }
        if (rollbacks != null && rollbacks.rollbacks() > 0) {
            final int count = rollbacks.rollbacks();
            writeBlock(RecordingFormat.ROLLBACKS, 0, count, next, rollbacks.body());
            rollbacks.clear();
        }
    }

    private void snapshot(final long frame, final int flags, final Simulation game) {
        if (problem != null) {
            return;
        }
        snapshotAt = (frame / snapshotFrames + 1) * snapshotFrames;
        state.clear();
        game.save(state);
        if (state.overflowed()) {
            problem = "the state is larger than " + RecordingFormat.MAX_STATE_BYTES + " bytes";
            return;
        }
        if (stateView.array() != state.array()) {
            stateView = ByteBuffer.wrap(state.array());
        }
        stateView.limit(state.length()).position(0);
        writeBlock(RecordingFormat.SNAPSHOT, flags, 0, frame, stateView);
    }

    private void writeBlock(final int kind, final int flags, final int count, final long frame,
                            final ByteBuffer body) {
        head.clear();
        head.put((byte) kind).put((byte) flags).putShort((short) count).putInt(body.remaining()).putLong(frame)
            .putInt(crcOf(body.array(), body.limit()));
        head.putInt(crcOf(head.array(), RecordingFormat.AT_HEAD_CRC)).flip();
        append(head);
        append(body);
    }

    private int crcOf(final byte[] array, final int length) {
        crc.reset();
        crc.update(array, 0, length);
        return (int) crc.getValue();
    }

    private void append(final ByteBuffer source) {
        if (problem == null) {
            final int length = source.remaining();
            problem = sink.append(source);
            bytes += problem == null ? length : 0;
        }
    }

    /**
     * What went wrong.
     *
     * @return one line for a person, null while everything is recorded
     */
    public @Nullable String problem() {
        return problem;
    }

    /**
     * How long the recording is.
     *
     * @return bytes handed to the sink
     */
    public long bytes() {
        return bytes;
    }

    /**
     * How many frames were recorded.
     *
     * @return those still waiting for their block included
     */
    public long frames() {
        return frames;
    }
}
