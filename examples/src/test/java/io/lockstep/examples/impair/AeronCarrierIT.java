package io.lockstep.examples.impair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.session.Carrier;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Session tests run over Aeron here, what they do to their network reaches it, and nothing is left behind. */
@Isolated // it counts the drivers of this process
class AeronCarrierIT {

    private static final long MS = 1_000_000L;
    /** Aeron has set its streams up by then. */
    private static final int SET_UP_MS = 500;
    private static final long SEQUENCED = LinkTag.of(1, 7);

    private final SimulatedNetwork network = new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(20))
        .followPolls();
    private final AeronCarrier carrier = new AeronCarrier();
    private final Transport[] ends = {carrier.open(network, 0), carrier.open(network, 1)};
    private final List<Long> arrived = new ArrayList<>();
    private long nowNs = Long.MIN_VALUE / 2;

    @AfterEach
    void close() {
        carrier.close();
    }

    private void run(final int milliseconds) {
        for (int i = 0; i < milliseconds; i++) {
            nowNs += MS;
            for (final Transport end : ends) {
                end.poll(nowNs, (peer, lane, tag, payload) -> arrived.add(tag));
            }
        }
    }

    private Transport.SendResult send(final long tag) {
        return ends[0].send(1, Lane.INPUT, tag, ByteBuffer.allocate(24));
    }

    @Test
    void shouldBeWhatTheSessionTestsFind() {
        assertEquals(List.of(AeronCarrier.class),
            ServiceLoader.load(Carrier.class).stream().map(ServiceLoader.Provider::type).toList());
    }

    @Test
    void shouldDeliverAfterTheLatencyOfTheNetworkAndNothingThroughACut() {
        assertEquals(Transport.SendResult.NOT_CONNECTED, send(1));
        run(SET_UP_MS);
        assertEquals(Transport.SendResult.SENT, send(2));
        run(19);
        assertEquals(List.of(), arrived);
        run(1);
        assertEquals(List.of(2L), arrived);
        network.cut(0, 1);
        assertEquals(Transport.SendResult.SENT, send(3));
        run(100);
        assertEquals(List.of(2L), arrived);
        assertTrue(network.counters().partitioned() > 0);
        network.mend(0, 1);
        assertEquals(Transport.SendResult.SENT, send(4));
        run(100);
        assertEquals(List.of(2L, 4L), arrived);
    }

    @Test
    void shouldStartAgainAsAProcessDoes() {
        run(SET_UP_MS);
        ends[1] = carrier.open(network, 1);
        assertEquals(Transport.SendResult.SENT, send(5), "nobody has noticed yet");
        run(SET_UP_MS);
        arrived.clear();
        send(6);
        run(100);
        assertEquals(List.of(6L), arrived);
    }

    @Test
    void shouldKnowAHandshakeByItsTagInAeronsFrames() {
        run(SET_UP_MS);
        final List<Boolean> linked = new ArrayList<>();
        network.tap((from, to, lane, tag, packet) -> linked.add(carrier.isLinked(tag, packet)));
        send(0);
        send(SEQUENCED);
        assertEquals(List.of(false, true), linked);
    }

    @Test
    void shouldHaveOneNetworkAtATimeAndLeaveNothingBehind() throws IOException {
        run(1);
        assertEquals(2, directories());
        final Transport other = carrier.open(new SimulatedNetwork(2, 0), 0);
        assertEquals(0, directories());
        other.poll(1, (peer, lane, tag, payload) -> { });
        assertEquals(2, directories());
        final Transport late = new AeronCarrier().open(network, 0);
        late.close();
        assertEquals(0, late.poll(1, (peer, lane, tag, payload) -> { }));
        carrier.close();
        assertEquals(0, directories());
        assertFalse(ends[0].poll(nowNs + MS, (peer, lane, tag, payload) -> { }) > 0, "closed");
    }

    /** Those of this process's drivers. */
    private static long directories() throws IOException {
        long found = 0;
        for (final Path base : List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")))) {
            if (Files.isDirectory(base)) {
                try (Stream<Path> children = Files.list(base)) {
                    found += children.filter(child -> child.getFileName().toString()
                        .startsWith("lockstep-" + ProcessHandle.current().pid() + "-")).count();
                }
            }
        }
        return found;
    }
}
