package io.lockstep.examples.dogfight;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.CodecCode;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.examples.dogfight.protocol.DogfightState;
import io.lockstep.examples.dogfight.protocol.DogfightStateCodec;
import io.lockstep.examples.dogfight.protocol.PlayerId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireStateTest {

    private static final int BUFFER_BYTES = 4096;

    private final DogfightStateCodec codec = new DogfightStateCodec();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    @ParameterizedTest
    @CsvSource({"2, 0, 6000, 246", "3, 0, 6000, 343", "8, 1, 20000, 855", "32, 1, 5000, 3291"})
    void shouldCarryEveryStateOfAMatch(final int players, final int scoreLimit, final long frames, final int bytes) {
        final long seed = 70 + players;
        final Dogfight game = new Dogfight(players, seed, scoreLimit);
        final HandInputs inputs = new HandInputs(players);
        final DogfightState written = WireState.room(players);
        final DogfightState read = WireState.room(players);
        boolean closed = false;
        for (long frame = 0; frame < frames; frame++) {
            WireState.describe(game, written);
            assertEquals(bytes(players), codec.encode(written, buffer.clear()));
            assertEquals(CodecCode.OK, codec.decode(buffer.flip(), read), "seed " + seed + " frame " + frame);
            assertSame(game, read, "seed " + seed + " frame " + frame);
            closed |= read.status == Dogfight.CLOSED;
            inputs.scripted(seed, frame);
            game.step(frame, inputs);
        }
        assertEquals(bytes, bytes(players));
        assertEquals(scoreLimit > 0, closed, "a match that never closed shows nothing about closed ones");
    }

    /**
     * A game refuses to load a value that its rules cannot produce. So whatever it takes holds every state that it can
     * come to, and more.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 32})
    void shouldCarryEveryStateThatAGameTakes(final int players) {
        final SplittableRandom draws = new SplittableRandom(players);
        final Dogfight game = new Dogfight(players, players, 1);
        final Dogfight other = new Dogfight(players, players, 1);
        final HandInputs inputs = new HandInputs(players);
        final DogfightState written = WireState.room(players);
        final DogfightState read = WireState.room(players);
        final StateBuffer state = new StateBuffer(Dogfight.stateBytes(players));
        int taken = 0;
        for (long frame = 0; frame < 2000; frame++) {
            state.clear();
            game.save(state);
            final byte[] drawn = Arrays.copyOf(state.array(), state.length());
            for (int flips = draws.nextInt(1, 12); flips > 0; flips--) {
                drawn[draws.nextInt(drawn.length)] ^= (byte) (1 << draws.nextInt(Byte.SIZE));
            }
            if (takes(other, drawn)) {
                taken++;
                WireState.describe(other, written);
                codec.encode(written, buffer.clear());
                assertEquals(CodecCode.OK, codec.decode(buffer.flip(), read), "frame " + frame);
                assertSame(other, read, "frame " + frame);
            }
            inputs.scripted(players, frame);
            game.step(frame, inputs);
        }
        assertTrue(taken > 100, "of 2000 states a game took " + taken);
    }

    private static boolean takes(final Dogfight game, final byte[] state) {
        try {
            game.load(ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN));
            return true;
        } catch (final IllegalArgumentException refused) {
            return false;
        }
    }

    private static int bytes(final int players) {
        return DogfightStateCodec.bytes(players, Rules.powerUpSlots(players));
    }

    /** Compares with the game itself, not with what was written. */
    private static void assertSame(final Dogfight game, final DogfightState read, final String what) {
        final int players = game.players();
        assertEquals(game.status(), read.status, what);
        assertEquals(players, read.players, what);
        assertArrayEquals(game.ships().x, read.x, what);
        assertArrayEquals(game.ships().y, read.y, what);
        assertArrayEquals(game.ships().hp, read.hp, what);
        assertArrayEquals(game.ships().direction, read.direction, what);
        assertArrayEquals(game.bullets().x, read.bulletX, what);
        assertArrayEquals(game.bullets().y, read.bulletY, what);
        assertArrayEquals(game.bullets().direction, read.bulletDirection, what);
        assertEquals(game.powerUps().count(), read.powerUps, what);
        assertTrue(Arrays.equals(game.powerUps().x, read.powerUpX) && Arrays.equals(game.powerUps().y, read.powerUpY)
            && Arrays.equals(game.powerUps().kind, read.powerUpKind), what);
        for (int i = 0; i < players; i++) {
            assertEquals(game.ships().alive(i), read.alive[i], what);
            assertTrue(PlayerId.names(i, read.playerId, i * PlayerId.BYTES), what);
        }
        for (int i = 0; i < game.bullets().count(); i++) {
            assertEquals(game.bullets().active(i), read.bulletActive[i], what);
        }
    }
}
