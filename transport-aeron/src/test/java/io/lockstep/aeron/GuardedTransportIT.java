package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Transports with keys carry what transports without carry. */
@Tag("sockets")
class GuardedTransportIT extends CarriageContract {

    private final MatchKey matchKey = MatchKey.generate();
    private final MatchKey sessionKey = MatchKey.generate();

    @Override
    int maxPayloadBytes() {
        return 1176;
    }

    @Override
    long tag(final int number) {
        return number;
    }

    @Override
    AeronTransportConfig config(final int local, final int[] ports) {
        return super.config(local, ports).keys(LinkKeys.of(matchKey));
    }

    @Override
    AeronTransport launch(final AeronTransportConfig config) {
        final AeronTransport transport = super.launch(config);
        assertTrue(transport.seal(new TestSeal(sessionKey, transport.localPeer())));
        return transport;
    }

    @Test
    void shouldListenOnAllInterfacesAndForOnePeerAlone() {
        final int[] ports = Net.freePorts(4);
        final AeronTransport a = launch(config(0, ports).listen("0.0.0.0", ports[0]));
        final AeronTransport b = launch(
            config(1, ports).listen(0, "0.0.0.0", ports[1]).listen(Net.HOST, Net.freePorts(1)[0]));
        final Inbox inbox = new Inbox();

        send(a, b, 1, Lane.INPUT, 1, Net.payload(8, 1), inbox);
        send(b, a, 0, Lane.CONTROL, 2, Net.payload(8, 2), inbox);
    }

    @Test
    void shouldSendNothingBeforeASessionHasGivenItsSeal() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = super.launch(config(0, ports));
        final AeronTransport b = launch(config(1, ports));
        final Inbox inbox = new Inbox();
        Net.until("connection", () -> {
            a.poll(System.nanoTime(), inbox);
            b.poll(System.nanoTime(), inbox);
            assertEquals(SendResult.NOT_CONNECTED, a.send(1, Lane.CONTROL, 1, Net.payload(8, 1)));
            return b.send(0, Lane.CONTROL, 1, Net.payload(8, 1)) == SendResult.SENT;
        });
        assertEquals(List.of(), inbox.letters);

        assertTrue(a.seal(new TestSeal(sessionKey, 0)));
        Net.until("both", () -> {
            a.send(1, Lane.CONTROL, 2, Net.payload(8, 2));
            a.poll(System.nanoTime(), inbox);
            b.poll(System.nanoTime(), inbox);
            return inbox.letters.stream().anyMatch(letter -> letter.tag() == 1)
                && inbox.letters.stream().anyMatch(letter -> letter.tag() == 2);
        });
    }

    @Test
    void shouldNotTakeASealWithoutKeys() {
        final int[] ports = Net.freePorts(2);
        final AeronTransport a = super.launch(
            new AeronTransportConfig().localPeer(0).listen(Net.HOST, ports[0]).peer(1, Net.HOST, ports[1]));

        assertFalse(a.seal(new TestSeal(sessionKey, 0)));
        assertNull(a.keys());
    }

    @Test
    void shouldNeverConnectToPeerWithOtherKeysOrNone() {
        final int[] ports = Net.freePorts(3);
        final AeronTransport a = launch(config(0, ports));
        final AeronTransport b = launch(config(1, ports).keys(LinkKeys.of(MatchKey.generate())));
        final AeronTransport c = super.launch(new AeronTransportConfig().localPeer(2)
            .listen(Net.HOST, ports[2]).peer(0, Net.HOST, ports[0]));
        final long end = System.nanoTime() + 1_000_000_000L;
        while (System.nanoTime() < end) {
            Net.poll(a, b, c);
            assertEquals(SendResult.NOT_CONNECTED, a.send(1, Lane.INPUT, 1, Net.payload(8, 1)));
            assertEquals(SendResult.NOT_CONNECTED, b.send(0, Lane.INPUT, 1, Net.payload(8, 1)));
            assertEquals(SendResult.NOT_CONNECTED, a.send(2, Lane.CONTROL, 1, Net.payload(8, 1)));
            assertEquals(SendResult.NOT_CONNECTED, c.send(0, Lane.CONTROL, 1, Net.payload(8, 1)));
        }
        assertTrue(a.guardDrops() > 10, "refused: " + a.guardDrops());
    }
}
