package io.lockstep.core.replay;

import io.lockstep.core.sync.StateBuffer;
import java.util.ArrayList;
import java.util.List;

/** Keeps a state together with the names of its fields; for reports, it allocates. */
final class StateFields extends StateBuffer {

    /** Up to so many bytes of a field that is long, so that a line stays a line. */
    private static final int SHOWN_BYTES = 16;
    private static final int U8 = 0xFF;
    private static final int DIGIT = 0xF;
    private static final int RADIX = 16;

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
        final int from = field.offset();
        if (field.length() > Long.BYTES) {
            final StringBuilder text = new StringBuilder("0x");
            for (int i = 0; i < Math.min(field.length(), SHOWN_BYTES); i++) {
                final int value = array()[from + i] & U8;
                text.append(Character.forDigit(value >> 4, RADIX)).append(Character.forDigit(value & DIGIT, RADIX));
            }
            return text.append(field.length() > SHOWN_BYTES ? "…" : "").toString();
        }
        long value = field.length() == 0 ? 0 : array()[from + field.length() - 1];
        for (int i = field.length() - 2; i >= 0; i--) {
            value = value << Byte.SIZE | array()[from + i] & U8;
        }
        return String.valueOf(value);
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
