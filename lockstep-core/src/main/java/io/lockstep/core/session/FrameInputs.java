package io.lockstep.core.session;

import io.lockstep.core.input.InputLog;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The inputs of one frame, read straight from the log. */
final class FrameInputs implements Inputs {

    private static final int U8 = 0xFF;

    private final InputLog log;
    private final int players;
    private final int inputBytes;
    private final ByteBuffer inputView;
    private final ByteBuffer eventView;
    private long frame;

    FrameInputs(final InputLog log, final int players, final int inputBytes) {
        this.log = log;
        this.players = players;
        this.inputBytes = inputBytes;
        inputView = ByteBuffer.wrap(log.inputs()).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        eventView = ByteBuffer.wrap(log.events()).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    FrameInputs of(final long newFrame) {
        frame = newFrame;
        return this;
    }

    @Override
    public int players() {
        return players;
    }

    @Override
    public boolean present(final int player) {
        return log.present(player, frame);
    }

    private int offset(final int player) {
        return log.present(player, frame) ? log.inputOffset(player, frame) : log.neutralOffset();
    }

    @Override
    public int bits(final int player) {
        final int offset = offset(player);
        int bits = 0;
        for (int i = Math.min(inputBytes, Integer.BYTES) - 1; i >= 0; i--) {
            bits = bits << Byte.SIZE | log.inputs()[offset + i] & U8;
        }
        return bits;
    }

    @Override
    public ByteBuffer bytes(final int player) {
        final int offset = offset(player);
        inputView.limit(offset + inputBytes).position(offset);
        return inputView;
    }

    @Override
    public ByteBuffer event(final int player) {
        final int offset = log.eventOffset(player, frame);
        final int length = log.present(player, frame) ? log.eventLength(player, frame) : 0;
        eventView.limit(offset + length).position(offset);
        return eventView;
    }
}
