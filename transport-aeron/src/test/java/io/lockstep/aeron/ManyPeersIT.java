package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Eight peers on one thread, each with one port for the seven others: what all of them make per datagram. */
class ManyPeersIT {

    private static final int PEERS = 8;
    private static final int TICKS = 60;
    /**
     * The JDK looks up a socket that has something by its descriptor, in a box above 127, and eight transports in one
     * process have more: once when we look, once when Aeron does, which asks a selector about more than five sockets,
     * and once more if the datagram comes between the two. An address would be 120.
     */
    private static final int BYTES_PER_DATAGRAM = 3 * 16;
    /** More than a busy machine needs to hand on a datagram; one that is lost is not waited for any longer. */
    private static final int PATIENCE_POLLS = 10_000;

    private final AeronTransport[] transports = new AeronTransport[PEERS];
    private final ByteBuffer payload = Net.payload(16, 1);
    private long arrived;
    private final DatagramHandler handler = (peer, lane, tag, datagram) -> arrived++;
    private long sent;
    private long refused;

    @AfterEach
    void close() {
        for (final AeronTransport transport : transports) {
            transport.close();
        }
    }

    private void launch() {
        final int[] ports = Net.freePorts(PEERS);
        for (int id = 0; id < PEERS; id++) {
            final AeronTransportConfig config =
                new AeronTransportConfig().localPeer(id).listen(Net.HOST, ports[id]);
            for (int other = 0; other < PEERS; other++) {
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
        for (int from = 0; from < PEERS; from++) {
            for (int to = 0; to < PEERS; to++) {
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

    @Test
    void shouldMakeNoAddressForADatagramOfAnotherPeer() {
        launch();
        Net.until("connection", () -> {
            Net.poll(transports);
            return sendAll();
        });
        refused = 0;

        final long least = Allocations.least(this::run);

        final long datagrams = (long) TICKS * PEERS * (PEERS - 1);
        assertTrue(least <= datagrams * BYTES_PER_DATAGRAM, least + " B for " + datagrams + " datagrams");
        assertEquals(0, refused);
    }
}
