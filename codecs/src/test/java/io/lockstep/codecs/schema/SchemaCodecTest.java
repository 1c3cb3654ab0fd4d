package io.lockstep.codecs.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaCodecTest {

    private static final Schema SUB = Schema.builder().number("n", 1).build();

    private final ByteBuffer buffer = ByteBuffer.allocate(1024);

    static List<SchemaGolden> vectors() {
        return SchemaGolden.all();
    }

    private static String hex(final ByteBuffer written) {
        return HexFormat.of().formatHex(written.array(), 0, written.position());
    }

    private static SchemaValue mario() {
        final Schema schema = SchemaGolden.MARIO;
        final SchemaValue value = new SchemaValue(schema);
        value.setString(schema.indexOf("playerName"), "Mario");
        value.setNumber(schema.indexOf("playerScore"), 1000);
        value.setNumber(schema.indexOf("coins"), 700);
        value.setNumber(schema.indexOf("x"), 200);
        value.setNumber(schema.indexOf("y"), 100);
        value.setBool(schema.indexOf("isAlive"), true);
        value.setBool(schema.indexOf("isPoweredUp"), false);
        return value;
    }

    @Test
    void shouldWriteTheExampleInFourteenBytes() {
        final SchemaCodec codec = new SchemaCodec(SchemaGolden.MARIO, SchemaForm.BINARY);
        assertEquals(1, SchemaGolden.MARIO.propertiesBytes());
        assertEquals(1, SchemaGolden.MARIO.booleanBytes());
        assertEquals(14, codec.size(mario()));
        assertEquals(14, codec.encode(mario(), buffer.order(ByteOrder.LITTLE_ENDIAN)));
        assertEquals("1f03e802bcc864054d6172696f02", hex(buffer));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldReadAndWriteTheGoldenVector(final SchemaGolden vector) {
        final SchemaCodec binary = new SchemaCodec(vector.schema(), SchemaForm.BINARY);
        final SchemaCodec json = new SchemaCodec(vector.schema(), SchemaForm.JSON);
        final SchemaValue value = new SchemaValue(vector.schema());
        assertEquals(SchemaCode.OK, binary.decode(vector.buffer(), value));
        assertEquals(vector.json(), value.toString());
        assertEquals(vector.message().length, binary.size(value));
        binary.encode(value, buffer);
        assertEquals(HexFormat.of().formatHex(vector.message()), hex(buffer));

        final SchemaValue fromJson = new SchemaValue(vector.schema());
        final ByteBuffer text = ByteBuffer.wrap(vector.json().getBytes(StandardCharsets.UTF_8));
        assertEquals(SchemaCode.OK, json.decode(text, fromJson));
        assertTrue(fromJson.sameAs(value));
        assertEquals(text.limit(), json.size(value));
        json.encode(value, buffer.clear());
        assertEquals(text, buffer.flip());
    }

    @Test
    void shouldWriteOnlyWhatChanged() {
        final SchemaCodec codec = new SchemaCodec(SchemaGolden.MARIO, SchemaForm.BINARY);
        final SchemaValue moved = mario();
        moved.setNumber(2, 201);
        assertEquals(3, codec.encodeChanges(mario(), moved, buffer));
        assertEquals("04c902", hex(buffer));
        final SchemaValue state = mario();
        assertEquals(SchemaCode.OK, codec.decodeChanges(buffer.flip(), state));
        assertTrue(state.sameAs(moved));
        assertEquals(2, codec.encodeChanges(moved, state, buffer.clear()));
    }

    @Test
    void shouldAddChangeAndRemoveEntriesOfAMap() {
        final SchemaCodec codec = new SchemaCodec(SchemaGolden.UPDATE, SchemaForm.BINARY);
        final SchemaValue older = new SchemaValue(SchemaGolden.UPDATE);
        older.editMap(1).put(255).setNumber(0, 1);
        older.map(1).put(1).setNumber(0, 5);
        older.map(1).put(2).setNumber(1, 5);
        final SchemaValue newer = new SchemaValue(SchemaGolden.UPDATE);
        newer.copyFrom(older);
        newer.map(1).remove(255);
        newer.map(1).get(1).setNumber(0, 7);
        newer.map(1).put(3);
        codec.encodeChanges(older, newer, buffer);
        assertEquals("0202000102070003000100ff".replaceFirst("02", "01"), hex(buffer));
        assertEquals(SchemaCode.OK, codec.decodeChanges(buffer.flip(), older));
        assertTrue(older.sameAs(newer), older.toString());
        assertEquals(0, older.map(1).removedCount());
    }

    @Test
    void shouldLeaveTheStateAloneWhenAMapIsFull() {
        final Schema schema = Schema.builder().map("m", 1, SUB, 2).number("n", 1).build();
        final SchemaCodec codec = new SchemaCodec(schema, SchemaForm.BINARY);
        final SchemaValue state = new SchemaValue(schema);
        state.editMap(1).put(1);
        state.map(1).put(2);
        final SchemaValue before = new SchemaValue(schema);
        before.copyFrom(state);
        final ByteBuffer oneMore = ByteBuffer.wrap(HexFormat.of().parseHex("030901030000"));
        assertEquals(SchemaCode.TOO_LARGE, codec.decodeChanges(oneMore, state));
        assertTrue(state.sameAs(before));
        final ByteBuffer oneForAnother = ByteBuffer.wrap(HexFormat.of().parseHex("03090103000101"));
        assertEquals(SchemaCode.OK, codec.decodeChanges(oneForAnother, state));
        assertEquals("{\"n\":9,\"m\":{\"2\":{},\"3\":{}}}", state.toString());
    }

    @Test
    void shouldWriteNothingWhenThereIsNoRoom() {
        final SchemaCodec codec = new SchemaCodec(SchemaGolden.MARIO, SchemaForm.BINARY);
        final ByteBuffer small = ByteBuffer.allocate(13);
        assertThrows(BufferOverflowException.class, () -> codec.encode(mario(), small));
        assertEquals(0, small.position());
    }

    @Test
    void shouldRefuseValuesThatDoNotFit() {
        final SchemaValue value = new SchemaValue(SchemaGolden.WIDTHS);
        assertThrows(IllegalArgumentException.class, () -> value.setNumber(0, 256));
        assertThrows(IllegalArgumentException.class, () -> value.setNumber(0, -1));
        assertThrows(IllegalArgumentException.class, () -> value.setNumber(8, 128));
        assertThrows(IllegalArgumentException.class, () -> value.setNumber(8, -129));
        assertThrows(IllegalArgumentException.class, () -> value.setBool(0, true));
        assertThrows(IllegalArgumentException.class, () -> value.setNumber(16, 0));
        assertThrows(IllegalArgumentException.class, () -> mario().setString(4, "seventeen letters"));
        assertFalse(value.present(0));
    }

    @Test
    void shouldRefuseDeclarationsThatAreTooLarge() {
        final Schema.Builder builder = Schema.builder();
        assertThrows(IllegalArgumentException.class, builder::build);
        assertThrows(IllegalArgumentException.class, () -> builder.number("n", 9));
        assertThrows(IllegalArgumentException.class, () -> builder.number("n", 0));
        assertThrows(IllegalArgumentException.class, () -> builder.number("", 1));
        assertThrows(IllegalArgumentException.class, () -> builder.string("s", 256));
        assertThrows(IllegalArgumentException.class, () -> builder.numbers("a", 1, 65_536));
        assertThrows(IllegalArgumentException.class, () -> builder.number("n", 1).bool("n"));
        for (int i = 1; i < 65; i++) {
            builder.number("n" + i, 1);
        }
        assertThrows(IllegalArgumentException.class, builder::build);
        Schema deep = SUB;
        for (int i = 1; i < Schema.MAX_DEPTH; i++) {
            deep = Schema.builder().object("o", deep).build();
        }
        final Schema.Builder deeper = Schema.builder().object("o", deep);
        assertThrows(IllegalArgumentException.class, deeper::build);
        final SchemaCodec json = new SchemaCodec(deep, SchemaForm.JSON);
        assertEquals(SchemaCode.OK, json.decode(ByteBuffer.wrap(
            "{\"o\":{\"o\":{\"o\":{\"o\":{\"o\":{\"o\":{\"o\":{\"n\":1}}}}}}}}".getBytes(StandardCharsets.US_ASCII)),
            new SchemaValue(deep)));
    }

    @Test
    void shouldRefuseDeclarationsThatMultiply() {
        Schema wide = SUB;
        for (int level = 0; level < 2; level++) {
            final Schema.Builder builder = Schema.builder();
            for (int i = 0; i < 40; i++) {
                builder.object("o" + i, wide);
            }
            wide = builder.build();
        }
        final Schema.Builder twice = Schema.builder().object("a", wide).object("b", wide);
        assertThrows(IllegalArgumentException.class, twice.object("c", wide)::build);
    }

    @Test
    void shouldKeepAValueThatIsCopiedFromItselfAndRefuseOneOfAnotherSchema() {
        final SchemaValue value = mario();
        value.copyFrom(value);
        assertTrue(value.sameAs(mario()));
        final SchemaValue other = new SchemaValue(SUB);
        assertThrows(IllegalArgumentException.class, () -> value.copyFrom(other));
        assertThrows(IllegalArgumentException.class, () -> value.sameAs(other));
        final SchemaCodec codec = new SchemaCodec(SchemaGolden.MARIO, SchemaForm.BINARY);
        assertThrows(IllegalArgumentException.class, () -> codec.size(other));
        assertThrows(IllegalArgumentException.class, () -> codec.difference(value, mario(), value));
    }

    @Test
    void shouldReplaceHalfASurrogatePair() {
        final SchemaValue value = mario();
        value.setString(4, "a\uD83Cb\uDF44");
        assertEquals("a?b?", value.string(4));
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertCode(SchemaCode.TRUNCATED, SchemaGolden.MARIO, "");
        assertCode(SchemaCode.TRUNCATED, SchemaGolden.MARIO, "1f03");
        assertCode(SchemaCode.TRAILING, SchemaGolden.MARIO, "000000");
        assertCode(SchemaCode.RESERVED, SchemaGolden.MARIO, "2000");
        assertCode(SchemaCode.RESERVED, SchemaGolden.MARIO, "0004");
        assertCode(SchemaCode.TOO_LARGE, SchemaGolden.MARIO, "0111" + "5a".repeat(17) + "00");
        assertCode(SchemaCode.TEXT, SchemaGolden.MARIO, "0101ff00");
        assertCode(SchemaCode.TEXT, SchemaGolden.MARIO, "0102c0af00");
        assertCode(SchemaCode.TEXT, SchemaGolden.MARIO, "0103eda08000");
        assertCode(SchemaCode.TEXT, SchemaGolden.MARIO, "0101c200");
        assertCode(SchemaCode.ORDER, SchemaGolden.UPDATE, "02020002000001000000");
        assertCode(SchemaCode.ORDER, SchemaGolden.UPDATE, "0202000100000100" + "00");
        assertCode(SchemaCode.ORDER, SchemaGolden.UPDATE, "02010001000100" + "01");
        assertCode(SchemaCode.TOO_LARGE, SchemaGolden.ALL, "020501000200030004000500" + "0000");
        final Schema inArray = Schema.builder().objects("a", SchemaGolden.UPDATE, 2).build();
        assertCode(SchemaCode.OK, inArray, "0101020000");
        assertCode(SchemaCode.RESERVED, inArray, "010102000100" + "07");
    }

    private static void assertCode(final SchemaCode expected, final Schema schema, final String hex) {
        final SchemaValue value = new SchemaValue(schema);
        assertEquals(expected, new SchemaCodec(schema, SchemaForm.BINARY)
            .decode(ByteBuffer.wrap(HexFormat.of().parseHex(hex)), value), hex);
        assertTrue(expected == SchemaCode.OK || value.sameAs(new SchemaValue(schema)), "not cleared");
    }
}
