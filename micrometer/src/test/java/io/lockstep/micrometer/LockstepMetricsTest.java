package io.lockstep.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.session.Figure;
import io.lockstep.core.session.MatchMeters;
import io.lockstep.core.session.PeerFigure;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateFields;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LockstepMetricsTest {

    private static final long TICK_NS = 16_666_667;
    private static final int LATENCY_MS = 20;

    private final SimulatedNetwork network =
        new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(LATENCY_MS)).followPolls();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MatchMeters meters = new MatchMeters();
    private final LockstepMetrics metrics = new LockstepMetrics(meters, Tags.of("match", "7"));
    private final Session[] sessions = {session(0), session(1)};
    private long nowNs = 1_000_000_000L;

    private Session session(final int peer) {
        return Session.builder().simulation(new NoGame()).transport(network.endpoint(peer)).gameId("metrics")
            .sessionSeed(peer).players(2).localPlayer(peer).observer(peer == 0 ? meters : (session, now) -> { })
            .input((frame, player, input) -> input.putShort((short) frame)).build();
    }

    private void tick(final int ticks) {
        for (int i = 0; i < ticks; i++) {
            nowNs += TICK_NS;
            for (final Session session : sessions) {
                session.poll(nowNs);
                while (session.step()) {
                    session.alpha(nowNs);
                }
            }
        }
    }

    @Test
    void shouldShowEachFigureOfTheSessionAndOfItsPeer() {
        metrics.bindTo(registry);
        tick(300);
        metrics.update();
        assertEquals(meters.of(Figure.FRAME), registry.get("lockstep.frame").tag("match", "7").gauge().value());
        assertEquals(meters.of(Figure.CHECKED_FRAMES),
            registry.get("lockstep.checked.frames").functionCounter().count());
        assertEquals(meters.of(PeerFigure.BYTES_SENT, 1),
            registry.get("lockstep.peer.bytes.sent").tag("peer", "1").functionCounter().count());
        assertEquals(meters.of(PeerFigure.RTT, 1), registry.get("lockstep.peer.rtt").timeGauge()
            .value(TimeUnit.NANOSECONDS), 1);
        assertEquals(0, registry.get("lockstep.peer.loss.in").gauge().value());
        assertTrue(meters.of(Figure.FRAME) > 200);
        assertEquals(Figure.values().length + PeerFigure.values().length + 6, registry.getMeters().size());
    }

    @Test
    void shouldHandOnEachValueOnce() {
        metrics.bindTo(registry);
        tick(300);
        metrics.update();
        final long frames = sessions[0].frame();
        assertEquals(frames, registry.get("lockstep.input.latencies").timer().count(), 1);
        assertTrue(registry.get("lockstep.peer.round.trips").timer().max(TimeUnit.MILLISECONDS) >= 2 * LATENCY_MS);
        assertTrue(registry.get("lockstep.peer.payloads").summary().count() > frames);
        metrics.update();
        assertEquals(frames, registry.get("lockstep.input.latencies").timer().count(), 1);
    }

    @Test
    void shouldWaitForTheFirstPollBeforeItShowsPeers() {
        metrics.bindTo(registry);
        assertEquals(Figure.values().length, registry.getMeters().size());
        tick(1);
        metrics.update();
        assertEquals(1, registry.get("lockstep.peer.rtt").meters().size());
    }

    @Test
    void shouldNeedARegistry() {
        assertThrows(IllegalStateException.class, metrics::update);
    }

    private static final class NoGame extends DeclaredSimulation {

        @Override
        public void step(final long frame, final Inputs inputs) {
            // Nothing is played.
        }

        @Override
        public void fields(final StateFields fields) {
            fields.section("nothing");
        }
    }
}
