package io.lockstep.core.internal.sync;

import io.lockstep.core.sync.FieldDifference;
import io.lockstep.core.sync.StateBuffer;
import java.util.Arrays;

/** A state as bytes, with the name of every field, so that a difference can be named; for tests and reports. */
public class NamedState extends StateBuffer {

    private static final int FIRST_FIELDS = 64;
    private static final int FIRST_MARKS = 8;
    private static final String ABSENT = "absent";

    /** What else was called, and before which field. */
    private enum Mark {
        SECTION, ENTER, LEAVE
    }

    private String[] names = new String[FIRST_FIELDS];
    private int[] offsets = new int[FIRST_FIELDS];
    private int fields;
    private String[] marked = new String[FIRST_MARKS];
    private Mark[] marks = new Mark[FIRST_MARKS];
    private int[] places = new int[FIRST_MARKS];
    private int marksSize;

    /**
     * An empty state.
     *
     * @param capacityBytes largest state, at least 1
     */
    public NamedState(final int capacityBytes) {
        super(capacityBytes);
    }

    /** An empty state, for one of the size that a session takes. */
    public NamedState() {
        this(DEFAULT_CAPACITY_BYTES);
    }

    /** Takes each field. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * One field.
         *
         * @param section its section, empty for none
         * @param name    its parts and name, and its index among those of the same name in the section
         * @param offset  where it is
         * @param length  how many bytes it has
         * @return false when that is enough
         */
        boolean field(String section, String name, int offset, int length);
    }

    @Override
    public void clear() {
        super.clear();
        fields = 0;
        marksSize = 0;
    }

    private void field(final String name) {
        if (fields == names.length) {
            names = Arrays.copyOf(names, 2 * fields);
            offsets = Arrays.copyOf(offsets, 2 * fields);
        }
        names[fields] = name;
        offsets[fields++] = length();
    }

    private void mark(final Mark mark, final String name) {
        if (marksSize == marks.length) {
            marks = Arrays.copyOf(marks, 2 * marksSize);
            marked = Arrays.copyOf(marked, 2 * marksSize);
            places = Arrays.copyOf(places, 2 * marksSize);
        }
        marks[marksSize] = mark;
        marked[marksSize] = name;
        places[marksSize++] = fields;
    }

    /**
     * How many fields were written.
     *
     * @return 0 or more
     */
    public int fields() {
        return fields;
    }

    /**
     * Where a field is.
     *
     * @param field counted from 0
     * @return bytes from the start
     */
    public int offsetOf(final int field) {
        return offsets[field];
    }

    /**
     * How long a field is.
     *
     * @param field counted from 0
     * @return bytes
     */
    public int lengthOf(final int field) {
        return (field + 1 < fields ? offsets[field + 1] : length()) - offsets[field];
    }

    /**
     * Is this a field's name, whatever its section and its part?
     *
     * @param field counted from 0
     * @param name  as it is written
     * @return whether it is
     */
    public boolean isNamed(final int field, final String name) {
        return names[field].equals(name);
    }

    /**
     * Names all fields.
     *
     * @param visitor is told of each
     */
    public void forEach(final Visitor visitor) {
        final FieldNames namer = new FieldNames();
        int mark = 0;
        boolean more = true;
        for (int field = 0; more && field < fields; field++) {
            for (; mark < marksSize && places[mark] == field; mark++) {
                switch (marks[mark]) {
                    case SECTION -> namer.section(marked[mark]);
                    case ENTER -> namer.enter(marked[mark]);
                    default -> namer.leave();
                }
            }
            more = visitor.field(namer.section(), namer.next(names[field]), offsets[field], lengthOf(field));
        }
    }

    /**
     * The value of a field, for people.
     *
     * @param offset where it is
     * @param length how many bytes it has
     * @return see {@link FieldText}
     */
    public String value(final int offset, final int length) {
        return FieldText.of(array(), offset, length);
    }

    /**
     * The first field in which another state differs. Up to it both have the same fields.
     *
     * @param other of the same game
     * @return the field with our value and the other's, null when the states are equal
     */
    public FieldDifference difference(final NamedState other) {
        final int at = Arrays.mismatch(array(), 0, length(), other.array(), 0, other.length());
        if (at < 0) {
            return null;
        }
        final NamedState longer = at < length() ? this : other;
        final FieldDifference[] found = new FieldDifference[1];
        longer.forEach((section, name, offset, length) -> {
            if (offset + length <= at) {
                return true;
            }
            final int skip = offset + length <= Math.min(length(), other.length())
                ? FieldText.same(array(), offset, other.array(), offset, length) : 0;
            found[0] = new FieldDifference(section, name, valueAt(offset, length, skip),
                other.valueAt(offset, length, skip));
            return false;
        });
        return found[0];
    }

    private String valueAt(final int offset, final int length, final int skip) {
        return offset + length <= length() ? FieldText.of(array(), offset, length, skip) : ABSENT;
    }

    /**
     * The last field that ends within the first bytes.
     *
     * @param bytes how many
     * @return such as {@code discs.x[3]}; null when there is none
     */
    public String lastWithin(final int bytes) {
        final String[] last = new String[1];
        forEach((section, name, offset, length) -> {
            if (offset + length <= bytes) {
                last[0] = section.isEmpty() ? name : section + '.' + name;
            }
            return offset + length < bytes;
        });
        return last[0];
    }

    @Override
    public void section(final String name) {
        mark(Mark.SECTION, name);
    }

    @Override
    public void enter(final String part) {
        mark(Mark.ENTER, part);
    }

    @Override
    public void leave() {
        mark(Mark.LEAVE, "");
    }

    @Override
    public void writeByte(final String field, final int value) {
        field(field);
        super.writeByte(field, value);
    }

    @Override
    public void writeShort(final String field, final int value) {
        field(field);
        super.writeShort(field, value);
    }

    @Override
    public void writeInt(final String field, final int value) {
        field(field);
        super.writeInt(field, value);
    }

    @Override
    public void writeLong(final String field, final long value) {
        field(field);
        super.writeLong(field, value);
    }

    @Override
    public void writeBytes(final String field, final byte[] source, final int offset, final int count) {
        field(field);
        super.writeBytes(field, source, offset, count);
    }
}
