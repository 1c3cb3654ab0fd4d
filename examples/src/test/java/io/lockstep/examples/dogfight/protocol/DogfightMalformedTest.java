package io.lockstep.examples.dogfight.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.lockstep.codecs.CodecCode;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever arrives, the codecs answer with a code, look at nothing outside the bytes, and accept one form only. */
class DogfightMalformedTest {

    private static final long SEED = 0x5EED_0603L;
    private static final int MUTATIONS = 300_000;
    private static final int GUARD_BYTES = 16;
    private static final DogfightVector[] VECTORS = DogfightVector.all().toArray(new DogfightVector[0]);

    private final DogfightFuzz fuzz = new DogfightFuzz();

    /** Decodes in the midst of zeros and in the midst of ones: nothing may change. */
    private CodecCode guarded(final DogfightVector vector, final byte[] bytes, final int length, final String what) {
        final byte[] guarded = new byte[GUARD_BYTES + length + GUARD_BYTES];
        final CodecCode[] codes = new CodecCode[2];
        for (int i = 0; i < codes.length; i++) {
            Arrays.fill(guarded, (byte) -i);
            System.arraycopy(bytes, 0, guarded, GUARD_BYTES, length);
            codes[i] = decode(vector, ByteBuffer.wrap(guarded, GUARD_BYTES, length), what);
        }
        assertEquals(codes[0], codes[1], () -> what + " depends on what is beside it");
        return codes[0];
    }

    private CodecCode decode(final DogfightVector vector, final ByteBuffer source, final String what) {
        try {
            return vector.name().startsWith("event/") ? fuzz.event(source) : fuzz.state(source);
        } catch (final RuntimeException e) {
            return fail(what + ": " + HexFormat.of().formatHex(source.array()), e);
        }
    }

    @Test
    void shouldRefuseEveryTruncationOfEveryVector() {
        for (final DogfightVector vector : DogfightVector.all()) {
            for (int length = 0; length < vector.bytes().length; length++) {
                final String what = vector + " cut to " + length;
                assertEquals(CodecCode.TRUNCATED, guarded(vector, vector.bytes(), length, what), what);
            }
        }
    }

    @Test
    void shouldRefuseEveryVectorWithMoreBehindIt() {
        for (final DogfightVector vector : DogfightVector.all()) {
            final byte[] longer = Arrays.copyOf(vector.bytes(), vector.bytes().length + 1);
            assertEquals(CodecCode.TRAILING, guarded(vector, longer, longer.length, vector.name()), vector.name());
        }
    }

    @Test
    void shouldSurviveEveryBitFlipOfEveryVector() {
        for (final DogfightVector vector : DogfightVector.all()) {
            final byte[] bytes = vector.bytes();
            for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
                bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                guarded(vector, bytes, bytes.length, vector + " bit " + bit);
                bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            }
        }
    }

    @Test
    void shouldRefuseEverythingOfUpToThreeBytes() {
        final ByteBuffer source = ByteBuffer.allocate(3);
        for (int value = 0; value < 1 << 24; value++) {
            source.array()[0] = (byte) (value >>> 16);
            source.array()[1] = (byte) (value >>> 8);
            source.array()[2] = (byte) value;
            final int shortest = value << 8 == 0 ? 0 : value << 16 == 0 ? 1 : value << 24 == 0 ? 2 : 3;
            for (int length = shortest; length <= 3; length++) {
                if (fuzz.event(source.clear().limit(length)) == CodecCode.OK
                        || fuzz.state(source.clear().limit(length)) == CodecCode.OK) {
                    fail("accepted " + Integer.toHexString(value) + " of length " + length);
                }
            }
        }
    }

    @Test
    void shouldSurviveManyChangesAtOnce() {
        final SplittableRandom random = new SplittableRandom(SEED);
        int accepted = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            final DogfightVector vector = VECTORS[random.nextInt(VECTORS.length)];
            final byte[] changed = Arrays.copyOf(vector.bytes(), vector.bytes().length + random.nextInt(3) / 2);
            for (int change = random.nextInt(3); change >= 0; change--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            try {
                accepted += vector.name().startsWith("event/") ? DogfightFuzz.fuzzEvent(changed) ? 1 : 0
                    : DogfightFuzz.fuzzState(changed) ? 1 : 0;
            } catch (final RuntimeException e) {
                fail("seed " + SEED + " mutation " + i + ": " + HexFormat.of().formatHex(changed), e);
            }
        }
        assertTrue(accepted > MUTATIONS / 100, accepted + " were accepted");
    }

    @Test
    void shouldRefuseEveryFieldOutOfRange() {
        final DogfightVector state = DogfightVector.states().get(1);
        final int player = DogfightStateCodec.HEADER_BYTES + DogfightStateCodec.POWER_UP_BYTES;
        // status, kind, alive, direction, a bullet's active and direction
        final int[][] fields = {{4, 3}, {15, 4}, {player + 9, 2}, {player + 10, 5}, {player + 55, 2}, {player + 56, 5}};
        for (final int[] field : fields) {
            final byte[] bytes = state.bytes().clone();
            bytes[field[0]] = (byte) field[1];
            assertEquals(CodecCode.RANGE, fuzz.state(ByteBuffer.wrap(bytes)), Arrays.toString(field));
            bytes[field[0]]--;
            assertEquals(CodecCode.OK, fuzz.state(ByteBuffer.wrap(bytes)), Arrays.toString(field));
        }
        // One byte of power-ups more, which is then no whole number of them.
        final byte[] bytes = state.bytes().clone();
        bytes[6]++;
        assertEquals(CodecCode.RANGE, fuzz.state(ByteBuffer.wrap(bytes)));
    }

    @Test
    void shouldRefuseMoreThanThereIsRoomFor() {
        final DogfightStateCodec codec = new DogfightStateCodec();
        final DogfightState none = new DogfightState(0, 0);
        for (final DogfightVector vector : DogfightVector.states()) {
            final CodecCode expected = vector.name().equals("state/none") ? CodecCode.OK : CodecCode.TOO_LARGE;
            assertEquals(expected, codec.decode(ByteBuffer.wrap(vector.bytes()), none), vector.name());
        }
    }

    @Test
    void shouldRefuseOneNameForTwoPlayers() {
        final DogfightState state = DogfightText.state(DogfightVector.states().get(3).content());
        final ByteBuffer buffer = ByteBuffer.allocate(1024);
        final DogfightStateCodec codec = new DogfightStateCodec();
        codec.encode(state, buffer);
        System.arraycopy(state.playerId, 0, buffer.array(), DogfightStateCodec.HEADER_BYTES
            + DogfightStateCodec.PLAYER_BYTES + 11, PlayerId.BYTES);
        assertEquals(CodecCode.RANGE, codec.decode(buffer.flip(), state));
        assertThrows(IllegalArgumentException.class, () -> codec.encode(state, buffer.clear()));
    }

    @Test
    void shouldThrowForWhatHasNoForm() {
        final ByteBuffer buffer = ByteBuffer.allocate(1024);
        final DogfightEventCodec events = new DogfightEventCodec();
        for (final int[] wrong : new int[][] {{-1, 0}, {6, 0}, {2, -1}, {2, 5}, {4, 0}, {4, 7}}) {
            final DogfightEvent event = new DogfightEvent();
            event.action = wrong[0];
            event.argument = wrong[1];
            assertThrows(IllegalArgumentException.class, () -> events.encode(event, buffer), Arrays.toString(wrong));
        }
        assertThrows(BufferOverflowException.class,
            () -> events.encode(new DogfightEvent(), ByteBuffer.allocate(PlayerId.BYTES)));
        final DogfightStateCodec states = new DogfightStateCodec();
        final DogfightState state = new DogfightState(1, 1);
        state.players = 2;
        assertThrows(IllegalArgumentException.class, () -> states.encode(state, buffer));
        state.players = 1;
        state.hp[0] = 128;
        assertThrows(IllegalArgumentException.class, () -> states.encode(state, buffer));
        state.hp[0] = 127;
        assertThrows(BufferOverflowException.class, () -> states.encode(state, ByteBuffer.allocate(100)));
    }

    @Test
    void shouldNamePlayersByTheirNumber() {
        final byte[] id = new byte[PlayerId.BYTES + 1];
        PlayerId.put(0xA7, id, 1);
        assertEquals("00000000-0000-4000-8000-0000000000a7", new String(id, 1, PlayerId.BYTES,
            StandardCharsets.US_ASCII));
        for (int player = -1; player <= PlayerId.PLAYERS; player++) {
            assertEquals(player == 0xA7, PlayerId.names(player, id, 1));
        }
        id[PlayerId.BYTES - 1] = 'A';
        assertFalse(PlayerId.names(0xA7, id, 1));
        id[1] = 'x';
        assertFalse(PlayerId.names(0xA7, id, 1));
        assertThrows(IllegalArgumentException.class, () -> PlayerId.put(PlayerId.PLAYERS, id, 0));
    }
}
