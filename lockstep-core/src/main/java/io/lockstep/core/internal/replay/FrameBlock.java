package io.lockstep.core.internal.replay;

import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.internal.transfer.FrameStreamWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The frames of a block that is not written yet. */
public final class FrameBlock {

    private final int interval;
    private final int maxFrames;
    private final FrameStreamWriter codec;
    private final byte[] stream = new byte[RecordingFormat.MAX_STREAM_BYTES];
    private final short[] shorts = new short[RecordingFormat.MAX_FRAMES];
    private final int[] checks = new int[RecordingFormat.MAX_FRAMES];
    private final ByteBuffer notes = ByteBuffer.allocate(RecordingFormat.MAX_NOTES * RecordingFormat.NOTE_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer body =
        ByteBuffer.allocate(RecordingFormat.MAX_FRAMES_BODY).order(ByteOrder.LITTLE_ENDIAN);
    private long first;
    private int frames;
    private int length;
    private int checkFrames;
    private boolean pausedAtFirst;
    private boolean paused;
    private int epochAtFirst;
    private int membersAtFirst;
    private int epoch;
    private int members;

    /** A block ends before each frame that is a multiple of so many: at the same frames whoever records. */
    public FrameBlock(final MatchDescription match, final int maxFrames) {
        interval = match.checksumInterval();
        this.maxFrames = maxFrames;
        codec = new FrameStreamWriter(match.players(), match.inputBytes(), match.maxEventBytes());
    }

    public void add(final ExecutedFrame frame) {
        if (frames == 0) {
            first = frame.frame();
            pausedAtFirst = frame.paused();
            epochAtFirst = (int) frame.epoch();
            membersAtFirst = frame.members().mask();
        } else {
            if (frame.paused() != paused) {
                note(frame.paused() ? RecordingFormat.NOTE_PAUSED : RecordingFormat.NOTE_RESUMED, 0, 0);
            }
            if ((int) frame.epoch() != epoch || frame.members().mask() != members) {
                note(RecordingFormat.NOTE_MEMBERS, (int) frame.epoch(), frame.members().mask());
            }
        }
        paused = frame.paused();
        epoch = (int) frame.epoch();
        members = frame.members().mask();
        codec.write(frame);
        System.arraycopy(codec.array(), 0, stream, length, codec.length());
        length += codec.length();
        shorts[frames++] = (short) frame.checksum();
        if (RecordingFormat.isCheckFrame(frame.frame(), interval)) {
            checks[checkFrames++] = frame.checksum();
        }
    }

    private void note(final int kind, final int number, final int value) {
        notes.putShort((short) frames).put((byte) kind).put((byte) 0).putInt(number).putInt(value);
    }

    /** The next frame may bring two notes. */
    public boolean isFull() {
        return frames > 0 && (first + frames) % maxFrames == 0 || length >= RecordingFormat.FULL_STREAM_BYTES
            || notes.remaining() < 2 * RecordingFormat.NOTE_BYTES;
    }

    public ByteBuffer body() {
        body.clear();
        body.putInt(length).putInt(notes.position() / RecordingFormat.NOTE_BYTES).putInt(epochAtFirst)
            .putInt(membersAtFirst).put(stream, 0, length);
        for (int i = 0; i < frames; i++) {
            body.putShort(shorts[i]);
        }
        for (int i = 0; i < checkFrames; i++) {
            body.putInt(checks[i]);
        }
        return body.put(notes.array(), 0, notes.position()).flip();
    }

    public void clear() {
        codec.reset();
        notes.clear();
        frames = 0;
        length = 0;
        checkFrames = 0;
    }

    public int flags() {
        return pausedAtFirst ? RecordingFormat.PAUSED : 0;
    }

    public int frames() {
        return frames;
    }

    public long first() {
        return first;
    }
}
