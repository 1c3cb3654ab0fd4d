package io.lockstep.codecs.ecs;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The difference of two states as instructions, and its use: what they make of the older state is the newer one. First
 * come the entities that are gone, so that a full state has room for the new ones; then those that are new or changed.
 * Both are in ascending order, and the components of each entity too; a component that is new is attached and, if its
 * data is not the default, updated. Equal states have an empty difference.
 *
 * <p>Allocation-free, not thread-safe.
 */
public final class EcsDelta {

    private final EcsReader reader;
    private final ComponentTable table;

    /**
     * Reads differences of states of one table.
     *
     * @param table the components
     */
    public EcsDelta(final ComponentTable table) {
        this.table = table;
        reader = new EcsReader(table);
    }

    /**
     * How long a difference is, before it is written.
     *
     * @param older what the reader has
     * @param newer what it shall have
     * @return bytes
     * @throws IllegalArgumentException if the states have different tables
     */
    public static int size(final EcsState older, final EcsState newer) {
        return walk(older, newer, null);
    }

    /**
     * Writes a difference.
     *
     * @param older  what the reader has
     * @param newer  what it shall have
     * @param target where to, from its position, which moves
     * @return how many bytes were written
     * @throws BufferOverflowException  if there is no room for it; nothing was written
     * @throws IllegalArgumentException if the states have different tables
     */
    public static int write(final EcsState older, final EcsState newer, final ByteBuffer target) {
        if (size(older, newer) > target.remaining()) {
            throw new BufferOverflowException();
        }
        return walk(older, newer, target);
    }

    /** Counts what it writes, or what it would write if the target is null. */
    private static int walk(final EcsState older, final EcsState newer, final @Nullable ByteBuffer target) {
        if (older.table() != newer.table()) {
            throw new IllegalArgumentException("two states of different tables");
        }
        return deletions(older, newer, target) + changes(older, newer, target);
    }

    private static int deletions(final EcsState older, final EcsState newer, final @Nullable ByteBuffer target) {
        int bytes = 0;
        int after = 0;
        for (int before = 0; before < older.count(); before++) {
            final int entity = older.entity(before);
            while (after < newer.count() && newer.entity(after) < entity) {
                after++;
            }
            if (after == newer.count() || newer.entity(after) != entity) {
                bytes += EcsOpcode.DELETE.fixedBytes();
                if (target != null) {
                    EcsWriter.delete(target, entity);
                }
            }
        }
        return bytes;
    }

    private static int changes(final EcsState older, final EcsState newer, final @Nullable ByteBuffer target) {
        int bytes = 0;
        int before = 0;
        for (int after = 0; after < newer.count(); after++) {
            final int entity = newer.entity(after);
            while (before < older.count() && older.entity(before) < entity) {
                before++;
            }
            final boolean isNew = before == older.count() || older.entity(before) != entity;
            if (isNew) {
                bytes += EcsOpcode.CREATE.fixedBytes();
                if (target != null) {
                    EcsWriter.create(target, entity);
                }
            }
            bytes += components(older, isNew ? -1 : before, newer, after, target);
        }
        return bytes;
    }

    /** What changes one entity, at its place before, −1 if it is new, and its place after. */
    private static int components(final EcsState older, final int before, final EcsState newer, final int after,
                                  final @Nullable ByteBuffer target) {
        int bytes = 0;
        for (int word = 0; word < newer.words(); word++) {
            final long was = before < 0 ? 0 : older.attachedWord(before, word);
            final long is = newer.attachedWord(after, word);
            for (long left = was | is; left != 0; left &= left - 1) {
                final int bit = Long.numberOfTrailingZeros(left);
                final int component = word * Long.SIZE + bit;
                if ((is >>> bit & 1) == 0) {
                    bytes += EcsOpcode.DETACH.fixedBytes();
                    if (target != null) {
                        EcsWriter.detach(target, newer.entity(after), component);
                    }
                } else if ((was >>> bit & 1) == 0) {
                    bytes += attach(newer, after, component, target);
                } else {
                    bytes += update(older.data(), older.dataIndex(before, component), newer, after, component, target);
                }
            }
        }
        return bytes;
    }

    private static int attach(final EcsState newer, final int after, final int component,
                              final @Nullable ByteBuffer target) {
        if (target != null) {
            EcsWriter.attach(target, newer.entity(after), component);
        }
        return EcsOpcode.ATTACH.fixedBytes()
            + update(newer.table().defaults(component), 0, newer, after, component, target);
    }

    private static int update(final byte[] old, final int oldIndex, final EcsState newer, final int after,
                              final int component,
                              final @Nullable ByteBuffer target) {
        final int length = newer.table().dataBytes(component);
        final int index = newer.dataIndex(after, component);
        if (Arrays.equals(old, oldIndex, oldIndex + length, newer.data(), index, index + length)) {
            return 0;
        }
        if (target != null) {
            EcsWriter.update(target, newer.entity(after), component, newer.data(), index, length);
        }
        return EcsOpcode.UPDATE.fixedBytes() + length;
    }

    /**
     * Makes the newer state out of the older one and the instructions.
     *
     * @param source the instructions between position and limit, which do not move
     * @param older  what the writer wrote the difference from; not changed
     * @param newer  becomes what the instructions make of it; empty if anything is wrong
     * @return what was found
     * @throws IllegalArgumentException if the states are one, or of another table
     */
    public EcsCode apply(final ByteBuffer source, final EcsState older, final EcsState newer) {
        if (older == newer || older.table() != table || newer.table() != table) {
            throw new IllegalArgumentException("one state, or of another table");
        }
        EcsCode code = newer.copyFrom(older);
        reader.wrap(source);
        while (code == EcsCode.OK) {
            final EcsOpcode opcode = reader.next();
            if (opcode == null) {
                code = reader.code();
                break;
            }
            code = step(opcode, source, newer);
        }
        if (code != EcsCode.OK) {
            newer.clear();
        }
        return code;
    }

    private EcsCode step(final EcsOpcode opcode, final ByteBuffer source, final EcsState state) {
        final int entity = reader.entity();
        return switch (opcode) {
            case CREATE -> state.create(entity);
            case DELETE -> state.delete(entity);
            case ATTACH -> state.attach(entity, reader.component());
            case UPDATE -> state.update(entity, reader.component(), source, reader.dataIndex());
            case DETACH -> state.detach(entity, reader.component());
        };
    }
}
