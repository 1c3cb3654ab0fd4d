package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;
import java.util.Arrays;

/**
 * The current state of the game: a u32 count and that many {@link Entity entities}. The entities are kept and used
 * again; there are never more than were needed at once.
 */
public final class Snapshot implements RabbitMessage {

    /** Most entities unless told otherwise: more than a payload of 256 chunks of 504 bytes holds of full players. */
    public static final int MAX_ENTITIES = 4096;

    private static final int INITIAL_ENTITIES = 16;

    private final int mostEntities;
    private Entity[] entities = {};
    private int made;
    private int count;

    /** An empty world of at most {@link #MAX_ENTITIES}. */
    public Snapshot() {
        this(MAX_ENTITIES);
    }

    /**
     * An empty world.
     *
     * @param mostEntities the most it may have, at least 0
     * @throws IllegalArgumentException if it is negative
     */
    public Snapshot(final int mostEntities) {
        if (mostEntities < 0) {
            throw new IllegalArgumentException("mostEntities is " + mostEntities + ", must be at least 0");
        }
        this.mostEntities = mostEntities;
    }

    /**
     * How many entities there are.
     *
     * @return 0 or more
     */
    public int count() {
        return count;
    }

    /**
     * An entity.
     *
     * @param index 0 to count − 1
     * @return always the same object for an index
     * @throws IndexOutOfBoundsException if there is none
     */
    public Entity entity(final int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("entity " + index + " of " + count);
        }
        return entities[index];
    }

    /** Removes all entities; the objects are kept for {@link #add}. */
    public void clear() {
        count = 0;
    }

    /**
     * Adds an entity.
     *
     * @return one to fill; it may hold what it held before
     * @throws IllegalStateException if there are as many as may be
     */
    public Entity add() {
        if (count == mostEntities) {
            throw new IllegalStateException("more than " + mostEntities + " entities");
        }
        count++;
        return at(count - 1);
    }

    private Entity at(final int index) {
        if (index == made) {
            if (made == entities.length) {
                entities = Arrays.copyOf(entities, Math.max(INITIAL_ENTITIES, 2 * made));
            }
            entities[made++] = new Entity();
        }
        return entities[index];
    }

    @Override
    public void visit(final RabbitFields fields) {
        final int announced = fields.count(count, mostEntities, Entity.LEAST_BITS);
        int done = 0;
        while (done < announced && !fields.failed()) {
            at(done).visit(fields);
            done++;
        }
        count = done;
    }
}
