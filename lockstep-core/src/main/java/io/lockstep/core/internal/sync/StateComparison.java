package io.lockstep.core.internal.sync;

import io.lockstep.core.sync.FieldDifference;
import io.lockstep.core.sync.KeptState;
import io.lockstep.core.sync.StateWriter;
import java.util.Arrays;

/**
 * Finds the fields in which another peer's state differs from ours, while our game writes ours once more. The other
 * state is never loaded: each of its sections is read by the layout of ours, so that one that is longer or shorter does
 * not shift the sections behind it.
 *
 * <p>For reports; it allocates.
 */
public final class StateComparison extends StateWriter {

    /** Takes each field. */
    @FunctionalInterface
    public interface Sink {

        /**
         * One field.
         *
         * @param field   its section, name and index among those of the same name in the section
         * @param local   our value
         * @param remote  the other's
         * @param differs whether they are different
         */
        void field(String field, String local, String remote, boolean differs);
    }

    private static final String ABSENT = "absent";

    private final KeptState local;
    private final KeptState remote;
    private final Sink sink;
    private final FieldNames names = new FieldNames();
    private int index;
    private int at;
    private FieldDifference first;

    /**
     * A comparison that has not begun.
     *
     * @param local  our state, which is going to be written
     * @param remote the other peer's; the same as ours when there is nothing to compare with
     * @param sink   takes every field, null when only the first difference matters
     */
    public StateComparison(final KeptState local, final KeptState remote, final Sink sink) {
        this.local = local;
        this.remote = remote;
        this.sink = sink;
    }

    /**
     * Ends the comparison.
     *
     * @return the first field that differs, null when none does
     */
    public FieldDifference end() {
        endSection();
        return first;
    }

    /**
     * How many bytes our game wrote; as many as our state has, if it saves what it loads.
     *
     * @return bytes
     */
    public int written() {
        return at;
    }

    @Override
    public void section(final String name) {
        if (at > 0 && index < ChecksumWriter.MAX_SECTIONS - 1) {
            endSection();
            index++;
        }
        names.section(name);
    }

    @Override
    public void enter(final String part) {
        names.enter(part);
    }

    @Override
    public void leave() {
        names.leave();
    }

    private void endSection() {
        final int more = remote.end(index) - remote.begin(index) - (local.end(index) - local.begin(index));
        if (more > 0) {
            found("(end)", ABSENT, FieldText.hex(remote.bytes(), remote.end(index) - more, more), true);
        }
    }

    private void field(final String name, final int length) {
        final int inSection = at - local.begin(index);
        final int from = remote.begin(index) + inSection;
        final boolean here = at + length <= local.bytes().length;
        final boolean there = inSection >= 0 && from + length <= remote.end(index);
        final boolean same = here && there && Arrays.equals(local.bytes(), at, at + length, remote.bytes(), from,
            from + length);
        final String field = names.next(name);
        if (!same || sink != null) {
            final int skip = same || !here || !there ? 0
                : FieldText.same(local.bytes(), at, remote.bytes(), from, length);
            found(field, here ? FieldText.of(local.bytes(), at, length, skip) : ABSENT,
                there ? FieldText.of(remote.bytes(), from, length, skip) : ABSENT, !same);
        }
        at += length;
    }

    private void found(final String field, final String ours, final String theirs, final boolean differs) {
        if (differs && first == null) {
            first = new FieldDifference(names.section(), field, ours, theirs);
        }
        if (sink != null) {
            sink.field(names.section().isEmpty() ? field : names.section() + '.' + field, ours, theirs, differs);
        }
    }

    @Override
    public void writeByte(final String field, final int value) {
        field(field, Byte.BYTES);
    }

    @Override
    public void writeShort(final String field, final int value) {
        field(field, Short.BYTES);
    }

    @Override
    public void writeInt(final String field, final int value) {
        field(field, Integer.BYTES);
    }

    @Override
    public void writeLong(final String field, final long value) {
        field(field, Long.BYTES);
    }

    @Override
    public void writeBytes(final String field, final byte[] source, final int offset, final int length) {
        field(field, length);
    }
}
