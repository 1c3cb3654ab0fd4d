package io.lockstep.codecs.replay;

import io.lockstep.core.internal.sync.FieldText;
import io.lockstep.core.sync.StateBuffer;
import java.util.ArrayList;
import java.util.List;

/** Keeps a state together with the names of its fields; for reports, it allocates. */
final class StateFields extends StateBuffer {

    /** A field, and where it is; the index counts fields of this name in its section from 0. */
    record Field(String section, String name, int index, int offset, int length) {
    }

    private final List<Field> fields = new ArrayList<>();
    private String section = "";
    private int sectionFrom;

    StateFields() {
        super(DEFAULT_CAPACITY_BYTES);
    }

    @Override
    public void section(final String name) {
        section = name;
        sectionFrom = fields.size();
    }

    List<Field> fields() {
        return fields;
    }

    /** How many fields of this name the section has so far; counted from the last one of it. */
    private int indexOf(final String name) {
        for (int i = fields.size() - 1; i >= sectionFrom; i--) {
            if (fields.get(i).name().equals(name)) {
                return fields.get(i).index() + 1;
            }
        }
        return 0;
    }

    private void add(final String name, final int length) {
        fields.add(new Field(section, name, indexOf(name), length(), length));
    }

    @Override
    public void writeByte(final String field, final int value) {
        add(field, Byte.BYTES);
        super.writeByte(field, value);
    }

    @Override
    public void writeShort(final String field, final int value) {
        add(field, Short.BYTES);
        super.writeShort(field, value);
    }

    @Override
    public void writeInt(final String field, final int value) {
        add(field, Integer.BYTES);
        super.writeInt(field, value);
    }

    @Override
    public void writeLong(final String field, final long value) {
        add(field, Long.BYTES);
        super.writeLong(field, value);
    }

    @Override
    public void writeBytes(final String field, final byte[] source, final int offset, final int count) {
        add(field, count);
        super.writeBytes(field, source, offset, count);
    }

    /** A field's value: a number, or hexadecimal digits when it is longer than one. */
    String valueOf(final Field field) {
        return FieldText.of(array(), field.offset(), field.length());
    }

    /** The first field that differs from another state's; null when the states are equal. */
    static Pair firstDifference(final StateFields a, final StateFields b) {
        final int common = Math.min(a.fields.size(), b.fields.size());
        for (int i = 0; i < common; i++) {
            final Field left = a.fields.get(i);
            final Field right = b.fields.get(i);
            if (!left.equals(right) || !a.valueOf(left).equals(b.valueOf(right)) || !sameBytes(a, b, left)) {
                return new Pair(left, a.valueOf(left), b.valueOf(right));
            }
        }
        if (a.fields.size() != b.fields.size()) {
            final StateFields longer = a.fields.size() > common ? a : b;
            final Field extra = longer.fields.get(common);
            return new Pair(extra, longer == a ? a.valueOf(extra) : "absent",
                longer == b ? b.valueOf(extra) : "absent");
        }
        return null;
    }

    private static boolean sameBytes(final StateFields a, final StateFields b, final Field field) {
        for (int i = field.offset(); i < field.offset() + field.length(); i++) {
            if (a.array()[i] != b.array()[i]) {
                return false;
            }
        }
        return true;
    }

    /** A field and both its values. */
    record Pair(Field field, String left, String right) {
    }
}
