package io.lockstep.codecs.ecs;

import io.lockstep.codecs.json.JsonWriter;
import java.nio.ByteBuffer;
import java.util.Locale;

/** The same as JSON, for people and for comparison. Allocates; stateless. */
public final class EcsJson {

    private EcsJson() {
    }

    /**
     * Writes a table as an array of names.
     *
     * @param table  the table
     * @param writer where to
     */
    public static void table(final ComponentTable table, final JsonWriter writer) {
        writer.beginArray();
        for (int i = 0; i < table.count(); i++) {
            writer.string(table.name(i));
        }
        writer.endArray();
    }

    /**
     * Writes instructions as an array of objects with {@code op}, {@code entity} and, where there are any,
     * {@code component} by its name and {@code data} in hexadecimal.
     *
     * @param table  the components
     * @param source the instructions between position and limit, which do not move
     * @param writer where to; the array ends before what is wrong
     * @return what was found
     */
    public static EcsCode instructions(final ComponentTable table, final ByteBuffer source, final JsonWriter writer) {
        final EcsReader reader = new EcsReader(table).wrap(source);
        writer.beginArray();
        for (EcsOpcode opcode = reader.next(); opcode != null; opcode = reader.next()) {
            writer.beginObject().name("op").string(opcode.name().toLowerCase(Locale.ROOT));
            writer.name("entity").unsigned(reader.entity());
            if (opcode != EcsOpcode.CREATE && opcode != EcsOpcode.DELETE) {
                writer.name("component").string(table.name(reader.component()));
            }
            if (opcode == EcsOpcode.UPDATE) {
                final byte[] data = new byte[table.dataBytes(reader.component())];
                source.get(reader.dataIndex(), data);
                writer.name("data").hex(data, 0, data.length);
            }
            writer.endObject();
        }
        writer.endArray();
        return reader.code();
    }

    /**
     * Writes key instructions as an array of their names.
     *
     * @param source the instructions between position and limit, which do not move
     * @param writer where to; the array ends before what is wrong
     * @return OK or OPCODE
     */
    public static EcsCode keys(final ByteBuffer source, final JsonWriter writer) {
        EcsCode code = EcsCode.OK;
        writer.beginArray();
        for (int i = source.position(); i < source.limit() && code == EcsCode.OK; i++) {
            final KeyInstruction instruction = KeyInstruction.of(source.get(i));
            if (instruction == null) {
                code = EcsCode.OPCODE;
            } else {
                writer.string(instruction.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            }
        }
        writer.endArray();
        return code;
    }
}
