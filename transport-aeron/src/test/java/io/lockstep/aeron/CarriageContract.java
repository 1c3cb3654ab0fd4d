package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What transports on real sockets do for each other, with keys and without. */
abstract class CarriageContract {

    @TempDir
    Path base;

    private final List<AeronTransport> open = new ArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(AeronTransport::close);
    }

    /** How much one datagram carries. */
    abstract int maxPayloadBytes();

    /** What stands beside a datagram, different for each number. */
    abstract long tag(int number);

    /** Of a peer that listens on one of the ports and talks to those on the others. */
    AeronTransportConfig config(final int local, final int[] ports) {
        final AeronTransportConfig config =
            new AeronTransportConfig().localPeer(local).listen(Net.HOST, ports[local]).directoryBase(base.toFile());
        for (int id = 0; id < ports.length; id++) {
            if (id != local) {
                config.peer(id, Net.HOST, ports[id]);
            }
        }
        return config;
    }

    /** Closed after the test. */
    AeronTransport launch(final AeronTransportConfig config) {
        return closeLater(AeronTransport.launch(config));
    }

    final AeronTransport closeLater(final AeronTransport transport) {
        open.add(transport);
        return transport;
    }

    /** Pumps both until a datagram can be sent from one to the other, and sends it. */
    static void send(final AeronTransport from, final AeronTransport to, final int peer, final Lane lane,
        final long tag, final ByteBuffer payload, final Inbox inbox) {
        Net.until("sending", () -> {
            from.poll(System.nanoTime(), (p, l, t, b) -> { });
            to.poll(System.nanoTime(), inbox);
            return from.send(peer, lane, tag, payload) == SendResult.SENT;
        });
    }

    @Test
    void shouldCarryEverySizeWithItsTagOnBothLanes() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports));
        final AeronTransport b = launch(config(1, ports));
        assertEquals(maxPayloadBytes(), a.maxPayloadBytes());

        for (final Lane lane : Lane.values()) {
            final Inbox inbox = new Inbox();
            for (int length = 0; length <= a.maxPayloadBytes(); length++) {
                send(a, b, 1, lane, tag(length), Net.payload(length, length), inbox);
            }
            Net.until("arrival", () -> {
                a.poll(System.nanoTime(), inbox);
                b.poll(System.nanoTime(), inbox);
                return inbox.letters.size() == a.maxPayloadBytes() + 1;
            });
            for (int length = 0; length <= a.maxPayloadBytes(); length++) {
                final Inbox.Letter letter = inbox.letters.get(length);
                assertEquals(0, letter.peer());
                assertEquals(lane, letter.lane());
                assertEquals(tag(length), letter.tag());
                assertEquals(Net.payload(length, length), letter.payload());
            }
        }
        assertNull(a.failure());
        assertEquals(0, a.guardDrops() + b.guardDrops());
    }

    @Test
    void shouldTellPeersApartThatShareOneEndpoint() {
        final int[] ports = Net.freePorts(4);
        final AeronTransport hub = launch(config(0, ports));
        final AeronTransport[] others = new AeronTransport[4];
        for (int id = 1; id < 4; id++) {
            others[id] = launch(config(id, ports));
        }
        final Inbox inbox = new Inbox();
        for (int round = 0; round < 10; round++) {
            for (int id = 1; id < 4; id++) {
                send(others[id], hub, 0, Lane.INPUT, id, Net.payload(id, id), inbox);
                send(others[id], hub, 0, Lane.CONTROL, id, Net.payload(id, id), inbox);
            }
        }
        Net.until("arrival", () -> {
            Net.poll(others);
            hub.poll(System.nanoTime(), inbox);
            return inbox.letters.size() == 60;
        });
        for (final Inbox.Letter letter : inbox.letters) {
            assertEquals(letter.peer(), letter.tag());
            assertEquals(Net.payload(letter.peer(), letter.peer()), letter.payload());
        }
    }

    @Test
    void shouldReachPeerThatWasRestartedFiveTimesOnTheSamePort() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports));
        final Inbox atA = new Inbox();
        for (int life = 1; life <= 6; life++) {
            final int number = life;
            final AeronTransport b = launch(config(1, ports));
            final Inbox atB = new Inbox();
            for (final Lane lane : Lane.values()) {
                send(b, a, 0, lane, number, Net.payload(8, 2), atA);
                Net.until("both ways on " + lane + " in life " + number, () -> {
                    a.send(1, lane, number, Net.payload(8, 3));
                    a.poll(System.nanoTime(), atA);
                    b.poll(System.nanoTime(), atB);
                    return atB.letters.stream().anyMatch(letter -> letter.tag() == number && letter.lane() == lane)
                        && atA.letters.stream().anyMatch(letter -> letter.tag() == number && letter.lane() == lane);
                });
            }
            b.close();
        }
        assertNull(a.failure());
    }

    @Test
    void shouldReplacePublicationThatReachedItsLastPosition() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = launch(config(0, ports).framesBeforeMaxPosition(5));
        final AeronTransport b = launch(config(1, ports));
        final Inbox inbox = new Inbox();

        for (int i = 0; i < 20; i++) {
            send(a, b, 1, Lane.CONTROL, i, Net.payload(8, i), inbox);
        }
        Net.until("arrival", () -> {
            Net.poll(a);
            b.poll(System.nanoTime(), inbox);
            return !inbox.letters.isEmpty() && inbox.letters.get(inbox.letters.size() - 1).tag() == 19;
        });
        assertNull(a.failure());
    }
}
