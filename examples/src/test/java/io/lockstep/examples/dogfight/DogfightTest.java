package io.lockstep.examples.dogfight;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.testkit.SyncTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DogfightTest {

    private static final int FRAMES = 5_000;

    @ParameterizedTest
    @CsvSource({"2, 1", "2, -7", "8, 2", "8, 99", "32, 3", "32, 123456789"})
    void shouldGiveEqualStatesForEqualInputs(final int players, final long seed) {
        final Dogfight a = new Dogfight(players, seed);
        final Dogfight b = new Dogfight(players, seed);
        final HandInputs inputs = new HandInputs(players);
        final StateBytes stateA = new StateBytes();
        final StateBytes stateB = new StateBytes();
        for (long frame = 0; frame < FRAMES; frame++) {
            inputs.scripted(seed, frame);
            a.step(frame, inputs);
            b.step(frame, inputs);
            assertArrayEquals(stateA.write(a).copy(), stateB.write(b).copy(), "seed " + seed + " frame " + frame);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "8, 8", "32, 30"})
    void shouldBeTakenBackAndPlayedAgain(final int players, final int frames) {
        final SyncTest.Result result = new SyncTest(players, () -> new Dogfight(players, frames),
            new ScriptedBot(frames)).rollback(frames).run(1_000);
        assertTrue(result.ok(), result::detail);
    }

    /** Whoever listens changes nothing, so that nothing of what is shown is part of the state. */
    @Test
    void shouldTellOfEachHitAndBeTheSameGame() {
        final Dogfight silent = new Dogfight(2, 20);
        final Dogfight heard = new Dogfight(2, 20);
        final HeardCues cues = new HeardCues();
        heard.cues(cues);
        final HandInputs inputs = new HandInputs(2);
        for (long frame = 0; frame < FRAMES; frame++) {
            final int hp = heard.ships().hp(0);
            final int told = cues.of(0);
            inputs.scripted(20, frame);
            heard.step(frame, inputs);
            silent.step(frame, inputs);
            assertArrayEquals(StateBytes.of(silent), StateBytes.of(heard));
            final boolean hurt = heard.ships().alive(0) && heard.ships().hp(0) < hp;
            assertTrue(!hurt || cues.of(0) > told, "a hit was not told");
        }
        assertTrue(cues.of(0) > 0, "nobody was hit");
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "8, 8"})
    void shouldBeTakenBackAlsoWhenSomebodyListens(final int players, final int frames) {
        final SyncTest.Result result = new SyncTest(players, () -> {
            final Dogfight game = new Dogfight(players, frames);
            game.cues(new HeardCues());
            return game;
        }, new ScriptedBot(frames)).rollback(frames).run(1_000);
        assertTrue(result.ok(), result::detail);
    }

    /** The same numbers on every machine and JVM: a change here means that old replays no longer play. */
    @ParameterizedTest
    @CsvSource({"2, 1, 3299ab73", "8, 2, c38d9203", "32, 3, 75e945d4"})
    void shouldGiveTheKnownChecksum(final int players, final long seed, final String expected) {
        final Dogfight game = new Dogfight(players, seed);
        final HandInputs inputs = new HandInputs(players);
        for (long frame = 0; frame < FRAMES; frame++) {
            inputs.scripted(seed, frame);
            game.step(frame, inputs);
        }
        final CRC32 crc = new CRC32();
        crc.update(StateBytes.of(game));
        assertEquals(expected, Long.toHexString(crc.getValue()));
    }

    @Test
    void shouldGiveDifferentStatesForDifferentSeeds() {
        assertFalse(Arrays.equals(StateBytes.of(new Dogfight(2, 1)), StateBytes.of(new Dogfight(2, 2))));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 32})
    void shouldSaveTheDocumentedNumberOfBytes(final int players) {
        final Dogfight game = new Dogfight(players, 1);
        assertEquals(Dogfight.stateBytes(players), StateBytes.of(game).length);
        final HandInputs inputs = new HandInputs(players);
        for (long frame = 0; frame < 500; frame++) {
            inputs.scripted(1, frame);
            game.step(frame, inputs);
        }
        assertEquals(Dogfight.stateBytes(players), StateBytes.of(game).length);
    }

    @Test
    void shouldHaveTheSizesOfTheDocumentation() {
        assertEquals(243, Dogfight.stateBytes(2));
        assertEquals(3_048, Dogfight.stateBytes(32));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 32})
    void shouldGoOnEquallyAfterLoading(final int players) {
        final long seed = 40 + players;
        final Dogfight original = new Dogfight(players, seed, 1_000);
        // The other seed and limit must both be replaced by what is loaded.
        final Dogfight loaded = new Dogfight(players, seed + 1);
        final HandInputs inputs = new HandInputs(players);
        for (long frame = 0; frame < 3_000; frame++) {
            if (frame % 37 == 0) {
                final byte[] state = StateBytes.of(original);
                StateBytes.load(loaded, state);
                assertArrayEquals(state, StateBytes.of(loaded), "seed " + seed + " frame " + frame);
            }
            inputs.scripted(seed, frame);
            original.step(frame, inputs);
            loaded.step(frame, inputs);
            if (frame % 37 == 36) {
                assertArrayEquals(StateBytes.of(original), StateBytes.of(loaded), "seed " + seed + " frame " + frame);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 8", "32, 12"})
    void shouldComeToTheSameStateWhenFramesAreRepeated(final int players, final int depth) {
        final long seed = 1_000 + players;
        final Dogfight game = new Dogfight(players, seed);
        final HandInputs inputs = new HandInputs(players);
        for (long frame = 0; frame < 1_500; frame += depth) {
            final byte[] before = StateBytes.of(game);
            steps(game, inputs, seed, frame, depth);
            final byte[] first = StateBytes.of(game);
            StateBytes.load(game, before);
            steps(game, inputs, seed, frame, depth);
            assertArrayEquals(first, StateBytes.of(game), "seed " + seed + " frame " + frame);
        }
    }

    @Test
    void shouldGoOnAfterAPauseAsIfThereHadBeenNone() {
        final Dogfight game = new Dogfight(2, 3);
        final Dogfight paused = new Dogfight(2, 3);
        final HandInputs inputs = new HandInputs(2);
        for (long frame = 0; frame < 1_000; frame++) {
            inputs.scripted(3, frame);
            game.step(frame, inputs);
            paused.step(frame < 500 ? frame : frame + 120, inputs);
            assertArrayEquals(StateBytes.of(game), StateBytes.of(paused), "frame " + frame);
        }
    }

    private static void steps(final Dogfight game, final HandInputs inputs, final long seed, final long from,
            final int count) {
        for (long frame = from; frame < from + count; frame++) {
            inputs.scripted(seed, frame);
            game.step(frame, inputs);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 32})
    void shouldNotAllocateInStepAndSave(final int players) {
        final Dogfight game = new Dogfight(players, 5);
        final HandInputs inputs = new HandInputs(players);
        final StateBytes state = new StateBytes();
        final long[] frame = {0};
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 5_000; i++, frame[0]++) {
                for (int player = 0; player < players; player++) {
                    inputs.set(player, ScriptedBot.buttons(5, player, frame[0]));
                }
                game.step(frame[0], inputs);
                state.write(game);
            }
        }));
    }

    @Test
    void shouldNotAllocateInBots() {
        final Dogfight game = new Dogfight(4, 6);
        final HandInputs inputs = new HandInputs(4);
        final DogfightBot[] bots = bots(game, 6);
        assertEquals(0, Allocations.least(() -> fight(game, inputs, bots, 5_000)));
    }

    @Test
    void shouldIgnoreUnknownEvents() {
        final byte[][] garbage = {
            {}, {0}, {1}, {3}, {-1}, {1, 0}, {1, 7}, {1, -1}, {2, 0}, {2, 2}, {1, 1, 1}, {0, 0, 0, 0}, new byte[64]
        };
        final Dogfight with = new Dogfight(2, 1);
        final Dogfight without = new Dogfight(2, 1);
        final HandInputs noisy = new HandInputs(2);
        final HandInputs quiet = new HandInputs(2);
        for (int i = 0; i < garbage.length; i++) {
            noisy.event(i & 1, garbage[i]);
            with.step(i, noisy);
            without.step(i, quiet);
            assertArrayEquals(StateBytes.of(without), StateBytes.of(with), Arrays.toString(garbage[i]));
        }
    }

    @Test
    void shouldShowAnEmoteForAWhile() {
        final Dogfight game = new Dogfight(2, 1);
        final HandInputs inputs = new HandInputs(2);
        inputs.emote(1, 3);
        game.step(0, inputs);
        inputs.noEvents();
        assertEquals(3, game.ships().emote(1));
        assertEquals(0, game.ships().emote(0));
        assertEquals(1, game.ships().events(1));
        for (long frame = 1; frame < Rules.EMOTE_FRAMES; frame++) {
            game.step(frame, inputs);
        }
        assertEquals(0, game.ships().emote(1));
        assertEquals(1, game.ships().events(1));
    }

    @Test
    void shouldRespawnAScuttledShipAfterTheFixedTime() {
        final Dogfight game = new Dogfight(2, 1);
        final HandInputs inputs = new HandInputs(2);
        inputs.scuttle(0);
        game.step(0, inputs);
        inputs.noEvents();
        assertFalse(game.ships().alive(0));
        assertEquals(1, game.ships().deaths(0));
        assertEquals(0, game.ships().kills(1));
        assertEquals(Direction.IDLE, game.ships().direction(0));
        long frame = 1;
        while (!game.ships().alive(0)) {
            game.step(frame++, inputs);
        }
        assertEquals(Rules.RESPAWN_FRAMES, frame);
        assertEquals(Rules.START_HP, game.ships().hp(0));
    }

    @ParameterizedTest
    @CsvSource({"2, 11", "5, 12", "16, 13", "32, 14"})
    void shouldKeepItsInvariantsWhateverIsPressed(final int players, final long seed) {
        final Dogfight game = new Dogfight(players, seed);
        final HandInputs inputs = new HandInputs(players);
        final SplitMix random = new SplitMix(seed);
        for (long frame = 0; frame < 4_000; frame++) {
            for (int player = 0; player < players; player++) {
                if (random.below(6) == 0) {
                    inputs.set(player, random.below(1 << 16));
                }
            }
            game.step(frame, inputs);
            check(game, "seed " + seed + " frame " + frame);
        }
    }

    private static void check(final Dogfight game, final String where) {
        final Ships ships = game.ships();
        int kills = 0;
        int deaths = 0;
        for (int i = 0; i < game.players(); i++) {
            inside(game.field(), ships.x(i), ships.y(i), where);
            assertTrue(ships.hp(i) >= 0 && ships.hp(i) <= Rules.MAX_HP, where);
            assertTrue(ships.ammo(i) >= 0 && ships.ammo(i) <= Rules.MAX_AMMO, where);
            assertEquals(ships.alive(i), ships.direction(i) != Direction.IDLE, where);
            assertEquals(ships.alive(i), ships.respawn(i) == 0, where);
            assertTrue(ships.direction(i) >= 0 && ships.direction(i) < Direction.COUNT, where);
            kills += ships.kills(i);
            deaths += ships.deaths(i);
        }
        assertEquals(kills, deaths, where);
        final Bullets bullets = game.bullets();
        assertEquals(game.players() * 5, bullets.count());
        for (int i = 0; i < bullets.count(); i++) {
            inside(game.field(), bullets.x(i), bullets.y(i), where);
            assertEquals(bullets.active(i), bullets.frames(i) > 0, where);
        }
        for (int i = 0; i < game.powerUps().count(); i++) {
            inside(game.field(), game.powerUps().x(i), game.powerUps().y(i), where);
        }
    }

    private static void inside(final Field field, final int x, final int y, final String where) {
        assertTrue(x >= 0 && x < field.width() && y >= 0 && y < field.height(), where + ": " + x + ", " + y);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "2, 3", "4, 4", "8, 5", "32, 6"})
    void shouldSeeBotsFight(final int players, final long seed) {
        final Dogfight game = new Dogfight(players, seed);
        fight(game, new HandInputs(players), bots(game, seed), 3_600);
        int kills = 0;
        for (int i = 0; i < players; i++) {
            kills += game.ships().kills(i);
        }
        assertTrue(kills >= players, kills + " kills, seed " + seed);
    }

    @Test
    void shouldCloseAtTheScoreLimitAndThenStandStill() {
        final Dogfight game = new Dogfight(4, 4, 2);
        final HandInputs inputs = new HandInputs(4);
        final DogfightBot[] bots = bots(game, 4);
        for (int i = 0; i < 20_000 && game.status() == Dogfight.IN_PROGRESS; i++) {
            fight(game, inputs, bots, 1);
        }
        assertEquals(Dogfight.CLOSED, game.status());
        final int x = game.ships().x(0);
        final long frame = game.frame();
        inputs.set(0, Buttons.LEFT);
        game.step(frame, inputs);
        assertEquals(x, game.ships().x(0));
        assertEquals(frame + 1, game.frame());
    }

    @Test
    void shouldParkAndTakeUpAShipWithPause() {
        final Dogfight game = new Dogfight(2, 9);
        final HandInputs inputs = new HandInputs(2);
        inputs.set(0, Buttons.PAUSE);
        game.step(0, inputs);
        assertTrue(game.ships().parked(0));
        inputs.set(0, Buttons.PAUSE | Buttons.LEFT | Buttons.FIRE);
        final int x = game.ships().x(0);
        game.step(1, inputs);
        assertTrue(game.ships().parked(0));
        assertEquals(x, game.ships().x(0));
        assertFalse(game.bullets().active(0));
        inputs.set(0, 0);
        game.step(2, inputs);
        inputs.set(0, Buttons.PAUSE);
        game.step(3, inputs);
        assertFalse(game.ships().parked(0));
    }

    @Test
    void shouldDoWhatTheOtherButtonsSay() {
        final Dogfight game = new Dogfight(2, 9);
        final HandInputs inputs = new HandInputs(2);
        inputs.set(0, Buttons.LEFT | Buttons.SECONDARY | Buttons.SPECIAL | Buttons.SWAP);
        game.step(0, inputs);
        assertEquals(Direction.LEFT, game.ships().direction(0));
        assertEquals(Direction.RIGHT, game.bullets().direction(0));
        assertEquals(Rules.REPEATER, game.ships().weapon(0));
        assertEquals(Rules.BOOST_FRAMES, game.ships().boost(0));
        assertEquals(Rules.MAGAZINE - 1, game.ships().ammo(0));
        inputs.set(1, Buttons.PICKUP | Buttons.FIRE);
        game.step(1, inputs);
        assertFalse(game.bullets().active(Rules.BULLETS_PER_SHIP));
    }

    @Test
    void shouldRefuseWhatOnlyAProgrammingErrorCanGive() {
        assertThrows(IllegalArgumentException.class, () -> new Dogfight(1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Dogfight(33, 0));
        final Dogfight game = new Dogfight(2, 0);
        assertThrows(IllegalArgumentException.class, () -> game.step(-1, new HandInputs(2)));
        assertThrows(IllegalArgumentException.class, () -> game.step(0, new HandInputs(3)));
        game.step(5, new HandInputs(2));
        assertThrows(IllegalArgumentException.class, () -> game.step(5, new HandInputs(2)));
        final byte[] state = StateBytes.of(game);
        assertThrows(IllegalArgumentException.class, () -> game.load(ByteBuffer.wrap(state)));
        assertThrows(IllegalArgumentException.class, () -> StateBytes.load(game, Arrays.copyOf(state, 200)));
        assertThrows(IllegalArgumentException.class, () -> StateBytes.load(new Dogfight(3, 0), state));
        final byte[] bad = state.clone();
        bad[33] = 9;
        assertThrows(IllegalArgumentException.class, () -> StateBytes.load(game, bad));
    }

    static DogfightBot[] bots(final Dogfight game, final long seed) {
        final DogfightBot[] bots = new DogfightBot[game.players()];
        for (int i = 0; i < bots.length; i++) {
            bots[i] = new DogfightBot(game, seed * 1_000 + i);
        }
        return bots;
    }

    static void fight(final Dogfight game, final HandInputs inputs, final DogfightBot[] bots, final int frames) {
        for (int i = 0; i < frames; i++) {
            for (int player = 0; player < bots.length; player++) {
                inputs.sample(bots[player], player, game.frame());
            }
            game.step(game.frame(), inputs);
        }
    }
}
