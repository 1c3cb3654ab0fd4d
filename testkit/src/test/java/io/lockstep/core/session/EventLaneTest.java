package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventLaneTest {

    private static final int PLAYERS = 3;
    private static final int HIT = 0;
    private static final int GOAL = 1;
    private static final int TYPES = 2;
    private static final long TICK_NS = 16_666_667;
    private static final int END_FRAME = 200;
    private static final int EVERY = 10;
    private static final int U8_MAX = 255;

    /** Somebody is hit every tenth frame; the owner says so. The keeper of the ball changes when a goal is scored. */
    private static final class LaneGame implements Simulation {

        final EventLane lane = new EventLane(PLAYERS, TYPES).permitAll(HIT).permitOnly(GOAL, 0);
        final ByteBuffer payload = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        final List<String> journal = new ArrayList<>();
        long hash;

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                final int type = lane.type(inputs, player);
                if (type == EventLane.NONE) {
                    assertEquals(0, lane.payload(inputs, player).remaining());
                    continue;
                }
                final int number = lane.payload(inputs, player).getInt();
                journal.add(frame + ":" + player + (type == HIT ? " hit " : " goal ") + number);
                hash = hash * 31 + number;
                if (type == GOAL) {
                    lane.permitOnly(GOAL, (player + 1) % PLAYERS);
                }
            }
            if (frame % EVERY == 0) {
                lane.emit(HIT, (int) (frame / EVERY) % PLAYERS, payload.putInt(0, (int) frame));
            }
        }

        @Override
        public void save(final StateWriter out) {
            out.writeLong("hash", hash);
            lane.save(out);
        }

        @Override
        public void load(final ByteBuffer state) {
            hash = state.getLong();
            lane.load(state);
        }
    }

    private final Session[] sessions = new Session[PLAYERS];
    private final LaneGame[] games = new LaneGame[PLAYERS];
    private long nowNs = 1_000_000_000L;

    @BeforeEach
    void startMatch() {
        final SimulatedNetwork network =
            new SimulatedNetwork(PLAYERS, 0).conditions(LinkConditions.latency(20)).followPolls();
        for (int peer = 0; peer < PLAYERS; peer++) {
            games[peer] = new LaneGame();
            sessions[peer] = Session.builder().simulation(games[peer]).transport(network.endpoint(peer)).gameId("lane")
                .sessionSeed(peer).players(PLAYERS).localPlayer(peer).inputDelay(3).endFrame(END_FRAME)
                .input((frame, player, input) -> input.putShort((short) frame)).build();
            games[peer].lane.connect(sessions[peer], peer);
        }
    }

    /** Plays until a frame, everywhere. */
    private void playTo(final long frame) {
        for (int tick = 0; tick < 4 * END_FRAME; tick++) {
            nowNs += TICK_NS;
            boolean there = true;
            for (final Session session : sessions) {
                session.poll(nowNs);
                while (session.frame() < frame && session.step()) {
                    // Everything that is due.
                }
                there &= session.frame() >= frame;
            }
            if (there) {
                return;
            }
        }
        throw new AssertionError("not at frame " + frame + ": " + Arrays.toString(sessions));
    }

    private void assertAllAlike() {
        for (int peer = 0; peer < PLAYERS; peer++) {
            assertEquals(games[0].journal, games[peer].journal);
            assertEquals(games[0].hash, games[peer].hash);
            assertEquals(0, sessions[peer].statistics().desyncs());
        }
    }

    private static ByteBuffer number(final int number) {
        return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(0, number);
    }

    private static ByteBuffer event(final int type, final int number) {
        return ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN).put(0, (byte) type).putInt(1, number);
    }

    @Test
    void shouldLetOnlyTheOwnerSayWhatHappened() {
        playTo(END_FRAME);
        assertAllAlike();
        // Detected in frame 0, 10, … by one peer each, applied once at all.
        assertTrue(games[0].journal.size() >= END_FRAME / EVERY - 1, games[0].journal.toString());
        for (int i = 0; i < games[0].journal.size(); i++) {
            assertTrue(games[0].journal.get(i).endsWith(":" + i % PLAYERS + " hit " + i * EVERY),
                games[0].journal.toString());
        }
        for (final LaneGame game : games) {
            assertEquals(0, game.lane.unsent());
        }
    }

    @Test
    void shouldIgnoreEverywhereWhatAPlayerMayNotEmit() {
        playTo(20);
        // Past the lane, as a modified peer would.
        assertTrue(sessions[1].sendEvent(1, event(GOAL, 77)));
        assertTrue(sessions[2].sendEvent(2, event(TYPES, 78)));
        assertTrue(sessions[2].sendEvent(2, event(U8_MAX, 79)));
        playTo(END_FRAME);
        assertAllAlike();
        assertTrue(games[0].journal.stream().noneMatch(line -> line.contains("77") || line.contains("78")
            || line.contains("79")), games[0].journal.toString());
        assertTrue(games[0].lane.permits(GOAL, 0));
    }

    @Test
    void shouldHandThePermissionOnInTheSameFrameEverywhere() {
        playTo(20);
        assertFalse(games[1].lane.send(GOAL, 1, number(500)));
        assertTrue(games[0].lane.send(GOAL, 0, number(501)));
        playTo(40);
        assertFalse(games[0].lane.send(GOAL, 0, number(502)));
        assertTrue(games[1].lane.send(GOAL, 1, number(503)));
        playTo(END_FRAME);
        assertAllAlike();
        assertEquals(List.of("0 goal 501", "1 goal 503"), games[2].journal.stream()
            .filter(line -> line.contains("goal")).map(line -> line.substring(line.indexOf(':') + 1)).toList());
        assertEquals(1, games[0].lane.unsent());
        assertEquals(1, games[1].lane.unsent());
        assertTrue(games[2].lane.permits(GOAL, 2));
        assertFalse(games[2].lane.permits(GOAL, 1));
    }

    @Test
    void shouldSendNothingWithoutASessionOrForAnotherPeersPlayer() {
        final EventLane lane = new EventLane(PLAYERS, TYPES).permitAll(HIT);
        lane.emit(HIT, 0, number(1));
        assertEquals(0, lane.unsent());
        assertFalse(lane.send(HIT, 0, number(1)));
        assertFalse(games[0].lane.send(HIT, 1, number(1)));
        assertFalse(games[0].lane.send(TYPES, 0, number(1)));
        assertFalse(games[0].lane.send(HIT, -1, number(1)));
    }

    @Test
    void shouldSendAnEventOfEachLengthUpToTheLongestOfTheSession() {
        final EventLane lane = new EventLane(PLAYERS, TYPES).permitAll(HIT);
        for (int length = 0; length < SessionConfig.MAX_EVENT_BYTES; length++) {
            final Session session = Session.builder().simulation(new LaneGame()).gameId("lane").sessionSeed(1)
                .transport(new SimulatedNetwork(PLAYERS, 0).endpoint(0)).players(PLAYERS).localPlayer(0)
                .maxEventBytes(1 + length).input((frame, player, input) -> { }).build();
            lane.connect(session, 0);
            assertTrue(lane.send(HIT, 0, ByteBuffer.allocate(length)), length + " bytes");
            final ByteBuffer longer = ByteBuffer.allocate(length + 1);
            assertThrows(IllegalArgumentException.class, () -> lane.send(HIT, 0, longer), longer.limit() + " bytes");
        }
    }

    @Test
    void shouldLeaveThePayloadAsItWas() {
        final ByteBuffer payload = ByteBuffer.wrap(new byte[] {9, 1, 2, 3, 4, 9}).position(1).limit(5);
        playTo(21);
        assertTrue(games[0].lane.send(HIT, 0, payload));
        assertEquals(1, payload.position());
        assertEquals(5, payload.limit());
        playTo(END_FRAME);
        assertAllAlike();
        assertTrue(games[1].journal.stream().anyMatch(line -> line.endsWith("0 hit " + 0x04030201)),
            games[1].journal.toString());
    }

    @Test
    void shouldSaveAndLoadPermissions() {
        final EventLane lane = new EventLane(32, 3).permitAll(0).permitOnly(1, 31).permit(2, 4, true).permit(2, 5, true)
            .permit(2, 4, false);
        final StateBuffer state = new StateBuffer(64);
        lane.save(state);
        assertEquals(12, state.length());
        final EventLane loaded = new EventLane(32, 3);
        loaded.load(ByteBuffer.wrap(state.array(), 0, state.length()).order(ByteOrder.LITTLE_ENDIAN));
        for (int player = -1; player <= 32; player++) {
            final boolean real = player >= 0 && player < 32;
            assertEquals(real, loaded.permits(0, player), "player " + player);
            assertEquals(player == 31, loaded.permits(1, player), "player " + player);
            assertEquals(player == 5, loaded.permits(2, player), "player " + player);
            assertFalse(loaded.permits(3, player) || loaded.permits(-1, player));
        }
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        assertEquals("players is 33, allowed is 1 to 32",
            assertThrows(IllegalArgumentException.class, () -> new EventLane(33, 1)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> new EventLane(2, 257));
        final EventLane lane = new EventLane(2, 2);
        assertThrows(IllegalArgumentException.class, () -> lane.permitAll(2));
        assertThrows(IllegalArgumentException.class, () -> lane.permitOnly(-1, 0));
        assertThrows(IllegalArgumentException.class, () -> lane.permit(0, 2, true));
        assertThrows(IllegalArgumentException.class, () -> lane.connect(null, 2));
    }

    @Test
    void shouldAllocateNothing() {
        playTo(20);
        final ByteBuffer payload = number(3);
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 10_000; i++) {
                games[0].lane.emit(HIT, i % PLAYERS, payload);
            }
        }));
    }
}
