package io.lockstep.examples.dogfight.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.lockstep.codecs.CodecCode;
import io.lockstep.core.Allocations;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DogfightRoundTripTest {

    private static final long SEED = 0x5EED_0604L;
    private static final int ROUND_TRIPS = 1_000_000;
    private static final int PLAYERS = 3;
    private static final int POWER_UPS = 5;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final DogfightEventCodec events = new DogfightEventCodec();
    private final DogfightStateCodec states = new DogfightStateCodec();
    private final ByteBuffer buffer = ByteBuffer.allocate(4096);

    @Test
    void shouldReadAMillionRandomEventsAsTheyWereWritten() {
        final DogfightEvent event = new DogfightEvent();
        final DogfightEvent copy = new DogfightEvent();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            event.action = random.nextInt(6);
            event.argument = event.action == DogfightEvent.MOVE ? random.nextInt(5)
                : event.action == DogfightEvent.EMOTE ? 1 + random.nextInt(DogfightEvent.EMOTES) : 0;
            random.nextBytes(event.playerId);
            events.encode(event, buffer.clear());
            if (events.decode(buffer.flip(), copy) != CodecCode.OK || copy.action != event.action
                    || copy.argument != event.argument || !Arrays.equals(copy.playerId, event.playerId)) {
                fail("seed " + SEED + " round " + i + ": " + DogfightText.of(event));
            }
        }
    }

    @Test
    void shouldReadAMillionRandomStatesAsTheyWereWritten() {
        final DogfightState state = new DogfightState(PLAYERS, POWER_UPS);
        final DogfightState copy = new DogfightState(PLAYERS, POWER_UPS);
        for (int i = 0; i < ROUND_TRIPS; i++) {
            fill(state);
            states.encode(state, buffer.clear());
            if (states.decode(buffer.flip(), copy) != CodecCode.OK || !same(state, copy)) {
                fail("seed " + SEED + " round " + i + ": " + DogfightText.of(state));
            }
        }
    }

    private void fill(final DogfightState state) {
        state.status = random.nextInt(DogfightState.MAX_STATUS + 1);
        state.powerUps = random.nextInt(POWER_UPS + 1);
        for (int i = 0; i < state.powerUps; i++) {
            state.powerUpX[i] = random.nextInt();
            state.powerUpY[i] = random.nextInt();
            state.powerUpKind[i] = random.nextInt(DogfightState.MAX_KIND + 1);
        }
        state.players = random.nextInt(PLAYERS + 1);
        for (int i = 0; i < state.players; i++) {
            state.x[i] = random.nextInt();
            state.y[i] = random.nextInt();
            state.hp[i] = (byte) random.nextInt();
            state.alive[i] = random.nextBoolean();
            state.direction[i] = random.nextInt(DogfightState.MAX_DIRECTION + 1);
        }
        for (int i = 0; i < state.players * DogfightState.BULLETS; i++) {
            state.bulletX[i] = random.nextInt();
            state.bulletY[i] = random.nextInt();
            state.bulletActive[i] = random.nextBoolean();
            state.bulletDirection[i] = random.nextInt(DogfightState.MAX_DIRECTION + 1);
        }
        // Random names are different.
        random.nextBytes(state.playerId);
    }

    private static boolean same(final DogfightState a, final DogfightState b) {
        final int players = a.players;
        final int bullets = players * DogfightState.BULLETS;
        return a.status == b.status && a.powerUps == b.powerUps && players == b.players
            && same(a.powerUpX, b.powerUpX, a.powerUps) && same(a.powerUpY, b.powerUpY, a.powerUps)
            && same(a.powerUpKind, b.powerUpKind, a.powerUps)
            && same(a.x, b.x, players) && same(a.y, b.y, players) && same(a.hp, b.hp, players)
            && Arrays.equals(a.alive, 0, players, b.alive, 0, players) && same(a.direction, b.direction, players)
            && Arrays.equals(a.playerId, 0, players * PlayerId.BYTES, b.playerId, 0, players * PlayerId.BYTES)
            && same(a.bulletX, b.bulletX, bullets) && same(a.bulletY, b.bulletY, bullets)
            && Arrays.equals(a.bulletActive, 0, bullets, b.bulletActive, 0, bullets)
            && same(a.bulletDirection, b.bulletDirection, bullets);
    }

    private static boolean same(final int[] a, final int[] b, final int length) {
        return Arrays.equals(a, 0, length, b, 0, length);
    }

    @Test
    void shouldNotAllocate() {
        final DogfightState state = new DogfightState(PLAYERS, POWER_UPS);
        fill(state);
        final DogfightEvent event = new DogfightEvent();
        assertEquals(0, Allocations.least(() -> roundTrips(state, event, 20_000)));
    }

    private void roundTrips(final DogfightState state, final DogfightEvent event, final int rounds) {
        for (int i = 0; i < rounds; i++) {
            states.encode(state, buffer.clear());
            if (states.decode(buffer.flip(), state) != CodecCode.OK) {
                fail("round " + i);
            }
            events.encode(event, buffer.clear());
            if (events.decode(buffer.flip(), event) != CodecCode.OK) {
                fail("round " + i);
            }
        }
    }
}
