package io.lockstep.codecs.schema;

/**
 * The difference of two states as a message, and its use. What the newer state lacks counts as unchanged: a message
 * cannot say that a property is gone, only that a key of a map is.
 */
final class SchemaDelta {

    private SchemaDelta() {
    }

    /** Fills the message with what of the newer state differs from the older one. */
    static void between(final SchemaValue older, final SchemaValue newer, final SchemaValue message) {
        final Schema schema = newer.schema();
        message.clear();
        message.setBooleanBits(newer.booleanBits());
        for (int i = 0; i < schema.maskedCount(); i++) {
            if (!newer.present(i)) {
                continue;
            }
            if (!older.present(i)) {
                message.copyProperty(i, newer);
            } else if (!newer.sameProperty(i, older)) {
                change(i, older, newer, message);
            }
        }
    }

    private static void change(final int index, final SchemaValue older, final SchemaValue newer,
                               final SchemaValue message) {
        switch (newer.schema().properties().get(index).kind()) {
            case OBJECT -> between(older.object(index), newer.object(index), message.editObject(index));
            case MAP -> change(older.map(index), newer.map(index), message.editMap(index));
            default -> message.copyProperty(index, newer);
        }
    }

    private static void change(final SchemaMap<SchemaValue> older, final SchemaMap<SchemaValue> newer,
                               final SchemaMap<SchemaValue> message) {
        for (int i = 0; i < newer.count(); i++) {
            final SchemaValue before = older.get(newer.key(i));
            if (before == null) {
                message.put(newer.key(i)).copyFrom(newer.value(i));
            } else if (!newer.value(i).sameAs(before)) {
                between(before, newer.value(i), message.put(newer.key(i)));
            }
        }
        for (int i = 0; i < older.count(); i++) {
            if (newer.get(older.key(i)) == null) {
                message.addRemoved(older.key(i));
            }
        }
    }

    /** Would every map have room for what the message adds? */
    static boolean fits(final SchemaValue message, final SchemaValue state) {
        final Schema schema = message.schema();
        for (int i = schema.first(SchemaKind.MAP); i < schema.maskedCount(); i++) {
            final boolean isMap = schema.properties().get(i).kind() == SchemaKind.MAP;
            if (isMap ? !fits(message.map(i), state.map(i), schema.properties().get(i).max())
                : !fits(message.object(i), state.object(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(final SchemaMap<SchemaValue> message, final SchemaMap<SchemaValue> state,
                                final int max) {
        for (int i = 0; i < message.count(); i++) {
            final SchemaValue before = state.get(message.key(i));
            // A new entry holds no more than the message, which is within its limits.
            if (before != null && !fits(message.value(i), before)) {
                return false;
            }
        }
        return state.countAfter(message) <= max;
    }

    /** Puts what the message has into the state, which it {@link #fits}. */
    static void apply(final SchemaValue message, final SchemaValue state) {
        final Schema schema = message.schema();
        state.setBooleanBits(message.booleanBits());
        for (int i = 0; i < schema.maskedCount(); i++) {
            if (message.present(i)) {
                switch (schema.properties().get(i).kind()) {
                    case OBJECT -> apply(message.object(i), state.editObject(i));
                    case MAP -> apply(message.map(i), state.editMap(i));
                    default -> state.copyProperty(i, message);
                }
            }
        }
    }

    private static void apply(final SchemaMap<SchemaValue> message, final SchemaMap<SchemaValue> state) {
        for (int i = 0; i < message.removedCount(); i++) {
            state.remove(message.removedKey(i));
        }
        for (int i = 0; i < message.count(); i++) {
            apply(message.value(i), state.put(message.key(i)));
        }
    }
}
