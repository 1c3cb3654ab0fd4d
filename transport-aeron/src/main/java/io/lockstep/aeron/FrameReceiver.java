package io.lockstep.aeron;

import io.aeron.logbuffer.Header;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Hands what the links receive in one poll to that poll's handler. Not thread-safe. */
final class FrameReceiver implements LaneLink.Receiver {

    private final @Nullable LinkGuard guard;
    private final ByteBuffer received;
    private @Nullable DatagramHandler handler;
    private @Nullable RuntimeException thrown;
    private boolean muted;
    private long foreignFrames;

    /** @param guard null without keys */
    FrameReceiver(final @Nullable LinkGuard guard, final int capacity) {
        this.guard = guard;
        received = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A poll begins; its handler gets everything up to {@link #close}. */
    void open(final DatagramHandler datagramHandler) {
        handler = datagramHandler;
    }

    void close() {
        handler = null;
    }

    /** Whether a poll goes on. */
    boolean isOpen() {
        return handler != null;
    }

    /** From now on nothing is handed over any more: the handler has closed the transport. */
    void mute() {
        muted = true;
    }

    /** Aeron would swallow what a handler throws: it is kept, and the caller of the poll gets it here. */
    void throwWhatTheHandlerThrew() {
        if (thrown != null) {
            final RuntimeException fromHandler = thrown;
            thrown = null;
            throw fromHandler;
        }
    }

    @Override
    @SuppressWarnings("NullAway") // only in a poll, which has a handler
    public void onFrame(final int peer, final Lane lane, final DirectBuffer buffer, final int offset,
        final int length, final Header header) {
        if (length > received.capacity()) {
            foreignFrames++;
            return;
        }
        if (muted || thrown != null) {
            return;
        }
        received.clear().order(ByteOrder.LITTLE_ENDIAN);
        buffer.getBytes(offset, received, 0, length);
        received.limit(length);
        try {
            if (guard == null) {
                handler.onDatagram(peer, lane, header.reservedValue(), received);
                return;
            }
            final long sequence = guard.read(peer, lane, header, received);
            if (sequence != DatagramSeal.REFUSED) {
                handler.onDatagram(peer, lane, sequence, received);
            }
        } catch (final RuntimeException ex) {
            thrown = ex;
        }
    }

    @Override
    public void onForeignFrame() {
        foreignFrames++;
    }

    long foreignFrames() {
        return foreignFrames;
    }
}
