package io.lockstep.codecs.ecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EcsGoldenTest {

    private final ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    static Stream<EcsGolden> tables() {
        return EcsGolden.all().stream().filter(EcsGolden::isTable);
    }

    static Stream<EcsGolden> keys() {
        return EcsGolden.all().stream().filter(EcsGolden::isKey);
    }

    static Stream<EcsGolden> streams() {
        return EcsGolden.all().stream().filter(vector -> !vector.isTable() && !vector.isKey());
    }

    private String written() {
        return HexFormat.of().formatHex(buffer.array(), 0, buffer.position());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void shouldWriteAndReadTheTable(final EcsGolden vector) {
        final List<String> names = vector.meaning().equals("-") ? List.of() : List.of(vector.meaning().split(" "));
        final ComponentTable.Builder builder = ComponentTable.builder().nameBytes(vector.bytes()[2]);
        names.forEach(name -> builder.add(name, 1));
        final ComponentTable table = builder.build();
        assertEquals(vector.bytes().length, table.encodedBytes());
        table.encode(buffer);
        assertEquals(HexFormat.of().formatHex(vector.bytes()), written());

        final ComponentTableReader reader = new ComponentTableReader(table);
        assertEquals(EcsCode.OK, reader.decode(vector.buffer()));
        final List<String> read = new ArrayList<>();
        for (int i = 0; i < reader.table().count(); i++) {
            read.add(reader.table().name(i));
        }
        assertEquals(names, read);
        assertEquals(vector.bytes()[2], reader.table().nameBytes());
    }

    @ParameterizedTest
    @MethodSource("streams")
    void shouldReadAndWriteTheInstructions(final EcsGolden vector) {
        final EcsReader reader = new EcsReader(EcsGolden.TABLE).wrap(vector.buffer());
        final List<String> read = new ArrayList<>();
        for (EcsOpcode opcode = reader.next(); opcode != null; opcode = reader.next()) {
            read.add(describeAndWrite(opcode, reader, vector.bytes()));
        }
        assertEquals(EcsCode.OK, reader.code());
        assertEquals(vector.meaning(), String.join("; ", read));
        assertEquals(HexFormat.of().formatHex(vector.bytes()), written());
    }

    private String describeAndWrite(final EcsOpcode opcode, final EcsReader reader, final byte[] bytes) {
        final int entity = reader.entity();
        final String text = opcode.name().toLowerCase(Locale.ROOT) + ' ' + entity;
        if (opcode == EcsOpcode.CREATE) {
            EcsWriter.create(buffer, entity);
            return text;
        }
        if (opcode == EcsOpcode.DELETE) {
            EcsWriter.delete(buffer, entity);
            return text;
        }
        final int component = reader.component();
        final String more = text + ' ' + EcsGolden.TABLE.name(component);
        if (opcode == EcsOpcode.ATTACH) {
            EcsWriter.attach(buffer, entity, component);
            return more;
        }
        if (opcode == EcsOpcode.DETACH) {
            EcsWriter.detach(buffer, entity, component);
            return more;
        }
        final int length = EcsGolden.TABLE.dataBytes(component);
        assertEquals(5 + length, reader.length());
        EcsWriter.update(buffer, entity, component, bytes, reader.dataIndex(), length);
        return more + ' ' + HexFormat.of().formatHex(bytes, reader.dataIndex(), reader.dataIndex() + length);
    }

    @ParameterizedTest
    @MethodSource("keys")
    void shouldTurnAKeyInstructionIntoABitAndBack(final EcsGolden vector) {
        final KeyInstruction instruction = KeyInstruction.of(vector.bytes()[0]);
        assertEquals(vector.meaning(), instruction.name());
        final int bit = 1 << instruction.bit();
        final int before = instruction.pressed() ? 0xFFFF & ~bit : bit;
        final int after = before ^ bit;
        assertEquals(after, KeyStream.apply(before, vector.buffer()));
        assertEquals(after, KeyStream.apply(after, vector.buffer()));
        assertEquals(1, KeyStream.write(before, after, buffer));
        assertEquals(HexFormat.of().formatHex(vector.bytes()), written());
    }

    @Test
    void shouldHaveAGoldenVectorForEveryInstruction() {
        assertEquals(12, keys().count());
        assertEquals(12, KeyInstruction.values().length);
        assertEquals(List.of(0, 1, 2, 3, 4), streams().map(vector -> (int) vector.bytes()[0]).distinct().sorted()
            .toList());
        assertNull(KeyInstruction.of(12));
        assertNull(KeyInstruction.of(-1));
        assertNull(EcsOpcode.of(5));
    }

    @Test
    void shouldWriteTheDifferenceOfTwoStates() {
        final EcsState older = new EcsState(EcsGolden.TABLE, 4);
        final EcsState newer = new EcsState(EcsGolden.TABLE, 4);
        older.create(9);
        older.create(8);
        older.attach(8, EcsGolden.VELOCITY);
        older.attach(8, EcsGolden.HEALTH);
        newer.create(8);
        newer.attach(8, EcsGolden.HEALTH);
        newer.update(8, EcsGolden.HEALTH, ByteBuffer.wrap(new byte[] {1}), 0);
        newer.create(7);
        newer.attach(7, EcsGolden.POSITION);
        newer.update(7, EcsGolden.POSITION, ByteBuffer.wrap(new byte[] {0, 0, 0, 1, 0, 0, 0, 2}), 0);
        newer.attach(7, EcsGolden.HEALTH);
        // 9 is gone, 7 as in the golden vector of a spawn, 8 loses its velocity and nearly all its health.
        final String expected = "010009" + "0000070200070000030007000000000001000000020200070002" + "0400080001"
            + "030008000201";
        assertEquals(expected.length() / 2, EcsDelta.size(older, newer));
        EcsDelta.write(older, newer, buffer);
        assertEquals(expected, written());
        final EcsState result = new EcsState(EcsGolden.TABLE, 4);
        assertEquals(EcsCode.OK, new EcsDelta(EcsGolden.TABLE).apply(buffer.flip(), older, result));
        assertTrue(result.sameAs(newer));
    }

    @Test
    void shouldMakeRoomInAFullStateFirst() {
        final EcsState older = new EcsState(EcsGolden.TABLE, 1);
        final EcsState newer = new EcsState(EcsGolden.TABLE, 1);
        older.create(2);
        newer.create(1);
        EcsDelta.write(older, newer, buffer);
        assertEquals("010002000001", written());
        assertEquals(EcsCode.OK, new EcsDelta(EcsGolden.TABLE).apply(buffer.flip(), older,
            new EcsState(EcsGolden.TABLE, 1)));
    }
}
