package io.lockstep.codecs.schema;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordSchemaTest {

    private record Mario(String playerName, @WireField(bytes = 2) int playerScore, @WireField(bytes = 2) int coins,
                         @WireField(bytes = 1) int x, @WireField(bytes = 1) int y, boolean isAlive,
                             boolean isPoweredUp) {
    }

    private record Point(short x, short y) {
    }

    private record World(byte tiny, char letter, @WireField(bytes = 4) int hash, long time,
        @WireField(max = 1000) int[] scores,
                         @WireField(bytes = 3) long[] odd, List<Point> path, Map<Integer, Point> monsters,
                         @WireField(bytes = 8) Map<Long, Mario> players, Point home, Point none) {
    }

    private record Float(float f) {
    }

    private record Wide(@WireField(bytes = 5) int n) {
    }

    private record Loop(List<Loop> next) {
    }

    private record Picky(int n) {
        Picky {
            if (n < 0) {
                throw new IllegalArgumentException("n " + n);
            }
        }
    }

    @Test
    void shouldDeclareTheExampleByARecord() {
        final RecordSchema<Mario> mario = RecordSchema.of(Mario.class);
        assertEquals(SchemaGolden.MARIO.properties().subList(0, 4), mario.schema().properties().subList(0, 4));
        final SchemaValue value = new SchemaValue(mario.schema());
        final Mario sent = new Mario("Mario", 1000, 700, 200, 100, true, false);
        mario.write(sent, value);
        assertEquals(14, new SchemaCodec(mario.schema(), SchemaForm.BINARY).size(value));
        assertEquals(sent, mario.read(value));
    }

    @Test
    void shouldCarryEveryKindOfComponent() {
        final RecordSchema<World> schema = RecordSchema.of(World.class);
        final World sent = new World((byte) -1, '\uFFFF', -1, Long.MIN_VALUE, new int[] {-5, 5},
            new long[] {0xFFFFFF}, List.of(new Point((short) -1, (short) 2)), Map.of(65_535, new Point((short) 3,
            (short) 4)), Map.of(-1L, new Mario(null, 1, 2, 3, 4, true, true)), new Point((short) 5, (short) 6), null);
        final SchemaCodec codec = new SchemaCodec(schema.schema(), SchemaForm.BINARY);
        final SchemaValue value = new SchemaValue(schema.schema());
        final ByteBuffer buffer = ByteBuffer.allocate(256);
        schema.write(sent, value);
        codec.encode(value, buffer);
        final SchemaValue received = new SchemaValue(schema.schema());
        assertEquals(SchemaCode.OK, codec.decode(buffer.flip(), received));
        final World read = schema.read(received);
        assertArrayEquals(sent.scores(), read.scores());
        assertArrayEquals(sent.odd(), read.odd());
        final World same = new World(read.tiny(), read.letter(), read.hash(), read.time(), sent.scores(), sent.odd(),
            read.path(), read.monsters(), read.players(), read.home(), read.none());
        assertEquals(sent, same);
    }

    @Test
    void shouldRefuseTypesItCannotCarry() {
        assertThrows(IllegalArgumentException.class, () -> RecordSchema.of(Float.class));
        assertThrows(IllegalArgumentException.class, () -> RecordSchema.of(Wide.class));
        assertThrows(IllegalArgumentException.class, () -> RecordSchema.of(Loop.class));
    }

    @Test
    void shouldGiveNothingWhenTheRecordRefuses() {
        final RecordSchema<Picky> picky = RecordSchema.of(Picky.class);
        final SchemaValue value = new SchemaValue(picky.schema());
        value.setNumber(0, -1);
        assertNull(picky.read(value));
        value.setNumber(0, 1);
        assertEquals(new Picky(1), picky.read(value));
    }
}
