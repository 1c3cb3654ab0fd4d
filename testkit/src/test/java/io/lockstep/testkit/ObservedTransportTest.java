package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservedTransportTest {

    private static final byte[] CUT = {0x1D, 3, 0, 0};
    private static final byte[] STATUS = {0x1D, 0, 0, 0};

    private final SimulatedNetwork network = new SimulatedNetwork(3, 1);
    private final ObservedTransport sender = new ObservedTransport(0, network.endpoint(0), new Trace());
    private final Transport receiver = network.endpoint(1);
    private final List<String> heard = new ArrayList<>();

    private void send(final int to, final byte... payload) {
        assertEquals(Transport.SendResult.SENT, sender.send(to, Lane.INPUT, 0, ByteBuffer.wrap(payload)));
    }

    private void poll() {
        receiver.poll(0, (peer, lane, tag, payload) -> heard.add(DatagramNames.of(payload)));
    }

    @Test
    void shouldDieRightAfterTheDatagramThatWasNamed() {
        sender.killAt("Cut", 2);
        send(1, STATUS);
        send(2, CUT);
        send(1, STATUS);
        assertFalse(sender.isDead());
        send(1, CUT);
        assertTrue(sender.isDead());
        send(1, STATUS);
        send(1, CUT);
        poll();
        assertEquals(List.of("Status", "Status", "Cut"), heard);
        assertEquals(4, sender.datagrams());
    }

    @Test
    void shouldHearNothingOnceDead() {
        receiver.send(0, Lane.INPUT, 0, ByteBuffer.wrap(STATUS));
        sender.kill();
        sender.poll(0, (peer, lane, tag, payload) -> heard.add("anything"));
        assertEquals(List.of(), heard);
    }

    @Test
    void shouldReportVotesForOthersAndForItself() {
        sender.observer(new ObservedTransport.Observer() {
            @Override
            public void voted(final int term, final int candidate) {
                heard.add(term + " for " + candidate);
            }
        });
        send(1, (byte) 0x13, (byte) 0x80, (byte) 5, (byte) 0);
        send(2, (byte) 0x13, (byte) 0x80, (byte) 6, (byte) 0);
        send(2, (byte) 0x13, (byte) 0x00, (byte) 7, (byte) 0);
        send(2, (byte) 0x12, (byte) 0x00, (byte) 8, (byte) 0, (byte) 0, (byte) 0);
        send(2, (byte) 0x12, (byte) 0x80, (byte) 9, (byte) 0, (byte) 0, (byte) 0);
        assertEquals(List.of("5 for 1", "6 for 2", "8 for 0"), heard);
    }

    @Test
    void shouldCountOnWhereAFormerProcessEnded() {
        send(1, CUT);
        sender.kill();
        final ObservedTransport next = new ObservedTransport(0, network.endpoint(0), new Trace());
        next.goOnFrom(sender);
        next.send(1, Lane.INPUT, 0, ByteBuffer.wrap(STATUS));
        assertEquals(2, next.datagrams());
        assertEquals(4, next.maxPayload());
    }
}
