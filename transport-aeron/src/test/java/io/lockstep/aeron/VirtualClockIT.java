package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real stack over real sockets, with the time in the test's hands. */
class VirtualClockIT {

    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long START_NS = TimeUnit.SECONDS.toNanos(1000);
    private static final int TICK_STEPS = 16;
    private static final int FREEZE_STEPS = 15_000;
    private static final int LONG_FREEZE_STEPS = 40_000;
    /** The driver refuses the session of an image that timed out for five status messages, 1 s. */
    private static final int COOL_DOWN_STEPS = 1_200;
    /** One tick to find out, one for the answer, and some. */
    private static final int RECONNECT_STEPS = 64;
    private static final MatchKey KEY = MatchKey.generate();

    /** One peer with a clock of its own. */
    private static final class Peer implements AutoCloseable {
        private final int other;
        private final Inbox inbox = new Inbox();
        private final AeronTransport transport;
        private long nowNs = START_NS;
        /** Time added to the time of day only. */
        private long stepMs;
        private final long[] sentOn = new long[Lane.values().length];
        private long refused;

        Peer(final int id, final int[] ports) {
            this(id, ports, false);
        }

        Peer(final int id, final int[] ports, final boolean withKeys) {
            other = 1 - id;
            final AeronTransportConfig config = new AeronTransportConfig().localPeer(id).listen(Net.HOST, ports[id])
                .peer(other, Net.HOST, ports[other])
                .clock(() -> nowNs, () -> TimeUnit.NANOSECONDS.toMillis(nowNs) + stepMs)
                .fixedSessions(10_000 * (id + 1));
            transport = AeronTransport.launch(withKeys ? config.keys(LinkKeys.of(KEY)) : config);
            transport.seal(new TestSeal(KEY, id));
        }

        void step() {
            nowNs += STEP_NS;
            transport.poll(nowNs, inbox);
        }

        void tick(final int number) {
            for (final Lane lane : Lane.values()) {
                if (transport.send(other, lane, number, Net.payload(24, number)) == SendResult.SENT) {
                    sentOn[lane.ordinal()]++;
                } else {
                    refused++;
                }
            }
        }

        long receivedOn(final Lane lane) {
            return inbox.letters.stream().filter(letter -> letter.lane() == lane).count();
        }

        @Override
        public void close() {
            transport.close();
        }
    }

    private static void play(final Peer a, final Peer b, final int steps) {
        for (int i = 0; i < steps; i++) {
            a.step();
            b.step();
            if (i % TICK_STEPS == 0) {
                a.tick(i);
                b.tick(i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSurviveFifteenSecondsWithoutBeingPolled(final boolean withKeys) {
        final int[] ports = Net.freePorts(2);
        try (Peer a = new Peer(0, ports, withKeys); Peer b = new Peer(1, ports, withKeys)) {
            play(a, b, 2_000);
            assertTrue(a.inbox.letters.size() > 200, "before: " + a.inbox.letters.size());

            // The whole of a stands still, as at a breakpoint, while b goes on; then its clock jumps.
            for (int i = 0; i < FREEZE_STEPS; i++) {
                b.step();
                if (i % TICK_STEPS == 0) {
                    b.tick(i);
                }
            }
            assertTrue(b.refused > 1000, "b should have lost the connection, refused " + b.refused);
            a.nowNs += FREEZE_STEPS * STEP_NS;
            assertTrafficFlowsAgain(a, b);
            // Nothing that was accepted on the reliable lane is lost, what was sent into the freeze included.
            assertEquals(b.sentOn[Lane.CONTROL.ordinal()], a.receivedOn(Lane.CONTROL));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSurviveFifteenSecondsInWhichNobodyIsPolled(final boolean withKeys) {
        final int[] ports = Net.freePorts(2);
        try (Peer a = new Peer(0, ports, withKeys); Peer b = new Peer(1, ports, withKeys)) {
            play(a, b, 2_000);
            a.nowNs += FREEZE_STEPS * STEP_NS;
            b.nowNs += FREEZE_STEPS * STEP_NS;
            assertTrafficFlowsAgain(a, b);
            assertEquals(b.sentOn[Lane.CONTROL.ordinal()], a.receivedOn(Lane.CONTROL));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReconnectAfterAFreezeThatOutlastsTheImages(final boolean withKeys) {
        final int[] ports = Net.freePorts(2);
        try (Peer a = new Peer(0, ports, withKeys); Peer b = new Peer(1, ports, withKeys)) {
            play(a, b, 2_000);
            for (int i = 0; i < LONG_FREEZE_STEPS; i++) {
                b.step();
                if (i % TICK_STEPS == 0) {
                    b.tick(i);
                }
            }
            a.nowNs += LONG_FREEZE_STEPS * STEP_NS;
            play(a, b, COOL_DOWN_STEPS);
            assertTrafficFlowsAgain(a, b);
        }
    }

    private static void assertTrafficFlowsAgain(final Peer a, final Peer b) {
        play(a, b, RECONNECT_STEPS);
        a.refused = 0;
        b.refused = 0;
        final long before = a.inbox.letters.size() + b.inbox.letters.size();
        play(a, b, 1_000);
        for (int i = 0; i < TICK_STEPS; i++) {
            a.step();
            b.step();
        }
        assertNull(a.transport.failure());
        assertNull(b.transport.failure());
        assertEquals(0, a.refused + b.refused);
        final int ticks = (1_000 + TICK_STEPS - 1) / TICK_STEPS;
        assertEquals(4 * ticks, a.inbox.letters.size() + b.inbox.letters.size() - before, "two peers, two lanes");
    }

    /** The time of day steps, as if a laptop's clock were set or a virtual machine resumed. */
    @ParameterizedTest
    @ValueSource(ints = {-365, 365})
    void shouldNotCareForAStepOfTheTimeOfDay(final int days) {
        final int[] ports = Net.freePorts(2);
        try (Peer a = new Peer(0, ports, true); Peer b = new Peer(1, ports, true)) {
            play(a, b, 2_000);
            a.stepMs = TimeUnit.DAYS.toMillis(days);
            assertTrafficFlowsAgain(a, b);
            assertEquals(b.sentOn[Lane.CONTROL.ordinal()], a.receivedOn(Lane.CONTROL));
        }
    }

    /** Some systems count the sleep of a laptop in their monotonic time. */
    @Test
    void shouldReconnectAfterAYearWithoutBeingPolled() {
        final int[] ports = Net.freePorts(2);
        try (Peer a = new Peer(0, ports, true); Peer b = new Peer(1, ports, true)) {
            play(a, b, 2_000);
            for (int i = 0; i < LONG_FREEZE_STEPS; i++) {
                b.step();
            }
            a.nowNs += TimeUnit.DAYS.toNanos(365);
            play(a, b, COOL_DOWN_STEPS);
            assertTrafficFlowsAgain(a, b);
        }
    }

    @Test
    void shouldSayWhyItStoppedAfterMoreThanItsTwoYears() {
        final int[] ports = Net.freePorts(2);
        try (Peer a = new Peer(0, ports)) {
            a.step();
            a.nowNs += 2 * AeronStack.CLIENT_LIVENESS_NS;
            a.step();
            a.step();

            final String failure = a.transport.failure();
            assertTrue(failure.startsWith("Aeron has stopped: ") && failure.contains("timeout"), failure);
            assertEquals(SendResult.CLOSED, a.transport.send(1, Lane.INPUT, 1, Net.payload(1, 1)));
            assertEquals(0, a.transport.poll(a.nowNs, a.inbox));
        }
    }

    @Test
    void shouldRunTheSameTwiceWithFixedSessions() {
        assertEquals(trace(), trace());
    }

    private static long trace() {
        final CRC32C trace = new CRC32C();
        final int[] ports = Net.freePorts(2);
        try (Peer a = new Peer(0, ports); Peer b = new Peer(1, ports)) {
            for (int i = 0; i < 10_000; i++) {
                final int before = a.inbox.letters.size();
                a.step();
                b.step();
                if (i % TICK_STEPS == 0) {
                    a.tick(i);
                    b.tick(i);
                }
                for (final Inbox.Letter letter : a.inbox.letters.subList(before, a.inbox.letters.size())) {
                    trace.update(i >> 8);
                    trace.update(i);
                    trace.update(letter.lane().ordinal());
                    trace.update((int) letter.tag() >> 8);
                    trace.update((int) letter.tag());
                }
            }
            assertTrue(a.inbox.letters.size() > 1000, "arrived: " + a.inbox.letters.size());
            trace.update((int) a.sentOn[0]);
            trace.update((int) b.sentOn[1]);
        }
        return trace.getValue();
    }
}
