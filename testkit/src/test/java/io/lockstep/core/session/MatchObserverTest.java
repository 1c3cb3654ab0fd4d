package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.jfr.JfrEvents;
import io.lockstep.core.sync.StateFields;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is seen of a match from outside of its session. */
class MatchObserverTest {

    private static final long TICK_NS = 16_666_667;
    private static final int LATE_MS = 50;
    private static final int WINDOW = 8;
    private static final int CUT_TICKS = 60;
    private static final int DROP_TICKS = 600;
    private static final long MS = 1_000_000;
    private static final int LONGEST_LEAVE_MS = 5000;

    @TempDir
    private Path folder;
    private final SimulatedNetwork network =
        new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(LATE_MS)).followPolls();
    private final Session[] sessions = new Session[3];
    private final CountingGame[] games = new CountingGame[3];
    private final MatchMeters meters = new MatchMeters();
    private long nowNs = 7_000_000_000L;

    private void play(final int ahead, final MatchObserver observer) {
        for (int peer = 0; peer < sessions.length; peer++) {
            games[peer] = new CountingGame();
            final SessionConfig config = Session.builder().simulation(games[peer]).transport(network.endpoint(peer))
                .gameId("observed").sessionSeed(peer).players(3).localPlayer(peer).prediction(ahead)
                .input((frame, player, input) -> input.putShort((short) (frame / 9 * (player + 3))));
            sessions[peer] = (peer == 0 ? config.observer(observer) : config).build();
        }
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
    void shouldShowEachFigureAsTheSessionHasIt() {
        play(WINDOW, meters);
        assertNull(meters.statistics());
        tick(300);
        meters.observed(sessions[0], nowNs + MatchMeters.EVERY_NS);
        for (final Figure figure : Figure.values()) {
            assertEquals(figure.of(sessions[0]), meters.of(figure), figure.label());
        }
        for (int i = 0; i < 2; i++) {
            for (final PeerFigure figure : PeerFigure.values()) {
                assertEquals(figure.of(sessions[0].statistics().peer(i)), meters.of(figure, i + 1), figure.label());
            }
        }
        assertEquals(sessions[0].statistics(), meters.statistics());
        assertTrue(meters.of(Figure.FRAME) > 200);
        assertEquals(3, meters.of(Figure.MEMBERS));
        assertTrue(meters.of(PeerFigure.RTT, 2) > 2 * LATE_MS * 1_000_000L);
        assertTrue(meters.of(PeerFigure.BYTES_SENT, 1) > 10_000);
        assertEquals(0, meters.of(PeerFigure.BYTES_SENT, 0), "no peer of its own");
    }

    /** Nobody hears of peer 1. */
    private void cutOff() {
        network.cut(1, 0);
        network.cut(1, 2);
    }

    /** Who polls until the session has ended looks no more, and 10 ms later nothing is written any more. */
    private void leave() {
        sessions[0].leave();
        for (int i = 0; i < LONGEST_LEAVE_MS && sessions[0].phase() != Phase.ENDED; i++) {
            nowNs += MS;
            for (final Session session : sessions) {
                session.poll(nowNs);
            }
        }
        assertEquals(Phase.ENDED, sessions[0].phase());
    }

    @Test
    void shouldShowTheEndThatTheLastPollBrings() {
        play(0, meters);
        tick(120);
        leave();
        assertEquals(Phase.ENDED.ordinal(), meters.of(Figure.PHASE));
    }

    @Test
    void shouldCountOnAfterAReturn() {
        play(0, meters);
        tick(120);
        leave();
        final long sent = meters.of(PeerFigure.DATAGRAMS_SENT, 1);
        final MatchInterval interval = meters.interval();
        sessions[0] = sessions[0].rejoin();
        tick(1);
        assertTrue(meters.of(PeerFigure.DATAGRAMS_SENT, 1) >= sent, "a count never falls");
        tick(300);
        assertEquals(Phase.PLAYING, sessions[0].phase());
        meters.observed(sessions[0], nowNs + MatchMeters.EVERY_NS);
        final long sentSince = sessions[0].statistics().peer(0).datagramsSent();
        assertEquals(sent + sentSince, meters.of(PeerFigure.DATAGRAMS_SENT, 1));
        interval.take();
        assertEquals(sentSince, interval.of(PeerFigure.DATAGRAMS_SENT, 1));
        assertEquals(sessions[0].frame(), meters.of(Figure.FRAME), "no count");
    }

    @Test
    void shouldShowNoStallOnceTheMatchIsOver() {
        play(0, meters);
        tick(120);
        cutOff();
        tick(CUT_TICKS);
        assertTrue(meters.of(Figure.STALLED) > 0);
        leave();
        assertEquals(0, meters.of(Figure.STALLED));
        assertEquals(sessions[0].stalledNs(), Figure.STALLED.of(sessions[0]));
    }

    @Test
    void shouldCountInIntervalsThatTakeNothingFromEachOther() {
        play(0, meters);
        tick(120);
        final MatchInterval early = meters.interval();
        tick(60);
        final MatchInterval late = meters.interval();
        final long sent = meters.of(PeerFigure.DATAGRAMS_SENT, 1);
        tick(120);
        early.take();
        late.take();
        final long grown = meters.of(PeerFigure.DATAGRAMS_SENT, 1) - sent;
        assertEquals(grown, late.of(PeerFigure.DATAGRAMS_SENT, 1));
        assertTrue(early.of(PeerFigure.DATAGRAMS_SENT, 1) > grown + 50);
        assertEquals(meters.of(PeerFigure.RTT, 1), late.of(PeerFigure.RTT, 1), "no count");
        late.take();
        assertEquals(0, late.of(PeerFigure.DATAGRAMS_SENT, 1));
    }

    @Test
    void shouldHandOutHowEarlyAndLateInputsCame() {
        play(0, meters);
        final Histogram early = new Histogram(2);
        final Histogram late = new Histogram(2);
        tick(1);
        meters.statistics().peer(0).takeEarlyMicros(early);
        meters.statistics().peer(0).takeLateMicros(late);
        tick(300);
        meters.statistics().peer(0).takeEarlyMicros(early);
        meters.statistics().peer(0).takeLateMicros(late);
        assertTrue(early.getTotalCount() + late.getTotalCount() > 200, early.getTotalCount() + " early");
        meters.statistics().peer(0).takeEarlyMicros(early);
        assertEquals(0, early.getTotalCount());
    }

    @Test
    void shouldTellWhatHappensThoughTheGameFetchesNothing() {
        final List<SessionEvent.Type> types = new ArrayList<>();
        final MatchObserver listener = new MatchObserver() {
            @Override
            public void observed(final Session session, final long now) {
                assertEquals(nowNs, now);
            }

            @Override
            public void happened(final Session session, final SessionEvent event) {
                assertEquals(sessions[0], session);
                types.add(event.type());
            }
        };
        play(0, listener.and(meters));
        tick(120);
        sessions[2].leave();
        tick(120);
        assertEquals(1, types.stream().filter(SessionEvent.Type.STARTED::equals).count());
        assertEquals(1, types.stream().filter(SessionEvent.Type.PEER_LEFT::equals).count());
        final List<SessionEvent.Type> fetched = new ArrayList<>();
        for (SessionEvent event = sessions[0].nextEvent(); event != null; event = sessions[0].nextEvent()) {
            fetched.add(event.type());
        }
        assertEquals(fetched, types);
        assertEquals(2, meters.of(Figure.MEMBERS));
    }

    @Test
    void shouldWriteTheStallThatTheMatchEndsIn() throws IOException {
        final List<RecordedEvent> events = recorded(() -> {
            play(0, new JfrEvents(0));
            tick(120);
            cutOff();
            tick(CUT_TICKS);
            leave();
        });
        assertEquals("peer 1", named(events, "Stall").getString("peers"));
    }

    @Test
    void shouldWriteStallsRollbacksDesyncsAndCutsIntoTheFlightRecorder() throws IOException {
        final List<RecordedEvent> events = recorded(() -> {
            play(WINDOW, new JfrEvents(0));
            tick(120);
            cutOff();
            tick(CUT_TICKS);
            network.heal(1, 0);
            network.heal(1, 2);
            tick(CUT_TICKS);
            games[2].state++;
            tick(CUT_TICKS);
            cutOff();
            tick(DROP_TICKS);
        });
        final RecordedEvent stall = named(events, "Stall");
        assertEquals("peer 1", stall.getString("peers"));
        assertTrue(stall.getLong("ticks") > CUT_TICKS / 2);
        assertTrue(stall.getDuration().toNanos() > 0);
        final RecordedEvent rollback = named(events, "Rollback");
        assertTrue(rollback.getLong("frames") >= rollback.getLong("rollbacks"));
        assertEquals(sessions[0].statistics().prediction().rollbacks(), events.stream()
            .filter(event -> event.getEventType().getName().equals("lockstep.Rollback"))
            .mapToLong(event -> event.getLong("rollbacks")).sum());
        final RecordedEvent desync = named(events, "Desync");
        assertEquals(2, desync.getInt("peer"));
        assertTrue(desync.getInt("localChecksum") != desync.getInt("remoteChecksum"));
        final RecordedEvent cut = named(events, "Cut");
        assertEquals("PEER_DROPPED", cut.getString("reason"));
        assertEquals(1, cut.getInt("peer"));
        assertEquals(0, cut.getInt("self"));
    }

    @Test
    void shouldWriteWhoGoesAndWhoComesIntoTheFlightRecorder() throws IOException {
        final List<RecordedEvent> events = recorded(() -> {
            play(0, new JfrEvents(0));
            tick(120);
            sessions[2].leave();
            tick(CUT_TICKS);
            sessions[2] = sessions[2].rejoin();
            tick(DROP_TICKS);
        });
        final RecordedEvent cut = named(events, "Cut");
        assertEquals("PEER_LEFT", cut.getString("reason"));
        assertEquals(2, cut.getInt("peer"));
        final RecordedEvent join = named(events, "Join");
        assertEquals(0, join.getInt("self"));
        assertEquals(2, join.getInt("peer"));
        assertEquals(told(SessionEvent.Type.PEER_JOINED).frame(), join.getLong("frame"));
        assertTrue(join.getLong("frame") > cut.getLong("frame"));
        assertEquals(2, events.size(), events::toString);
    }

    /** What the flight recorder got of ours meanwhile. */
    private List<RecordedEvent> recorded(final Runnable match) throws IOException {
        final Path file = folder.resolve("match.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            match.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().startsWith("lockstep.")).toList();
    }

    /** The first of its kind that the observed session has for its game. */
    private SessionEvent told(final SessionEvent.Type type) {
        SessionEvent event = sessions[0].nextEvent();
        while (event != null && event.type() != type) {
            event = sessions[0].nextEvent();
        }
        assertNotNull(event, type::name);
        return event;
    }

    private static RecordedEvent named(final List<RecordedEvent> events, final String name) {
        final RecordedEvent first = events.stream()
            .filter(event -> event.getEventType().getName().equals("lockstep." + name)).findFirst().orElse(null);
        assertNotNull(first, name);
        return first;
    }

    /** What it adds up can be told wrong from outside. */
    private static final class CountingGame extends DeclaredSimulation {

        private long state;

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                state = state * 31 + inputs.bits(player);
            }
        }

        @Override
        public void fields(final StateFields fields) {
            fields.section("all");
            state = fields.field("state", state);
        }
    }
}
