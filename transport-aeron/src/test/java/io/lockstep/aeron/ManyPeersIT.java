package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several peers on one thread, each with one port for all others: what all of them make per datagram. */
@Tag("sockets")
class ManyPeersIT {

    private static final int TICKS = 60;
    /** More than a busy machine needs to hand on a datagram; one that is lost is not waited for any longer. */
    private static final int PATIENCE_POLLS = 10_000;

    private AeronTransport[] transports = {};
    private final ByteBuffer payload = Net.payload(16, 1);
    private long arrived;
    private final DatagramHandler handler = (peer, lane, tag, datagram) -> arrived++;
    private long sent;
    private long refused;

    @AfterEach
    void close() {
        for (final AeronTransport transport : transports) {
            if (transport != null) {
                transport.close();
            }
        }
    }

    private void launch(final int peers) {
        final int[] ports = Net.freePorts(peers);
        transports = new AeronTransport[peers];
        for (int id = 0; id < peers; id++) {
            final AeronTransportConfig config =
                new AeronTransportConfig().localPeer(id).listen(Net.HOST, ports[id]);
            for (int other = 0; other < peers; other++) {
                if (other != id) {
                    config.peer(other, Net.HOST, ports[other]);
                }
            }
            transports[id] = AeronTransport.launch(config);
        }
    }

    /** Every peer sends to every other. */
    private boolean sendAll() {
        boolean all = true;
        for (int from = 0; from < transports.length; from++) {
            for (int to = 0; to < transports.length; to++) {
                if (from != to) {
                    payload.clear();
                    final boolean isSent = transports[from].send(to, Lane.INPUT, 1, payload) == SendResult.SENT;
                    sent += isSent ? 1 : 0;
                    refused += isSent ? 0 : 1;
                    all &= isSent;
                }
            }
        }
        return all;
    }

    private void pollAll(final long nowNs) {
        for (final AeronTransport transport : transports) {
            transport.poll(nowNs, handler);
        }
    }

    private void run() {
        for (int tick = 0; tick < TICKS; tick++) {
            final long due = arrived - sent;
            sendAll();
            for (int i = 0; i < PATIENCE_POLLS && arrived - sent < due; i++) {
                pollAll(tick);
            }
        }
    }

    /**
     * The JDK looks up a socket that has something by its descriptor, in a box above 127, and eight transports in one
     * process have more: once when we look, once when Aeron does, and once more if the datagram comes between the two.
     * An address would be 120.
     */
    @ParameterizedTest(name = "{0} peers, at most {1} B for a datagram")
    @CsvSource({"4,0", "8,48"})
    void shouldMakeNoAddressForADatagramOfAnotherPeer(final int peers, final int bytesPerDatagram) {
        launch(peers);
        Net.until("connection", () -> {
            Net.poll(transports);
            return sendAll();
        });
        refused = 0;

        final long least = Allocations.least(this::run);

        final long datagrams = (long) TICKS * peers * (peers - 1);
        assertTrue(least <= datagrams * bytesPerDatagram, least + " B for " + datagrams + " datagrams");
        assertEquals(0, refused);
    }
}
