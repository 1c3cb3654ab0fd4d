package io.lockstep.examples.yourgame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.ecs.ComponentTable;
import io.lockstep.codecs.ecs.EcsState;
import io.lockstep.codecs.ecs.EcsStateSync;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/**
 * A game of entities and components, and a screen outside the match that shows it: one player's process sends it the
 * state ten times a second, whole at first, and then what has changed since the state that the screen says it has.
 */
class WatchedWorldTest {

    private static final long MS = 1_000_000L;
    private static final int PLAYERS = 2;
    private static final int END_FRAME = 900;
    private static final ComponentTable TABLE =
        ComponentTable.builder().add("Place", Integer.BYTES).add("Age", new byte[] {0}).build();
    private static final int PLACE = 0;
    private static final int AGE = 1;
    private static final int ENTITIES = 64;
    private static final int MAX_BYTES = 1024;

    private static EcsState empty() {
        return new EcsState(TABLE, ENTITIES);
    }

    /** The game: each player has a car, and whoever brakes leaves a mark that fades. */
    static final class World implements Simulation {

        final EcsState state = empty();
        private final ByteBuffer data = ByteBuffer.allocate(Integer.BYTES);

        World() {
            for (int player = 0; player < PLAYERS; player++) {
                state.create(player);
                state.attach(player, PLACE);
            }
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int at = state.count() - 1; at >= PLAYERS; at--) {
                fade(state.entity(at));
            }
            for (int player = 0; player < PLAYERS; player++) {
                final int place = get(player) + inputs.bits(player);
                state.update(player, PLACE, data.putInt(0, place), 0);
                if (inputs.bits(player) == 0) {
                    mark(PLAYERS + place % (ENTITIES - PLAYERS), place);
                }
            }
        }

        private int get(final int entity) {
            state.read(entity, PLACE, data.clear());
            return data.getInt(0);
        }

        private void mark(final int entity, final int place) {
            state.create(entity);
            state.attach(entity, PLACE);
            state.attach(entity, AGE);
            state.update(entity, PLACE, data.putInt(0, place), 0);
            state.update(entity, AGE, data.put(0, (byte) 0), 0);
        }

        private void fade(final int entity) {
            state.read(entity, AGE, data.clear());
            final byte age = (byte) (data.get(0) + 1);
            if (age < 0) {
                state.delete(entity);
            } else {
                state.update(entity, AGE, data.put(0, age), 0);
            }
        }

        @Override
        public void save(final StateWriter out) {
            out.writeInt("entities", state.count());
            for (int at = 0; at < state.count(); at++) {
                final int entity = state.entity(at);
                out.writeInt("entity", entity);
                out.writeInt("place", get(entity));
                if (entity >= PLAYERS) {
                    state.read(entity, AGE, data.clear());
                    out.writeByte("age", data.get(0));
                }
            }
        }

        @Override
        public void load(final ByteBuffer saved) {
            state.clear();
            for (int left = saved.getInt(); left > 0; left--) {
                final int entity = saved.getInt();
                final int place = saved.getInt();
                if (entity >= PLAYERS) {
                    mark(entity, place);
                    state.update(entity, AGE, data.put(0, saved.get()), 0);
                } else {
                    state.create(entity);
                    state.attach(entity, PLACE);
                    state.update(entity, PLACE, data.putInt(0, place), 0);
                }
            }
        }
    }

    /** At the player: remembers what it sent, and sends what has changed since the newest that has arrived. */
    private static final class Broadcast {

        private static final int KEPT = 16;

        int differences;
        private final EcsStateSync sync = new EcsStateSync(TABLE, MAX_BYTES);
        private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
        private final StateSync message = new StateSync(MAX_BYTES);
        private final ByteBuffer datagram = ByteBuffer.allocate(2 * MAX_BYTES);
        private final EcsState[] sent = new EcsState[KEPT];
        private final long[] sentFrame = new long[KEPT];
        private final Transport line;
        private int next;
        private long hasFrame = -1;

        Broadcast(final Transport line) {
            this.line = line;
        }

        void send(final EcsState state, final long frame) {
            final int base = kept();
            if (base < 0) {
                sync.write(state, frame, message);
            } else if (sync.write(sent[base], hasFrame, state, frame, message)) {
                differences++;
            }
            sent[next] = empty();
            sent[next].copyFrom(state);
            sentFrame[next] = frame;
            next = (next + 1) % KEPT;
            codec.encode(message, datagram.clear());
            line.send(1, Lane.INPUT, 0, datagram.flip());
        }

        /** Where the state is that the screen has; negative if it has none, or one that is not remembered any more. */
        private int kept() {
            for (int i = 0; i < KEPT; i++) {
                if (sent[i] != null && sentFrame[i] == hasFrame) {
                    return i;
                }
            }
            return -1;
        }

        void poll(final long nowNs) {
            line.poll(nowNs, (peer, lane, tag, payload) ->
                hasFrame = payload.order(ByteOrder.BIG_ENDIAN).getLong());
        }
    }

    /** Outside the match: has the newest state that came, and says which. */
    private static final class Screen {

        EcsState shown = empty();
        long frame = -1;
        private final EcsStateSync sync = new EcsStateSync(TABLE, MAX_BYTES);
        private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
        private final Transport line;
        private EcsState newer = empty();

        Screen(final Transport line) {
            this.line = line;
        }

        void poll(final long nowNs) {
            line.poll(nowNs, (peer, lane, tag, payload) -> {
                if (codec.decode(payload) == WireCode.OK && codec.decoded() instanceof StateSync message
                    && message.frame() > frame
                    && sync.read(message, shown, frame, newer) == EcsStateSync.Result.OK) {
                    frame = message.frame();
                    final EcsState older = shown;
                    shown = newer;
                    newer = older;
                }
                line.send(0, Lane.INPUT, 0, ByteBuffer.allocate(Long.BYTES).putLong(frame).flip());
            });
        }
    }

    private final SimulatedNetwork match = new SimulatedNetwork(PLAYERS, 1).conditions(LinkConditions.latency(20));
    private final SimulatedNetwork hall =
        new SimulatedNetwork(2, 2).conditions(LinkConditions.latency(40).withJitter(30).withLoss(0.2));
    private final World[] worlds = new World[PLAYERS];
    private final Session[] sessions = new Session[PLAYERS];
    private final Broadcast broadcast = new Broadcast(hall.endpoint(0));
    private final Screen screen = new Screen(hall.endpoint(1));

    WatchedWorldTest() {
        for (int player = 0; player < PLAYERS; player++) {
            worlds[player] = new World();
            sessions[player] = Session.builder().gameId("watched-1").players(PLAYERS).localPlayer(player)
                .simulation(worlds[player]).transport(match.endpoint(player)).sessionSeed(player).endFrame(END_FRAME)
                .input((frame, who, input) -> input.putShort((short) (frame / 7 % (who + 3)))).build();
        }
    }

    private void tick(final long nowNs) {
        match.advanceTo(nowNs);
        hall.advanceTo(nowNs);
        for (final Session session : sessions) {
            session.poll(nowNs);
            while (session.step()) {
                if (session == sessions[0] && session.frame() % 6 == 0) {
                    broadcast.send(worlds[0].state, session.frame());
                }
            }
        }
        broadcast.poll(nowNs);
        screen.poll(nowNs);
    }

    @Test
    void shouldShowTheWorldOfTheMatchByWhatHasChanged() {
        long nowNs = 0;
        while (sessions[0].phase() != Phase.ENDED || sessions[1].phase() != Phase.ENDED) {
            nowNs += MS;
            tick(nowNs);
            assertTrue(nowNs < 60_000 * MS, "frame " + sessions[0].frame());
        }
        // Some of it was lost; the last state is sent until it is there.
        for (int i = 0; i < 2000 && !screen.shown.sameAs(worlds[0].state); i++) {
            nowNs += MS;
            if (i % 100 == 0) {
                broadcast.send(worlds[0].state, END_FRAME + 1 + i);
            }
            tick(nowNs);
        }
        assertTrue(screen.shown.sameAs(worlds[0].state));
        assertTrue(worlds[1].state.sameAs(worlds[0].state));
        assertEquals(0, sessions[0].statistics().desyncs());
        assertTrue(broadcast.differences > 100, broadcast.differences + " of 150");
    }
}
