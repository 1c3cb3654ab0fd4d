package io.lockstep.codecs.replay;

import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.internal.transfer.FrameStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The frames of a recording, one after the other; it is itself the frame read last. Nothing is allocated per frame. Not
 * thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class RecordedFrames implements FrameSource {

    private static final int U8 = 0xFF;
    private static final int U16 = 0xFFFF;

    private final int players;
    private final int interval;
    private final FrameStreamReader codec;
    private final byte[] bytes = new byte[RecordingFormat.MAX_FRAMES_BODY];
    private final ByteBuffer body = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private int offered;
    private int streamEnd;
    private int shortsAt;
    private int checksAt;
    private int notesAt;
    private int notesEnd;
    private int note;
    private int checkIndex;
    private int count;
    private int index;
    private long first;
    private boolean paused;
    private int epoch;
    private int members;
    private boolean checked;

    RecordedFrames(final MatchDescription match) {
        players = match.players();
        interval = match.checksumInterval();
        codec = new FrameStreamReader(players, match.inputBytes(), match.maxEventBytes());
    }

    /** Goes before the first frame of a block whose head and CRC are right; false when its body cannot be. */
    boolean open(final ByteBuffer file, final int offset) {
        count = file.getShort(offset + RecordingFormat.AT_COUNT) & U16;
        first = file.getLong(offset + RecordingFormat.AT_FRAME);
        paused = (file.get(offset + RecordingFormat.AT_FLAGS) & RecordingFormat.PAUSED) != 0;
        final int length = file.getInt(offset + RecordingFormat.AT_LENGTH);
        file.get(offset + RecordingFormat.BLOCK_HEAD_BYTES, bytes, 0, length);
        final int stream = body.getInt(0);
        final int notes = body.getInt(Integer.BYTES);
        epoch = body.getInt(2 * Integer.BYTES);
        members = body.getInt(3 * Integer.BYTES);
        final int checks = RecordingFormat.checkFrames(first, count, interval);
        offered = RecordingFormat.FRAMES_HEAD_BYTES;
        streamEnd = offered + stream;
        shortsAt = streamEnd;
        checksAt = shortsAt + count * RecordingFormat.SHORT_BYTES;
        notesAt = checksAt + checks * RecordingFormat.CHECK_BYTES;
        notesEnd = length;
        note = notesAt;
        checkIndex = -1;
        checked = false;
        index = -1;
        codec.reset();
        return stream >= 0 && stream <= RecordingFormat.MAX_STREAM_BYTES && notes >= 0
            && notes <= RecordingFormat.MAX_NOTES && notesAt + notes * RecordingFormat.NOTE_BYTES == length
            && notesAreInOrder();
    }

    private boolean notesAreInOrder() {
        int before = 1;
        for (int at = notesAt; at < notesEnd; at += RecordingFormat.NOTE_BYTES) {
            final int offset = body.getShort(at) & U16;
            final int kind = bytes[at + Short.BYTES] & U8;
            if (offset < before || offset >= count || kind < RecordingFormat.NOTE_MEMBERS
                || kind > RecordingFormat.NOTE_RESUMED || bytes[at + Short.BYTES + 1] != 0) {
                return false;
            }
            before = offset;
        }
        return true;
    }

    /** Goes to the next frame of the block; false at its end, or where its stream is broken. */
    boolean next() {
        if (index + 1 >= count) {
            return false;
        }
        while (!codec.next()) {
            final int taken = codec.code() == WireCode.OK ? codec.offer(bytes, offered, streamEnd - offered) : 0;
            if (taken == 0) {
                return false;
            }
            offered += taken;
        }
        index++;
        checked = RecordingFormat.isCheckFrame(first + index, interval);
        checkIndex += checked ? 1 : 0;
        for (; note < notesEnd && (body.getShort(note) & U16) == index; note += RecordingFormat.NOTE_BYTES) {
            apply(bytes[note + Short.BYTES]);
        }
        return true;
    }

    private void apply(final int kind) {
        if (kind == RecordingFormat.NOTE_MEMBERS) {
            epoch = body.getInt(note + Integer.BYTES);
            members = body.getInt(note + 2 * Integer.BYTES);
        } else {
            paused = kind == RecordingFormat.NOTE_PAUSED;
        }
    }

    /** Was every frame read, and nothing left over? */
    boolean isExhausted() {
        return index + 1 == count && offered == streamEnd && codec.pending() == 0;
    }

    /**
     * Which frame this is.
     *
     * @return a frame
     */
    public long frame() {
        return first + index;
    }

    /**
     * Was the match paused, so that the game was not simulated?
     *
     * @return true when the state is that of the frame before
     */
    public boolean paused() {
        return paused;
    }

    /**
     * Who was in the match.
     *
     * @return bit n for peer n
     */
    public int members() {
        return members;
    }

    /**
     * The number of the epoch, the lowest 32 bits of it.
     *
     * @return unsigned
     */
    public int epoch() {
        return epoch;
    }

    /**
     * Is this a check frame, of which the whole checksum is recorded?
     *
     * @return false when only its lower 16 bits are
     */
    public boolean isChecked() {
        return checked;
    }

    /**
     * What is recorded of the checksum of the state after this frame.
     *
     * @return all of the CRC32 if {@link #isChecked()}, otherwise its lower 16 bits
     */
    public int checksum() {
        return checked ? body.getInt(checksAt + checkIndex * RecordingFormat.CHECK_BYTES)
            : body.getShort(shortsAt + index * RecordingFormat.SHORT_BYTES) & U16;
    }

    /**
     * Is this the checksum of the recorded state, as far as it is recorded?
     *
     * @param checksum CRC32 of another state
     * @return false when the states differ
     */
    public boolean matches(final int checksum) {
        return checksum() == (checked ? checksum : checksum & U16);
    }

    @Override
    public int players() {
        return players;
    }

    @Override
    public boolean present(final int player) {
        return codec.present(player);
    }

    @Override
    public byte[] inputs() {
        return codec.inputs();
    }

    @Override
    public int inputOffset(final int player) {
        return codec.inputOffset(player);
    }

    @Override
    public byte[] events() {
        return codec.events();
    }

    @Override
    public int eventOffset(final int player) {
        return codec.eventOffset(player);
    }

    @Override
    public int eventLength(final int player) {
        return codec.eventLength(player);
    }

    @Override
    public int command(final int player) {
        return codec.command(player);
    }
}
