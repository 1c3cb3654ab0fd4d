package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.session.Figure;
import io.lockstep.core.session.MatchMeters;
import io.lockstep.core.session.MatchObserver;
import io.lockstep.core.session.PeerFigure;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateFields;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever reads the driver's counters sees the session's, too. */
@Tag("sockets")
class SessionCountersIT {

    /** A quarter of a second: each test plays it. */
    private static final int FRAMES = 60;
    private static final int TICK_RATE = 240;
    private static final int WRITES = 10_000;

    @TempDir
    Path base;

    private final AeronTransport[] transports = new AeronTransport[2];
    private final Session[] sessions = new Session[2];
    private MatchObserver counters;

    @BeforeEach
    void play() {
        final int[] ports = Net.freePorts(2);
        for (int peer = 0; peer < 2; peer++) {
            transports[peer] = AeronTransport.launch(new AeronTransportConfig().localPeer(peer)
                .listen(Net.HOST, ports[peer]).peer(1 - peer, Net.HOST, ports[1 - peer]));
            final MatchObserver observer = transports[peer].counters();
            counters = peer == 0 ? observer : counters;
            sessions[peer] = Session.builder().simulation(new NoGame()).transport(transports[peer]).gameId("counted")
                .sessionSeed(peer).players(2).localPlayer(peer).tickRate(TICK_RATE).observer(observer)
                .input((frame, player, input) -> input.putShort((short) frame)).build();
        }
        Net.until("sixty frames", () -> {
            for (final Session session : sessions) {
                session.poll(System.nanoTime());
                while (session.step()) {
                    session.nextEvent();
                }
            }
            return sessions[0].frame() >= FRAMES;
        });
    }

    @AfterEach
    void close() {
        for (final AeronTransport transport : transports) {
            transport.close();
        }
    }

    private List<MatchCounters.Reading> read() {
        try (MatchCounters open = MatchCounters.open(new File(transports[0].aeronDirectory()))) {
            return open.read();
        }
    }

    @Test
    void shouldStandBesideTheDriversWithTheValuesOfTheSession() {
        counters.observed(sessions[0], System.nanoTime() + MatchMeters.EVERY_NS);
        final List<MatchCounters.Reading> all = read();
        final Map<String, Long> values = all.stream().filter(MatchCounters.Reading::ofSession)
            .collect(Collectors.toMap(MatchCounters.Reading::label, MatchCounters.Reading::value));

        assertEquals(Figure.values().length + PeerFigure.values().length, values.size());
        for (final Figure figure : Figure.values()) {
            assertEquals(figure.of(sessions[0]), values.get("lockstep 0: " + figure.label()), figure.label());
        }
        for (final PeerFigure figure : PeerFigure.values()) {
            assertEquals(figure.of(sessions[0].statistics().peer(0)),
                values.get("lockstep 0: peer 1 " + figure.label()), figure.label());
        }
        assertTrue(values.get("lockstep 0: peer 1 bytes-sent") > 1000);
        assertTrue(all.stream().anyMatch(reading -> reading.label().equals("Bytes sent") && !reading.ofSession()
            && reading.value() > 1000), all::toString);
    }

    @Test
    void shouldBeFoundByTheIdOfTheProcess() {
        final List<File> found = MatchCounters.directories(ProcessHandle.current().pid());
        assertTrue(found.contains(new File(transports[0].aeronDirectory())), found::toString);
        assertTrue(found.contains(new File(transports[1].aeronDirectory())), found::toString);
    }

    @Test
    void shouldAllocateNothing() {
        assertEquals(0, Allocations.least(() -> {
            for (int i = 1; i <= WRITES; i++) {
                counters.observed(sessions[0], i * MatchMeters.EVERY_NS);
            }
        }));
    }

    /** The memory of a closed transport is gone; to write there would end the process. */
    @Test
    void shouldWriteNothingAfterTheTransportIsClosed() {
        transports[0].close();
        for (int i = 1; i <= WRITES; i++) {
            counters.observed(sessions[0], i * MatchMeters.EVERY_NS);
        }
        assertFalse(new File(transports[0].aeronDirectory()).exists());
    }

    /** Its memory is gone, too. */
    @Test
    void shouldReadNothingOnceItIsClosed() {
        final MatchCounters closed = MatchCounters.open(new File(transports[0].aeronDirectory()));
        closed.close();
        closed.close();
        assertThrows(IllegalStateException.class, closed::read);
    }

    @Test
    void shouldShowTheEndThatTheLastPollBrings() {
        sessions[0].leave();
        Net.until("the end", () -> {
            for (final Session session : sessions) {
                session.poll(System.nanoTime());
            }
            return sessions[0].phase() == Phase.ENDED;
        });
        assertTrue(read().stream().anyMatch(reading -> reading.label().equals("lockstep 0: phase")
            && reading.value() == Phase.ENDED.ordinal()));
    }

    @Test
    void shouldSayWhereNoDriverRuns() {
        final IllegalStateException none =
            assertThrows(IllegalStateException.class, () -> MatchCounters.open(base.toFile()));
        assertEquals("no media driver runs in " + base, none.getMessage());
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
