package io.lockstep.core.internal.play;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.SourceInputs;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.transfer.FrameStreamReader;
import io.lockstep.core.internal.transfer.FrameStreamWriter;
import java.util.Arrays;

/**
 * Keeps the executed frames after one frame, further back than the log of inputs goes, and gives them out again one by
 * one. Packed as for a recording, some bytes a frame, and bounded.
 */
public final class FrameHistory {

    /** As much as a donor keeps for a newcomer: minutes of a usual match. */
    public static final int MAX_BYTES = 4 << 20;
    private static final int FIRST_BYTES = 4 << 10;
    /** One byte says whether the match was paused, two how long the frame is. */
    private static final int HEAD_BYTES = 3;
    private static final int U8 = 0xFF;

    private final LoggedFrame executed;
    private final FrameStreamWriter writer;
    private final FrameStreamReader reader;
    private final SourceInputs inputs;
    private byte[] bytes = new byte[0];
    private int length;
    private int position;
    private long end;
    private long at;
    private boolean paused;

    public FrameHistory(final MatchSettings settings, final InputLog log) {
        executed = new LoggedFrame(settings.players(), log);
        writer = new FrameStreamWriter(settings.players(), settings.rules().inputBytes(),
            settings.rules().maxEventBytes());
        reader = new FrameStreamReader(settings.players(), settings.rules().inputBytes(),
            settings.rules().maxEventBytes());
        inputs = new SourceInputs(reader, settings.rules().inputBytes());
    }

    /** Begins anew: this frame is the first to be added. */
    public void begin(final long first) {
        writer.reset();
        reader.reset();
        length = 0;
        position = 0;
        end = first;
        at = first - 1;
    }

    /** Adds the next frame, which was just executed; false when there is no room for it. */
    public boolean add(final boolean wasPaused) {
        final int count = writer.write(executed.at(end));
        if (length + HEAD_BYTES + count > MAX_BYTES) {
            System.arraycopy(bytes, position, bytes, 0, length - position);
            length -= position;
            position = 0;
        }
        if (length + HEAD_BYTES + count > MAX_BYTES) {
            return false;
        }
        if (length + HEAD_BYTES + count > bytes.length) {
            final int grown = Math.max(FIRST_BYTES, Math.max(2 * bytes.length, length + HEAD_BYTES + count));
            bytes = Arrays.copyOf(bytes, Math.min(grown, MAX_BYTES));
        }
        bytes[length++] = (byte) (wasPaused ? 1 : 0);
        bytes[length++] = (byte) count;
        bytes[length++] = (byte) (count >>> Byte.SIZE);
        System.arraycopy(writer.array(), 0, bytes, length, count);
        length += count;
        end++;
        return true;
    }

    /** The first frame that was not added. */
    public long end() {
        return end;
    }

    /** Moves on to the next frame; false when all were read. */
    public boolean next() {
        if (position == length) {
            return false;
        }
        paused = bytes[position] != 0;
        final int count = bytes[position + 1] & U8 | (bytes[position + 2] & U8) << Byte.SIZE;
        reader.offer(bytes, position + HEAD_BYTES, count);
        position += HEAD_BYTES + count;
        at++;
        return reader.next();
    }

    /** The frame read last. */
    public long frame() {
        return at;
    }

    /** What every player did in it, for the game. */
    public Inputs inputs() {
        return inputs;
    }

    /** The same, for whoever hands it on. */
    public FrameSource executed() {
        return reader;
    }

    /** Was the match paused in it? */
    public boolean isPaused() {
        return paused;
    }

    /** Lets go of the memory. */
    public void clear() {
        bytes = new byte[0];
        length = 0;
        position = 0;
    }
}
