package io.lockstep.core.internal.game;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.input.FrameSource;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The inputs of one frame as a game sees them, read from wherever the frame is: the log of a session, another peer's
 * stream, a recording. A view that moves on with its frame. Not thread-safe.
 */
public class SourceInputs implements Inputs {

    private static final int U8 = 0xFF;

    private final FrameSource frame;
    private final int inputBytes;
    private final ByteBuffer inputView;
    private byte[] events;
    private ByteBuffer eventView;

    /**
     * A view of a frame.
     *
     * @param frame      whose array of inputs stays the same from frame to frame, and mostly that of events
     * @param inputBytes length of one input, 1 to 64 bytes
     */
    public SourceInputs(final FrameSource frame, final int inputBytes) {
        this.frame = frame;
        this.inputBytes = inputBytes;
        inputView = ByteBuffer.wrap(frame.inputs()).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        look(frame.events());
    }

    private void look(final byte[] where) {
        events = where;
        eventView = ByteBuffer.wrap(where).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public int players() {
        return frame.players();
    }

    @Override
    public boolean present(final int player) {
        return frame.present(player);
    }

    @Override
    public int bits(final int player) {
        final int offset = frame.inputOffset(player);
        int bits = 0;
        for (int i = Math.min(inputBytes, Integer.BYTES) - 1; i >= 0; i--) {
            bits = bits << Byte.SIZE | frame.inputs()[offset + i] & U8;
        }
        return bits;
    }

    @Override
    public ByteBuffer bytes(final int player) {
        final int offset = frame.inputOffset(player);
        inputView.limit(offset + inputBytes).position(offset);
        return inputView;
    }

    @Override
    public ByteBuffer event(final int player) {
        if (events != frame.events()) {
            look(frame.events());
        }
        final int offset = frame.eventOffset(player);
        eventView.limit(offset + frame.eventLength(player)).position(offset);
        return eventView;
    }
}
