package io.lockstep.codecs.ecs;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the table that a stream begins with. Sizes and defaults do not travel: they come from the components known
 * here, the ids from the sender. Reusable, not thread-safe.
 */
public final class ComponentTableReader {

    private final ComponentTable known;
    private @Nullable ComponentTable table;

    /**
     * A reader.
     *
     * @param known the components of this end, in any order
     */
    public ComponentTableReader(final ComponentTable known) {
        this.known = known;
    }

    /**
     * The table read last.
     *
     * @return the sender's components in the sender's order; null if anything was wrong
     */
    public @Nullable ComponentTable table() {
        return table;
    }

    /**
     * Reads a table.
     *
     * @param source the table between position and limit, which do not move
     * @return what was found
     */
    public EcsCode decode(final ByteBuffer source) {
        table = null;
        final int start = source.position();
        if (source.remaining() < ComponentTable.HEADER_BYTES) {
            return EcsCode.TRUNCATED;
        }
        final int count = EcsReader.getShort(source, start);
        final int nameBytes = source.get(start + Short.BYTES) & 0xFF;
        // At most 65,535 * 255: fits an int.
        final int endMark = start + ComponentTable.HEADER_BYTES + count * nameBytes;
        if (nameBytes == 0 && count > 0) {
            return EcsCode.NAME;
        }
        if (endMark + ComponentTable.END_MARK_BYTES - start > source.remaining()) {
            return EcsCode.TRUNCATED;
        }
        if (EcsReader.getShort(source, endMark) != 0xFFFF) {
            return EcsCode.END_MARK;
        }
        if (endMark + ComponentTable.END_MARK_BYTES < source.limit()) {
            return EcsCode.TRAILING;
        }
        return names(source, start + ComponentTable.HEADER_BYTES, count, nameBytes);
    }

    private EcsCode names(final ByteBuffer source, final int from, final int count, final int nameBytes) {
        final List<ComponentTable.Component> components = new ArrayList<>();
        final boolean[] used = new boolean[known.count()];
        for (int i = 0; i < count; i++) {
            final int at = from + i * nameBytes;
            final int length = nameLength(source, at, nameBytes);
            if (length == 0) {
                return EcsCode.NAME;
            }
            final int id = find(source, at, length);
            if (id < 0) {
                return EcsCode.UNKNOWN;
            }
            if (used[id]) {
                return EcsCode.DUPLICATE;
            }
            used[id] = true;
            components.add(known.component(id));
        }
        table = new ComponentTable(List.copyOf(components), nameBytes);
        return EcsCode.OK;
    }

    /** How long a well-formed name is, 0 for any other. */
    private static int nameLength(final ByteBuffer source, final int at, final int nameBytes) {
        int length = 0;
        while (length < nameBytes && ComponentTable.isNameCharacter(source.get(at + length))) {
            length++;
        }
        for (int i = length; i < nameBytes; i++) {
            if (source.get(at + i) != 0) {
                return 0;
            }
        }
        return length;
    }

    private int find(final ByteBuffer source, final int at, final int length) {
        for (int id = 0; id < known.count(); id++) {
            final String name = known.name(id);
            int same = 0;
            while (name.length() == length && same < length && name.charAt(same) == source.get(at + same)) {
                same++;
            }
            if (same == length) {
                return id;
            }
        }
        return -1;
    }
}
