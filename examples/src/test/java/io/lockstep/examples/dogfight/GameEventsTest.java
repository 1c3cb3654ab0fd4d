package io.lockstep.examples.dogfight;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.examples.dogfight.protocol.DogfightEvent;
import io.lockstep.examples.dogfight.protocol.DogfightEventCodec;
import io.lockstep.examples.dogfight.protocol.PlayerId;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GameEventsTest {

    private final GameEvents events = new GameEvents();
    private final ByteBuffer bytes = ByteBuffer.allocate(64);
    private final Dogfight game = new Dogfight(2, 1);
    private final HandInputs inputs = new HandInputs(2);

    @Test
    void shouldReadTheEventsItWrites() {
        events.putEmote(31, GameEvents.EMOTES, bytes);
        assertEquals(GameEvents.MAX_BYTES, bytes.position());
        assertTrue(events.read(31, bytes.flip()));
        assertEquals(0, bytes.position());
        assertEquals(DogfightEvent.EMOTE, events.action());
        assertEquals(GameEvents.EMOTES, events.argument());
        events.putScuttle(3, bytes.clear());
        assertTrue(events.read(3, bytes.flip()));
        assertFalse(events.read(4, bytes), "one player speaks for another");
        assertThrows(IllegalArgumentException.class, () -> events.putEmote(0, 0, bytes.clear()));
        assertThrows(IllegalArgumentException.class, () -> events.putScuttle(32, bytes.clear()));
        assertThrows(IllegalArgumentException.class, () -> events.putMove(0, Direction.COUNT, bytes.clear()));
    }

    @ParameterizedTest
    @ValueSource(ints = {Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT})
    void shouldTurnAsIfTheArrowAloneWereHeld(final int direction) {
        final Dogfight held = new Dogfight(2, 1);
        final HandInputs arrows = new HandInputs(2);
        arrows.set(0, Direction.button(direction) | Buttons.PICKUP);
        inputs.set(0, Direction.button(Direction.opposite(direction)) | Buttons.PICKUP);
        inputs.move(0, direction);
        game.step(0, inputs);
        held.step(0, arrows);
        assertEquals(direction, game.ships().direction(0));
        assertEquals(1, game.ships().events(0));
        game.ships().events[0] = 0;
        assertArrayEquals(StateBytes.of(held), StateBytes.of(game));
    }

    @Test
    void shouldShootAsIfTheTriggerWereHeldForOneFrame() {
        inputs.shoot(0);
        game.step(0, inputs);
        assertTrue(game.bullets().active(0));
        inputs.noEvents();
        for (long frame = 1; frame <= Rules.CANNON_COOLDOWN; frame++) {
            game.step(frame, inputs);
        }
        assertFalse(game.bullets().active(1));
        inputs.shoot(0);
        game.step(Rules.CANNON_COOLDOWN + 1, inputs);
        assertTrue(game.bullets().active(1));
        assertEquals(2, game.ships().events(0));
    }

    @Test
    void shouldLeaveNoTraceOfWhatHasNoEffect() {
        final Dogfight quiet = new Dogfight(2, 1);
        final DogfightEventCodec codec = new DogfightEventCodec();
        final DogfightEvent event = new DogfightEvent();
        PlayerId.put(0, event.playerId, 0);
        long frame = 0;
        for (int action = DogfightEvent.PLAYER_CONNECTION; action <= DogfightEvent.SCUTTLE; action++) {
            event.action = action;
            event.argument = action == DogfightEvent.EMOTE ? 1 : Direction.IDLE;
            codec.encode(event, bytes.clear());
            final byte[] encoded = new byte[bytes.flip().remaining()];
            bytes.get(encoded);
            // Of player 0, sent by player 1, and where the protocol has no effect by player 0 itself.
            inputs.event(1, encoded);
            if (action <= DogfightEvent.MOVE) {
                inputs.event(0, encoded);
            }
            game.step(frame, inputs);
            inputs.noEvents();
            quiet.step(frame++, inputs);
            assertArrayEquals(StateBytes.of(quiet), StateBytes.of(game), "action " + action);
        }
    }

    @Test
    void shouldNotLetADeadShipActButSpeak() {
        inputs.scuttle(0);
        game.step(0, inputs);
        assertEquals(1, game.ships().events(0));
        inputs.move(0, Direction.LEFT);
        game.step(1, inputs);
        inputs.shoot(0);
        game.step(2, inputs);
        inputs.scuttle(0);
        game.step(3, inputs);
        assertEquals(1, game.ships().events(0));
        assertEquals(1, game.ships().deaths(0));
        assertEquals(0, game.ships().buttons[0]);
        inputs.emote(0, 2);
        game.step(4, inputs);
        assertEquals(2, game.ships().emote(0));
        assertEquals(2, game.ships().events(0));
    }

    @Test
    void shouldNotAllocateForEvents() {
        final long[] frame = {0};
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 5_000; i++, frame[0]++) {
                inputs.move(0, (int) (frame[0] % Direction.COUNT));
                inputs.emote(1, 1 + (int) (frame[0] % GameEvents.EMOTES));
                game.step(frame[0], inputs);
            }
        }));
    }
}
