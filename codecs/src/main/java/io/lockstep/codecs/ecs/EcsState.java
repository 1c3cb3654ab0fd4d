package io.lockstep.codecs.ecs;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Entities, in ascending order of their ids, and their components' data. All memory is taken at construction; nothing
 * is allocated after it. Not thread-safe.
 */
public final class EcsState {

    /** Most entities: their ids are two bytes. */
    public static final int MAX_ENTITIES = 1 << Short.SIZE;

    /** The largest state that makes sense to be kept up to date by instructions. */
    private static final long MAX_BYTES = 256L << 20;

    private final ComponentTable table;
    private final int rowBytes;
    private final int rowWords;
    private final int[] ids;
    /** Which row an entity's data is in; behind the entities that are there, the rows that are free. */
    private final int[] rows;
    private final long[] attached;
    private final byte[] data;
    private int count;

    /**
     * An empty state.
     *
     * @param table       the components
     * @param maxEntities most entities, 1 to 65,536
     * @throws IllegalArgumentException if out of range, or if that many entities with all components exceed 256 MiB
     */
    public EcsState(final ComponentTable table, final int maxEntities) {
        this.table = table;
        rowBytes = table.rowBytes();
        rowWords = (table.count() + Long.SIZE - 1) / Long.SIZE;
        final long bytes = (long) maxEntities * (rowBytes + (long) rowWords * Long.BYTES);
        if (maxEntities < 1 || maxEntities > MAX_ENTITIES || bytes > MAX_BYTES) {
            throw new IllegalArgumentException(maxEntities + " entities, " + bytes + " bytes");
        }
        ids = new int[maxEntities];
        rows = new int[maxEntities];
        for (int i = 0; i < maxEntities; i++) {
            rows[i] = i;
        }
        attached = new long[maxEntities * rowWords];
        data = new byte[maxEntities * rowBytes];
    }

    /**
     * The components.
     *
     * @return the table
     */
    public ComponentTable table() {
        return table;
    }

    /** Removes every entity. */
    public void clear() {
        count = 0;
    }

    /**
     * How many entities there are.
     *
     * @return 0 to the most there can be
     */
    public int count() {
        return count;
    }

    /**
     * An entity's id.
     *
     * @param at which entity, from 0, in ascending order
     * @return its id
     * @throws IllegalArgumentException if there is no such entity
     */
    public int entity(final int at) {
        if (at < 0 || at >= count) {
            throw new IllegalArgumentException("entity " + at + " of " + count);
        }
        return ids[at];
    }

    /**
     * Is an entity there?
     *
     * @param entity its id
     * @return true if it is
     */
    public boolean contains(final int entity) {
        return find(entity) >= 0;
    }

    /**
     * Creates an entity without components.
     *
     * @param entity its id, 0 to 65,535
     * @return OK, ENTITY_EXISTS or TOO_MANY
     * @throws IllegalArgumentException if the id is out of range
     */
    public EcsCode create(final int entity) {
        if (entity < 0 || entity >= MAX_ENTITIES) {
            throw new IllegalArgumentException("entity " + entity);
        }
        final int found = find(entity);
        if (found >= 0) {
            return EcsCode.ENTITY_EXISTS;
        }
        if (count == ids.length) {
            return EcsCode.TOO_MANY;
        }
        final int at = ~found;
        final int row = rows[count];
        System.arraycopy(ids, at, ids, at + 1, count - at);
        System.arraycopy(rows, at, rows, at + 1, count - at);
        ids[at] = entity;
        rows[at] = row;
        count++;
        Arrays.fill(attached, row * rowWords, (row + 1) * rowWords, 0);
        return EcsCode.OK;
    }

    /**
     * Deletes an entity and its components.
     *
     * @param entity its id
     * @return OK or NO_ENTITY
     */
    public EcsCode delete(final int entity) {
        final int at = find(entity);
        if (at < 0) {
            return EcsCode.NO_ENTITY;
        }
        final int row = rows[at];
        count--;
        System.arraycopy(ids, at + 1, ids, at, count - at);
        System.arraycopy(rows, at + 1, rows, at, count - at);
        rows[count] = row;
        return EcsCode.OK;
    }

    /**
     * Is a component attached?
     *
     * @param entity    its id
     * @param component its id
     * @return false too if there is no such entity
     * @throws IllegalArgumentException if there is no such component
     */
    public boolean attached(final int entity, final int component) {
        check(component);
        final int at = find(entity);
        return at >= 0 && attachedIn(rows[at], component);
    }

    private boolean attachedIn(final int row, final int component) {
        return (attached[row * rowWords + component / Long.SIZE] >>> component & 1) != 0;
    }

    /**
     * Attaches a component with its default data.
     *
     * @param entity    its id
     * @param component its id
     * @return OK, NO_ENTITY or ATTACHED
     * @throws IllegalArgumentException if there is no such component
     */
    public EcsCode attach(final int entity, final int component) {
        check(component);
        final int at = find(entity);
        if (at < 0) {
            return EcsCode.NO_ENTITY;
        }
        final int row = rows[at];
        if (attachedIn(row, component)) {
            return EcsCode.ATTACHED;
        }
        attached[row * rowWords + component / Long.SIZE] |= 1L << component;
        System.arraycopy(table.defaults(component), 0, data, place(row, component), table.dataBytes(component));
        return EcsCode.OK;
    }

    /**
     * Detaches a component.
     *
     * @param entity    its id
     * @param component its id
     * @return OK, NO_ENTITY or NOT_ATTACHED
     * @throws IllegalArgumentException if there is no such component
     */
    public EcsCode detach(final int entity, final int component) {
        final EcsCode code = needAttached(entity, component);
        if (code == EcsCode.OK) {
            attached[rows[find(entity)] * rowWords + component / Long.SIZE] &= ~(1L << component);
        }
        return code;
    }

    private EcsCode needAttached(final int entity, final int component) {
        check(component);
        final int at = find(entity);
        return at < 0 ? EcsCode.NO_ENTITY : attachedIn(rows[at], component) ? EcsCode.OK : EcsCode.NOT_ATTACHED;
    }

    /**
     * Sets a component's data.
     *
     * @param entity    its id
     * @param component its id
     * @param source    where the data is, whatever its position and limit are
     * @param index     its first byte; as many are taken as the table says
     * @return OK, NO_ENTITY or NOT_ATTACHED
     * @throws IllegalArgumentException if there is no such component
     */
    public EcsCode update(final int entity, final int component, final ByteBuffer source, final int index) {
        final EcsCode code = needAttached(entity, component);
        if (code == EcsCode.OK) {
            source.get(index, data, place(rows[find(entity)], component), table.dataBytes(component));
        }
        return code;
    }

    /**
     * Reads a component's data.
     *
     * @param entity    its id
     * @param component its id
     * @param target    where to, from its position, which moves
     * @return OK, NO_ENTITY or NOT_ATTACHED
     * @throws IllegalArgumentException if there is no such component
     */
    public EcsCode read(final int entity, final int component, final ByteBuffer target) {
        final EcsCode code = needAttached(entity, component);
        if (code == EcsCode.OK) {
            target.put(data, place(rows[find(entity)], component), table.dataBytes(component));
        }
        return code;
    }

    /**
     * Becomes the same as another state.
     *
     * @param other of the same table
     * @return OK, or TOO_MANY, and then empty
     * @throws IllegalArgumentException if it is of another table
     */
    public EcsCode copyFrom(final EcsState other) {
        check(other);
        if (other == this) {
            return EcsCode.OK;
        }
        clear();
        if (other.count > ids.length) {
            return EcsCode.TOO_MANY;
        }
        count = other.count;
        System.arraycopy(other.ids, 0, ids, 0, count);
        for (int i = 0; i < count; i++) {
            System.arraycopy(other.attached, other.rows[i] * rowWords, attached, rows[i] * rowWords, rowWords);
            System.arraycopy(other.data, other.rows[i] * rowBytes, data, rows[i] * rowBytes, rowBytes);
        }
        return EcsCode.OK;
    }

    /**
     * Compares two states.
     *
     * @param other of the same table
     * @return true if the same entities have the same components with the same data
     * @throws IllegalArgumentException if it is of another table
     */
    public boolean sameAs(final EcsState other) {
        check(other);
        if (!Arrays.equals(ids, 0, count, other.ids, 0, other.count)) {
            return false;
        }
        for (int at = 0; at < count; at++) {
            if (!sameComponents(at, other)) {
                return false;
            }
        }
        return true;
    }

    /** Compares the components of the entity at a place that is the same in both. */
    private boolean sameComponents(final int at, final EcsState other) {
        for (int word = 0; word < rowWords; word++) {
            if (attachedWord(at, word) != other.attachedWord(at, word)) {
                return false;
            }
            for (long left = attachedWord(at, word); left != 0; left &= left - 1) {
                final int component = word * Long.SIZE + Long.numberOfTrailingZeros(left);
                final int mine = dataIndex(at, component);
                final int others = other.dataIndex(at, component);
                final int length = table.dataBytes(component);
                if (!Arrays.equals(data, mine, mine + length, other.data, others, others + length)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void check(final EcsState other) {
        if (other.table != table) {
            throw new IllegalArgumentException("two states of different tables");
        }
    }

    private void check(final int component) {
        if (component < 0 || component >= table.count()) {
            throw new IllegalArgumentException("component " + component + " of " + table.count());
        }
    }

    private int find(final int entity) {
        return Arrays.binarySearch(ids, 0, count, entity);
    }

    private int place(final int row, final int component) {
        return row * rowBytes + table.offset(component);
    }

    int words() {
        return rowWords;
    }

    /** Which components of the entity at a place are attached, 64 at a time. */
    long attachedWord(final int at, final int word) {
        return attached[rows[at] * rowWords + word];
    }

    byte[] data() {
        return data;
    }

    /** Where the data of a component of the entity at a place begins. */
    int dataIndex(final int at, final int component) {
        return place(rows[at], component);
    }
}
