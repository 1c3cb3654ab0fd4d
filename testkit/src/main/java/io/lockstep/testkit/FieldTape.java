package io.lockstep.testkit;

import io.lockstep.core.sync.StateWriter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** The fields of one state in the order in which they were written, to be compared with those of another state. */
final class FieldTape extends StateWriter {

    private static final int FIRST_FIELDS = 32;

    private long[] values = new long[FIRST_FIELDS];
    private boolean[] numbers = new boolean[FIRST_FIELDS];
    private String[] sections = new String[FIRST_FIELDS];
    private String[] names = new String[FIRST_FIELDS];
    private int fields;
    private String section = "";
    /** The parts that a field is in, each with a dot behind it, and those around the last of them. */
    private String path = "";
    private final Deque<String> outer = new ArrayDeque<>();
    private long hash;

    FieldTape reset() {
        fields = 0;
        section = "";
        hash = 0;
        return this;
    }

    private void add(final String name, final long value, final boolean number) {
        if (fields == values.length) {
            values = Arrays.copyOf(values, 2 * fields);
            numbers = Arrays.copyOf(numbers, 2 * fields);
            sections = Arrays.copyOf(sections, 2 * fields);
            names = Arrays.copyOf(names, 2 * fields);
        }
        values[fields] = value;
        numbers[fields] = number;
        sections[fields] = section;
        names[fields++] = path.isEmpty() ? name : path + name;
        hash = Hashing.mix(Hashing.mix(hash, (int) value), (int) (value >>> Integer.SIZE));
    }

    boolean differs(final FieldTape other) {
        return hash != other.hash || fields != other.fields;
    }

    /** The first field in which another state differs, −1 if none does. */
    int firstDifference(final FieldTape other) {
        return Arrays.mismatch(values, 0, fields, other.values, 0, other.fields);
    }

    int fields() {
        return fields;
    }

    /** The section of a field; empty for one beyond the last. */
    String section(final int field) {
        return field < fields ? sections[field] : "";
    }

    String name(final int field) {
        return field < fields ? names[field] : "";
    }

    /** Its place among the fields of the same name in its section, from 0. */
    int index(final int field) {
        int index = 0;
        for (int i = 0; i < field && field < fields; i++) {
            index += sections[i].equals(sections[field]) && names[i].equals(names[field]) ? 1 : 0;
        }
        return index;
    }

    /** The bits of a field; a hash of them when they are more than 64. */
    long value(final int field) {
        return values[field];
    }

    /** Does {@link #value} say all? */
    boolean isNumber(final int field) {
        return field < fields && numbers[field];
    }

    @Override
    public void section(final String name) {
        section = name;
    }

    @Override
    public void enter(final String part) {
        outer.push(path);
        path += part + '.';
    }

    @Override
    public void leave() {
        path = outer.pop();
    }

    @Override
    public void writeByte(final String field, final int value) {
        add(field, (byte) value, true);
    }

    @Override
    public void writeShort(final String field, final int value) {
        add(field, (short) value, true);
    }

    @Override
    public void writeInt(final String field, final int value) {
        add(field, value, true);
    }

    @Override
    public void writeLong(final String field, final long value) {
        add(field, value, true);
    }

    @Override
    public void writeBytes(final String field, final byte[] source, final int offset, final int length) {
        long sum = length;
        for (int i = offset; i < offset + length; i++) {
            sum = Hashing.mix(sum, source[i]);
        }
        add(field, sum, false);
    }
}
