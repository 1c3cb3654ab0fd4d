package io.lockstep.codecs.ecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.lockstep.core.Allocations;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Whatever arrives, the answer is a code, nothing outside is looked at, and a refused difference changes nothing. */
class EcsMalformedTest {

    private static final int MUTATIONS = 50_000;
    private static final long SEED = 0x5EED_0301L;

    private final EcsFuzz.Probe probe = new EcsFuzz.Probe();

    @Test
    void shouldSurviveEveryInputOfUpToTwoBytes() {
        probe.guarded(new byte[0], 0);
        for (int value = 0; value < 1 << Short.SIZE; value++) {
            final byte[] bytes = {(byte) value, (byte) (value >>> Byte.SIZE)};
            probe.guarded(bytes, 1);
            probe.guarded(bytes, 2);
        }
    }

    @Test
    void shouldSurviveEveryTruncationAndBitFlipOfEveryGoldenVector() {
        for (final EcsGolden vector : EcsGolden.all()) {
            final byte[] bytes = vector.bytes();
            for (int length = 0; length < bytes.length; length++) {
                probe.guarded(bytes, length);
                if (vector.isTable()) {
                    assertNotEquals(EcsCode.OK, probe.table(bytes, 0, length), vector + " cut to " + length);
                }
            }
            for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
                bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                probe.guarded(bytes, bytes.length);
                bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            }
        }
    }

    @Test
    void shouldSurviveManyChangesAtOnce() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final List<EcsGolden> vectors = EcsGolden.all();
        for (int i = 0; i < MUTATIONS; i++) {
            final EcsGolden vector = vectors.get(random.nextInt(vectors.size()));
            final byte[] input = new byte[1 + random.nextInt(vector.bytes().length + 8)];
            System.arraycopy(vector.bytes(), 0, input, 1, Math.min(vector.bytes().length, input.length - 1));
            input[0] = (byte) (vector.isTable() ? 0 : vector.isKey() ? 1 : 2);
            for (int change = random.nextInt(4); change > 0 && input.length > 1; change--) {
                input[1 + random.nextInt(input.length - 1)] = (byte) random.nextInt();
            }
            try {
                EcsFuzz.fuzz(input);
            } catch (final RuntimeException | AssertionError e) {
                fail("seed " + SEED + " mutation " + i + ": " + HexFormat.of().formatHex(input), e);
            }
        }
    }

    @Test
    void shouldSayWhatIsWrongWithATable() {
        assertTable(EcsCode.TRUNCATED, "");
        assertTable(EcsCode.TRUNCATED, "0001");
        assertTable(EcsCode.TRUNCATED, "000001ff");
        assertTable(EcsCode.TRUNCATED, "ffffff61ffff");
        assertTable(EcsCode.END_MARK, "000001fffe");
        assertTable(EcsCode.TRAILING, "000001ffff00");
        assertTable(EcsCode.NAME, "000100ffff");
        assertTable(EcsCode.NAME, "00010100ffff");
        assertTable(EcsCode.NAME, "00010120ffff");
        assertTable(EcsCode.NAME, "000101e1ffff");
        assertTable(EcsCode.NAME, "000103610061ffff");
        assertTable(EcsCode.UNKNOWN, "00010162ffff");
        assertTable(EcsCode.DUPLICATE, "0002016161ffff");
        assertTable(EcsCode.OK, "00010161ffff");
    }

    private void assertTable(final EcsCode expected, final String hex) {
        final byte[] bytes = HexFormat.of().parseHex(hex);
        assertEquals(expected, probe.table(bytes, 0, bytes.length), hex);
    }

    @Test
    void shouldSayWhatIsWrongWithAnInstruction() {
        assertStream(EcsCode.OPCODE, "050000");
        assertStream(EcsCode.OPCODE, "ff0000");
        assertStream(EcsCode.TRUNCATED, "0001");
        assertStream(EcsCode.TRUNCATED, "02000000");
        assertStream(EcsCode.TRUNCATED, "0301020000" + "00".repeat(7));
        assertStream(EcsCode.COMPONENT, "0200000003");
        assertStream(EcsCode.COMPONENT, "030000ffff");
        assertStream(EcsCode.ENTITY_EXISTS, "000000");
        assertStream(EcsCode.NO_ENTITY, "010001");
        assertStream(EcsCode.NO_ENTITY, "0200010000");
        assertStream(EcsCode.NO_ENTITY, "030001000205");
        assertStream(EcsCode.NO_ENTITY, "0400010000");
        assertStream(EcsCode.ATTACHED, "0201020000");
        assertStream(EcsCode.NOT_ATTACHED, "030000000205");
        assertStream(EcsCode.NOT_ATTACHED, "0401020001");
        assertStream(EcsCode.TOO_MANY, "000001000002000003");
        assertStream(EcsCode.OK, "000001000002010001000003");
        assertStream(EcsCode.OK, "");
        assertEquals(KeyStream.BROKEN, probe.keys(new byte[] {0, 12}, 0, 2));
    }

    private void assertStream(final EcsCode expected, final String hex) {
        final byte[] bytes = HexFormat.of().parseHex(hex);
        assertEquals(expected, probe.stream(bytes, 0, bytes.length), hex);
    }

    @Test
    void shouldNotAllocateForACountThatNothingBacks() {
        final ComponentTableReader reader = new ComponentTableReader(EcsGolden.TABLE);
        final ByteBuffer source = ByteBuffer.wrap(HexFormat.of().parseHex("ffffff" + "61".repeat(100)));
        assertEquals(EcsCode.TRUNCATED, reader.decode(source));
        final long allocated = Allocations.least(() -> reader.decode(source.clear()));
        assertTrue(allocated < 1024, () -> allocated + " bytes");
    }

    @Test
    void shouldRefuseMisuse() {
        final EcsState state = new EcsState(EcsGolden.TABLE, 1);
        final EcsState other = new EcsState(ComponentTable.builder().build(), 1);
        assertThrows(IllegalArgumentException.class, () -> state.create(65_536));
        assertThrows(IllegalArgumentException.class, () -> state.create(-1));
        assertThrows(IllegalArgumentException.class, () -> state.attach(0, 3));
        assertThrows(IllegalArgumentException.class, () -> state.entity(0));
        assertThrows(IllegalArgumentException.class, () -> EcsDelta.size(state, other));
        assertThrows(IllegalArgumentException.class, () -> new EcsState(EcsGolden.TABLE, 0));
        assertThrows(IllegalArgumentException.class, () -> new EcsState(EcsGolden.TABLE, 65_537));
        final ComponentTable large = ComponentTable.builder().add("a", 65_535).build();
        assertThrows(IllegalArgumentException.class, () -> new EcsState(large, 65_536));
        final ComponentTable.Builder builder = ComponentTable.builder().add("a", 1);
        for (final String name : List.of("", "a", "a b", "ä", "a".repeat(256))) {
            assertThrows(IllegalArgumentException.class, () -> builder.add(name, 1));
        }
        state.create(5);
        assertThrows(IllegalArgumentException.class, () -> state.copyFrom(other));
        assertEquals(EcsCode.OK, state.copyFrom(state));
        assertEquals(1, state.count());
        final ByteBuffer small = ByteBuffer.allocate(2);
        assertThrows(BufferOverflowException.class,
            () -> EcsDelta.write(new EcsState(EcsGolden.TABLE, 1), state, small));
        assertEquals(0, small.position());
        final byte[] untouched = new byte[4];
        assertThrows(BufferOverflowException.class,
            () -> ComponentTable.builder().build().encode(ByteBuffer.wrap(untouched)));
        assertTrue(Arrays.equals(new byte[4], untouched));
    }
}
