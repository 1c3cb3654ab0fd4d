package io.lockstep.testkit;

import io.lockstep.core.sync.StateBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A state as bytes, with the name of every field, so that a difference can be named. */
final class StateBytes extends StateBuffer {

    /** Largest state: many of them are held at once. */
    private static final int MAX_BYTES = 256 << 20;

    private final List<String> names = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private String section = "";

    StateBytes() {
        super(MAX_BYTES);
    }

    StateBytes reset() {
        clear();
        names.clear();
        offsets.clear();
        section = "";
        return this;
    }

    /** The state, little-endian, to be read. */
    ByteBuffer bytes() {
        if (overflowed()) {
            throw new IllegalStateException("the state is larger than " + MAX_BYTES + " bytes");
        }
        return ByteBuffer.wrap(Arrays.copyOf(array(), length())).order(ByteOrder.LITTLE_ENDIAN);
    }

    int fields() {
        return offsets.size();
    }

    int offsetOf(final int field) {
        return offsets.get(field);
    }

    int lengthOf(final int field) {
        return (field + 1 < offsets.size() ? offsets.get(field + 1) : length()) - offsets.get(field);
    }

    /** Whatever its section. */
    boolean isNamed(final int field, final String name) {
        return names.get(field).endsWith('.' + name) || names.get(field).equals(name);
    }

    /** The first field in which another state differs, or null. */
    String difference(final StateBytes other) {
        final int at = Arrays.mismatch(array(), 0, length(), other.array(), 0, other.length());
        if (at < 0) {
            return null;
        }
        int field = 0;
        while (field + 1 < offsets.size() && offsets.get(field + 1) <= at) {
            field++;
        }
        return names.isEmpty() ? "one state is empty, the other has " + other.length() + " bytes"
            : names.get(field) + " differs, at byte " + at + " of " + length();
    }

    @Override
    public void section(final String name) {
        section = name + ".";
    }

    private void field(final String name) {
        names.add(section + name);
        offsets.add(length());
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
