package io.lockstep.core.internal.replay;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Rollbacks that are not written yet. */
public final class RollbackBlock {

    private final ByteBuffer body = ByteBuffer.allocate(RecordingFormat.MAX_ROLLBACKS * RecordingFormat.ROLLBACK_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN);

    public void add(final long from, final int frames, final int players) {
        body.putLong(from).putInt(players).putInt(frames);
    }

    public boolean isFull() {
        return !body.hasRemaining();
    }

    public int rollbacks() {
        return body.position() / RecordingFormat.ROLLBACK_BYTES;
    }

    /** What is to be written; {@link #clear} has to follow. */
    public ByteBuffer body() {
        return body.flip();
    }

    public void clear() {
        body.clear();
    }
}
