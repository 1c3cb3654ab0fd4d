package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.lockstep.core.Allocations;
import io.lockstep.core.Tier;
import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.feed.MatchFeed;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.jfr.JfrEvents;
import io.lockstep.core.replay.RecordingWriter;
import io.lockstep.core.security.Identity;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PublicIdentity;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.PacketNetwork;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Polling, stepping, playing ahead, sending, receiving and recording allocate nothing once warm. Over memory alone: the
 * simulated socket of plain UDP allocates a copy of each packet; DatagramTransportIT measures that transport on real
 * ones.
 */
class SessionAllocationTest {

    private static final long TICK_NS = 16_666_667;
    private static final int POLLS_PER_TICK = 4;
    /** Each of a link's 1,024 slots for reliable messages gets a buffer when first used; statuses fill two a second. */
    private static final int WARM_UP_TICKS = 36_000;
    private static final int TICKS = 10_000;
    /** Looked at once one has allocated nothing. */
    private static final int MORE_ROUNDS = 4;
    private static final int TICKS_PER_S = 60;
    /** Some of so many ticks in a row are those in which somebody signs, and some are not. */
    private static final int BETWEEN_TICKS = 20;
    private static final int SECONDS = 4;
    /** Three ticks one way: with the shortest delay others' inputs come too late for a game that does not wait. */
    private static final int LATE_MS = 50;
    private static final int WINDOW = 8;
    /** Inputs change every nine frames, and each change that comes too late takes the game back. */
    private static final int BETWEEN_ROLLBACKS = 10;
    /** What the JDK makes for one: 19 kB in version 17. */
    private static final int SIGNATURE_BYTES = 32 << 10;

    static final List<Arguments> MESHES = Tier.of(List.of(arguments(2, false), arguments(3, true)),
        List.of(arguments(2, false), arguments(3, false), arguments(3, true)));
    static final List<Arguments> AHEAD = Tier.of(List.of(arguments(3, false), arguments(2, true)),
        List.of(arguments(2, false), arguments(3, false), arguments(2, true), arguments(3, true)));

    private final byte[] eventBytes = {1, 2, 3, 4, 5, 6, 7, 8};
    private final ByteBuffer event = ByteBuffer.wrap(eventBytes);
    private long nowNs = 7_000_000_000L;
    private final Histogram interval = new Histogram(3);
    private final List<MatchFeed> feeds = new ArrayList<>();
    private int rounds;

    /** Peers, and whether two of them do not hear each other, so that a third carries what they say. */
    @ParameterizedTest
    @FieldSource("MESHES")
    void shouldAllocateNothingInTenThousandTicks(final int peers, final boolean apart) {
        final SimulatedNetwork network =
            new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(20)).followPolls();
        final Session[] sessions = new Session[peers];
        for (int peer = 0; peer < peers; peer++) {
            final MatchFeed feed = new MatchFeed(new FeedConfig(), new PacketNetwork(0).socket(peer));
            feeds.add(feed);
            sessions[peer] = Session.builder().simulation(new PlainGame()).transport(network.endpoint(peer))
                .gameId("allocation").sessionSeed(peer).players(peers).localPlayer(peer)
                .recording(new RecordingWriter(bytes -> null, "allocation").and(feed))
                .input((frame, player, input) -> input.putShort((short) (frame / 9 * (player + 3)))).build();
        }
        tick(sessions, apart ? POLLS_PER_TICK * 60 : 0);
        if (apart) {
            network.cut(0, 1);
            network.cut(1, 0);
        }
        assertNothingIsAllocated(sessions);
    }

    /** Games that are played ahead, and taken back some times a second; sparse ones keep a single state for that. */
    @ParameterizedTest
    @FieldSource("AHEAD")
    void shouldAllocateNothingWhileGamesAreTakenBack(final int peers, final boolean sparse) {
        final SimulatedNetwork network =
            new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(LATE_MS)).followPolls();
        final Session[] sessions = new Session[peers];
        for (int peer = 0; peer < peers; peer++) {
            sessions[peer] = Session.builder().simulation(new PlainGame()).transport(network.endpoint(peer))
                .gameId("allocation").sessionSeed(peer).players(peers).localPlayer(peer)
                .prediction(new PredictionOptions().frames(WINDOW).sparse(sparse))
                .recording(new RecordingWriter(bytes -> null, "allocation").rollbacks(true))
                .input((frame, player, input) -> input.putShort((short) (frame / 9 * (player + 3)))).build();
        }
        final long before = rollbacks(sessions);
        assertNothingIsAllocated(sessions);
        final long taken = rollbacks(sessions) - before;
        assertTrue(taken > (long) rounds * TICKS / BETWEEN_ROLLBACKS * peers, () -> taken + " rollbacks");
    }

    /** With meters that others read, and with events for the flight recorder, which records: one for each rollback. */
    @Test
    void shouldAllocateNothingWhileItIsObserved() {
        final SimulatedNetwork network =
            new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(LATE_MS)).followPolls();
        final Session[] sessions = new Session[2];
        final MatchMeters meters = new MatchMeters();
        for (int peer = 0; peer < 2; peer++) {
            sessions[peer] = Session.builder().simulation(new PlainGame()).transport(network.endpoint(peer))
                .gameId("allocation").sessionSeed(peer).players(2).localPlayer(peer).prediction(WINDOW)
                .observer(peer == 0 ? meters.and(new JfrEvents(peer)) : new JfrEvents(peer))
                .input((frame, player, input) -> input.putShort((short) (frame / 9 * (player + 3)))).build();
        }
        final long before = rollbacks(sessions);
        try (Recording recording = new Recording()) {
            recording.enable("lockstep.Rollback");
            recording.start();
            assertNothingIsAllocated(sessions);
        }
        final long taken = rollbacks(sessions) - before;
        assertTrue(taken > (long) rounds * TICKS / BETWEEN_ROLLBACKS * 2, () -> taken + " rollbacks");
        assertEquals(sessions[0].frame(), meters.of(Figure.FRAME), 1);
    }

    private static long rollbacks(final Session[] sessions) {
        long sum = 0;
        for (final Session session : sessions) {
            sum += session.statistics().prediction().rollbacks();
        }
        return sum;
    }

    private void assertNothingIsAllocated(final Session[] sessions) {
        tick(sessions, WARM_UP_TICKS);
        rounds = 0;
        final long frame = sessions[0].frame();
        final Runnable round = () -> {
            tick(sessions, TICKS);
            rounds++;
        };
        assertEquals(0, Allocations.least(round), () -> "bytes in " + TICKS + " ticks");
        final long most = Allocations.most(MORE_ROUNDS, round);
        assertTrue(most < TICKS, () -> most + " bytes in " + TICKS + " ticks");
        assertEquals(rounds * TICKS, sessions[0].frame() - frame, 1, "frames");
        for (final Session session : sessions) {
            assertEquals(0, session.statistics().desyncs());
            assertTrue(session.statistics().checkedFrames() > 800);
        }
    }

    /** Signing once a second cannot be had without; the ticks between two signatures allocate nothing. */
    @Test
    void shouldAllocateNothingBetweenTwoSignatures() {
        final SimulatedNetwork network =
            new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(20)).followPolls();
        final Identity[] identities = {Identity.generate(), Identity.generate()};
        final Map<Integer, PublicIdentity> roster =
            Map.of(0, identities[0].publicIdentity(), 1, identities[1].publicIdentity());
        final Session[] sessions = new Session[2];
        for (int peer = 0; peer < 2; peer++) {
            sessions[peer] = Session.builder().simulation(new PlainGame()).transport(network.endpoint(peer))
                .gameId("allocation").sessionSeed(peer).players(2).localPlayer(peer)
                .keys(LinkKeys.of(MatchKey.of(new byte[MatchKey.BYTES]), identities[peer], roster))
                .input((frame, player, input) -> input.putShort((short) (frame / 9 * (player + 3)))).build();
        }
        tick(sessions, WARM_UP_TICKS);
        final Runnable round = () -> tick(sessions, BETWEEN_TICKS);
        assertEquals(0, Allocations.least(round), () -> "bytes in " + BETWEEN_TICKS + " ticks");
        final long most = Allocations.most(SECONDS * TICKS_PER_S / BETWEEN_TICKS, round);
        assertTrue(most > 0 && most < 2 * SIGNATURE_BYTES, () -> most + " bytes for two signatures");
    }

    private void tick(final Session[] sessions, final int ticks) {
        for (int i = 0; i < ticks * POLLS_PER_TICK; i++) {
            nowNs += TICK_NS / POLLS_PER_TICK + (i % POLLS_PER_TICK == 0 ? TICK_NS % POLLS_PER_TICK : 0);
            for (int peer = 0; peer < sessions.length; peer++) {
                final Session session = sessions[peer];
                session.poll(nowNs);
                if (peer < feeds.size()) {
                    feeds.get(peer).poll(nowNs);
                }
                while (session.step()) {
                    session.alpha(nowNs);
                }
                while (session.nextEvent() != null) {
                    session.statistics();
                }
                if (i % 240 == 0) {
                    session.statistics().takeInputLatencyMicros(interval);
                    session.statistics().peer(0).takePayloadBytes(interval);
                    session.statistics().peer(0).takeEarlyMicros(interval);
                    session.statistics().peer(0).takeLateMicros(interval);
                    session.statistics().peer(0).takeRttMicros(interval);
                }
                if (i % 100 == 0) {
                    session.sendEvent(peer, event);
                }
            }
        }
    }

    /** Allocates nothing itself. */
    private static final class PlainGame implements Simulation {

        private long state;

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                state = state * 31 + inputs.bits(player);
                final ByteBuffer bytes = inputs.bytes(player);
                while (bytes.hasRemaining()) {
                    state = state * 31 + bytes.get();
                }
                final ByteBuffer event = inputs.event(player);
                while (event.hasRemaining()) {
                    state = state * 31 + event.get();
                }
            }
        }

        @Override
        public void save(final StateWriter out) {
            out.section("all");
            out.writeLong("state", state);
        }

        @Override
        public void load(final ByteBuffer from) {
            state = from.getLong();
        }
    }
}
