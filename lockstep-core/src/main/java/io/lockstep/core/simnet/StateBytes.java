package io.lockstep.core.simnet;

import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A state as bytes, with the name of every field, so that a difference can be named. */
final class StateBytes extends StateWriter {

    private static final int FIRST_BYTES = 1024;

    private final List<String> names = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;
    private String section = "";

    StateBytes reset() {
        names.clear();
        offsets.clear();
        length = 0;
        section = "";
        return this;
    }

    /** The state, little-endian, to be read. */
    ByteBuffer bytes() {
        return ByteBuffer.wrap(Arrays.copyOf(bytes, length)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The first field in which another state differs, or null. */
    String difference(final StateBytes other) {
        final int at = Arrays.mismatch(bytes, 0, length, other.bytes, 0, other.length);
        if (at < 0) {
            return null;
        }
        int field = 0;
        while (field + 1 < offsets.size() && offsets.get(field + 1) <= at) {
            field++;
        }
        return names.isEmpty() ? "one state is empty, the other has " + other.length + " bytes"
            : names.get(field) + " differs, at byte " + at + " of " + length;
    }

    @Override
    public void section(final String name) {
        section = name + ".";
    }

    private void field(final String name, final int size) {
        names.add(section + name);
        offsets.add(length);
        if (length + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + size));
        }
    }

    private void put(final long value, final int size) {
        for (int i = 0; i < size; i++) {
            bytes[length++] = (byte) (value >>> i * Byte.SIZE);
        }
    }

    @Override
    public void writeByte(final String field, final int value) {
        field(field, Byte.BYTES);
        put(value, Byte.BYTES);
    }

    @Override
    public void writeShort(final String field, final int value) {
        field(field, Short.BYTES);
        put(value, Short.BYTES);
    }

    @Override
    public void writeInt(final String field, final int value) {
        field(field, Integer.BYTES);
        put(value, Integer.BYTES);
    }

    @Override
    public void writeLong(final String field, final long value) {
        field(field, Long.BYTES);
        put(value, Long.BYTES);
    }

    @Override
    public void writeBytes(final String field, final byte[] source, final int offset, final int count) {
        field(field, count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }
}
