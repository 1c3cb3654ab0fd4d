package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.Rules;
import io.lockstep.examples.dogfight.ScriptedBot;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is drawn of a game. */
class SceneTest {

    /** Where the saved state holds the first ship's x. */
    private static final int FIRST_SHIP = 20;
    private static final long FRAMES = 5_000;
    private static final int OFF = 30 * Rules.UNITS_PER_PIXEL;

    private static StateBuffer stateOf(final Dogfight game) {
        final StateBuffer state = new StateBuffer(StateBuffer.DEFAULT_CAPACITY_BYTES);
        game.save(state);
        return state;
    }

    /** Ships are launched, boosted, destroyed and fly around the field: none of that is a correction. */
    @ParameterizedTest
    @CsvSource({"8, 4", "32, 5"})
    void shouldDrawEveryShipWhereItIsWhileNothingIsTakenBack(final int players, final long seed) {
        final Dogfight game = new Dogfight(players, seed);
        final Scene scene = new Scene(players);
        for (long frame = 0; frame < FRAMES; frame++) {
            game.step(frame, new Scripted(players, seed, frame));
            scene.capture(game);
            for (int ship = 0; ship < players; ship++) {
                assertEquals(game.ships().x(ship), scene.x[ship]);
                assertEquals(game.ships().y(ship), scene.y[ship]);
                assertEquals(0, scene.corrections.ghostFrames[ship]);
            }
        }
        assertTrue(IntStream.range(0, players).anyMatch(ship -> game.ships().deaths(ship) > 0), "all flew on");
    }

    @Test
    void shouldShowAGhostWhereAShipWasAndDrawItOnItsWay() {
        final Dogfight game = new Dogfight(2, 1);
        final Scene scene = new Scene(2);
        scene.capture(game);
        final double seen = scene.x[0];
        moveFirstShip(game);
        scene.capture(game);
        assertEquals(seen, scene.corrections.ghostX[0]);
        assertEquals(Corrections.GHOST_FRAMES, scene.corrections.ghostFrames[0]);
        assertEquals(0, scene.corrections.ghostFrames[1]);
        final double left = Math.IEEEremainder(game.ships().x(0) - scene.x[0], scene.field.width());
        assertTrue(left > 0 && left < OFF, "it is drawn " + left + " units from where it is");
    }

    @Test
    void shouldLightUpWhoIsHitUntilThatIsTakenBack() {
        final Scene scene = new Scene(2);
        scene.hit(1, 40);
        assertArrayEquals(new int[] {0, Scene.FLASH_FRAMES}, scene.flash);
        scene.notHit(1, 39);
        assertArrayEquals(new int[] {0, Scene.FLASH_FRAMES}, scene.flash);
        scene.notHit(1, 40);
        assertArrayEquals(new int[] {0, 0}, scene.flash);
    }

    private static void moveFirstShip(final Dogfight game) {
        final StateBuffer state = stateOf(game);
        final ByteBuffer bytes = ByteBuffer.wrap(state.array(), 0, state.length()).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(FIRST_SHIP, game.field().wrapX(bytes.getInt(FIRST_SHIP) + OFF));
        game.load(bytes);
    }

    @Test
    void shouldChangeNothingOfTheGame() {
        final Dogfight game = new Dogfight(2, 1);
        final byte[] before = Arrays.copyOf(stateOf(game).array(), Dogfight.stateBytes(2));
        final Scene scene = new Scene(2);
        scene.capture(game);
        scene.hit(0, 1);
        scene.capture(game);
        assertArrayEquals(before, Arrays.copyOf(stateOf(game).array(), Dogfight.stateBytes(2)));
    }

    /** What scripted bots press in a frame. */
    private record Scripted(int players, long seed, long frame) implements Inputs {

        @Override
        public boolean present(final int player) {
            return true;
        }

        @Override
        public int bits(final int player) {
            return ScriptedBot.buttons(seed, player, frame);
        }

        @Override
        public ByteBuffer bytes(final int player) {
            throw new UnsupportedOperationException("the game asks for bits");
        }

        @Override
        public ByteBuffer event(final int player) {
            return ByteBuffer.allocate(0);
        }
    }
}
