package io.lockstep.examples.benchmarks.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@link HandMatch} over the channels of the JDK, connected, so that a datagram allocates nothing. */
final class ChannelPeer implements Contestant {

    /** What a loop that looks again and again sleeps in between. */
    private static final long POLL_NS = 1_000_000L;
    /** So that the loop can be ended while it waits for a selector. */
    private static final long MAX_WAIT_MS = 50;

    private final HandMatch match;
    private final DatagramChannel channel;
    /** Null where nobody waits for one. */
    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(HandMatch.MAX_DATAGRAM_BYTES);

    /** Waits with a selector, or else looks once a millisecond. */
    ChannelPeer(final PeerGame game, final Seat seat, final boolean selects) {
        match = new HandMatch(game, seat);
        try {
            channel = DatagramChannel.open().bind(new InetSocketAddress(seat.listen().host(), seat.listen().port()));
            channel.configureBlocking(false);
            if (seat.player() != 0) {
                channel.connect(new InetSocketAddress(seat.other().host(), seat.other().port()));
            }
            selector = selects ? Selector.open() : null;
            if (selects) {
                channel.register(selector, SelectionKey.OP_READ);
            }
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void turn() {
        while (receive()) {
            match.read(buffer, System.nanoTime());
        }
        final long nowNs = System.nanoTime();
        match.advance(nowNs);
        if (match.isSendDue(nowNs) && channel.isConnected()) {
            buffer.clear();
            match.write(buffer);
            send(buffer.flip());
        }
        await(match.nextNs() - System.nanoTime());
    }

    /** The host answers to where the first datagram comes from. */
    private boolean receive() {
        buffer.clear();
        try {
            if (channel.isConnected()) {
                if (channel.read(buffer) <= 0) {
                    return false;
                }
            } else {
                final SocketAddress guest = channel.receive(buffer);
                if (guest == null) {
                    return false;
                }
                channel.connect(guest);
            }
            buffer.flip();
            return true;
        } catch (final IOException refused) {
            return false; // the other is not there, or not yet
        }
    }

    private void send(final ByteBuffer datagram) {
        try {
            channel.write(datagram);
        } catch (final IOException refused) {
            // Goes again with the next tick.
        }
    }

    private void await(final long waitNs) {
        if (selector == null) {
            LockSupport.parkNanos(POLL_NS);
            return;
        }
        try {
            if (waitNs > 0) {
                selector.select(key -> { }, Math.min(TimeUnit.NANOSECONDS.toMillis(waitNs) + 1, MAX_WAIT_MS));
            }
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
            if (selector != null) {
                selector.close();
            }
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
