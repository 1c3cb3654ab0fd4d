package io.lockstep.codecs.schema;

import java.nio.ByteBuffer;

/** Writes the binary form, big-endian whatever the buffer's order is. */
final class SchemaWriter {

    private SchemaWriter() {
    }

    /** How many bytes the message takes; a long, as nested counts multiply. */
    static long size(final SchemaValue message) {
        final Schema schema = message.schema();
        long size = schema.minBytes();
        for (int i = 0; i < schema.maskedCount(); i++) {
            if (message.present(i)) {
                size += size(message, i, schema.properties().get(i));
            }
        }
        return size;
    }

    private static long size(final SchemaValue message, final int index, final Schema.Property property) {
        return switch (property.kind()) {
            case NUMBER -> property.bytes();
            case STRING -> 1 + message.stringLength(index);
            case ARRAY -> property.countBytes() + size(message.array(index), property);
            case MAP -> 2 * property.countBytes() + size(message.map(index), property);
            default -> size(message.object(index));
        };
    }

    private static long size(final SchemaArray<SchemaValue> array, final Schema.Property property) {
        if (property.schema() == null) {
            return (long) array.count() * property.bytes();
        }
        long size = 0;
        for (int i = 0; i < array.count(); i++) {
            size += size(array.object(i));
        }
        return size;
    }

    private static long size(final SchemaMap<SchemaValue> map, final Schema.Property property) {
        long size = (long) (map.count() + map.removedCount()) * property.bytes();
        for (int i = 0; i < map.count(); i++) {
            size += size(map.value(i));
        }
        return size;
    }

    /** Writes the message; there is room for it. */
    static void write(final SchemaValue message, final ByteBuffer target) {
        final Schema schema = message.schema();
        put(target, message.presentBits(), schema.propertiesBytes());
        for (int i = 0; i < schema.maskedCount(); i++) {
            if (message.present(i)) {
                write(message, i, schema.properties().get(i), target);
            }
        }
        put(target, message.booleanBits(), schema.booleanBytes());
    }

    private static void write(final SchemaValue message, final int index, final Schema.Property property,
                              final ByteBuffer target) {
        switch (property.kind()) {
            case NUMBER -> put(target, message.number(index), property.bytes());
            case STRING -> {
                put(target, message.stringLength(index), 1);
                target.put(message.stringBytes(index), 0, message.stringLength(index));
            }
            case ARRAY -> write(message.array(index), property, target);
            case MAP -> write(message.map(index), property, target);
            default -> write(message.object(index), target);
        }
    }

    private static void write(final SchemaArray<SchemaValue> array, final Schema.Property property,
                              final ByteBuffer target) {
        put(target, array.count(), property.countBytes());
        for (int i = 0; i < array.count(); i++) {
            if (property.schema() == null) {
                put(target, array.number(i), property.bytes());
            } else {
                write(array.object(i), target);
            }
        }
    }

    private static void write(final SchemaMap<SchemaValue> map, final Schema.Property property,
                              final ByteBuffer target) {
        put(target, map.count(), property.countBytes());
        for (int i = 0; i < map.count(); i++) {
            put(target, map.key(i), property.bytes());
            write(map.value(i), target);
        }
        put(target, map.removedCount(), property.countBytes());
        for (int i = 0; i < map.removedCount(); i++) {
            put(target, map.removedKey(i), property.bytes());
        }
    }

    private static void put(final ByteBuffer target, final long value, final int bytes) {
        for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            target.put((byte) (value >>> shift));
        }
    }
}
