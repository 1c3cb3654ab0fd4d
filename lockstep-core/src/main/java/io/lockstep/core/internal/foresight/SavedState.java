package io.lockstep.core.internal.foresight;

import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The state before one frame, with where its sections begin, so that it can be walked again without the game. */
final class SavedState extends StateBuffer {

    private static final int FIRST_SECTIONS = 8;

    private String[] names = new String[FIRST_SECTIONS];
    private int[] starts = new int[FIRST_SECTIONS];
    private int sections;
    private long frame = Long.MIN_VALUE;
    private ByteBuffer reader = ByteBuffer.wrap(array()).order(ByteOrder.LITTLE_ENDIAN);

    SavedState() {
        super(DEFAULT_CAPACITY_BYTES);
    }

    /** Begins anew with the state before a frame. */
    SavedState of(final long before) {
        clear();
        sections = 0;
        frame = before;
        return this;
    }

    /** Is it the state before this frame? */
    boolean isOf(final long before) {
        return frame == before;
    }

    void forget() {
        frame = Long.MIN_VALUE;
    }

    @Override
    public void section(final String name) {
        if (sections == names.length) {
            names = Arrays.copyOf(names, 2 * sections);
            starts = Arrays.copyOf(starts, 2 * sections);
        }
        names[sections] = name;
        starts[sections++] = length();
    }

    /** Writes it as the game did; of its fields only the bytes are known. */
    void copyTo(final StateWriter out) {
        int from = 0;
        for (int i = 0; i < sections; i++) {
            write(out, from, starts[i]);
            from = starts[i];
            out.section(names[i]);
        }
        write(out, from, length());
    }

    private void write(final StateWriter out, final int from, final int to) {
        if (to > from) {
            out.writeBytes("", array(), from, to - from);
        }
    }

    /** The bytes as a game loads them; overwritten by the next state that is kept here. */
    ByteBuffer read() {
        if (reader.array() != array()) {
            reader = ByteBuffer.wrap(array()).order(ByteOrder.LITTLE_ENDIAN);
        }
        return reader.limit(length()).position(0);
    }
}
