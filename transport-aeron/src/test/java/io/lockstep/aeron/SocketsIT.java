package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two real sockets that are watched, and a datagram for one of them. */
@Tag("sockets")
class SocketsIT {

    private static final long LONG_NS = TimeUnit.MINUTES.toNanos(10);

    private final Sockets sockets = new Sockets();
    private final DatagramChannel[] channels = new DatagramChannel[2];
    private final Sockets.Ear[] ears = new Sockets.Ear[2];

    @BeforeEach
    void open() throws IOException {
        for (int i = 0; i < channels.length; i++) {
            channels[i] = DatagramChannel.open().bind(new InetSocketAddress(Net.HOST, 0));
            channels[i].configureBlocking(false);
            ears[i] = sockets.listen(channels[i]);
        }
    }

    @AfterEach
    void close() throws IOException {
        for (final DatagramChannel channel : channels) {
            channel.close();
        }
        sockets.close();
    }

    private void sendToTheSecond() throws IOException {
        channels[0].send(ByteBuffer.allocate(1), channels[1].getLocalAddress());
    }

    @Test
    void shouldWakeForADatagramAndSayWhereItIs() throws IOException {
        assertFalse(sockets.look());

        sendToTheSecond();
        sockets.await(LONG_NS);

        assertFalse(ears[0].isFull());
        assertTrue(ears[1].isFull());
    }

    @Test
    void shouldSayAgainWhatWasNotRead() throws IOException {
        sendToTheSecond();
        sockets.await(LONG_NS);
        ears[1].emptied();

        assertTrue(sockets.look());
        assertTrue(ears[1].isFull());

        channels[1].receive(ByteBuffer.allocate(1));
        ears[1].emptied();
        assertFalse(sockets.look());
        assertFalse(ears[1].isFull());
    }
}
