package io.lockstep.codecs.ecs;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Random states: each change is one that a game could make. */
final class EcsRandom {

    private static final int ENTITIES = 12;

    private final SplittableRandom random;
    private final ByteBuffer data = ByteBuffer.allocate(16);

    EcsRandom(final long seed) {
        random = new SplittableRandom(seed);
    }

    /** Makes a few changes; what is not possible is not done. */
    void change(final EcsState state) {
        for (int changes = random.nextInt(6); changes > 0; changes--) {
            // Some at the end of the range.
            final int entity = random.nextInt(ENTITIES) - ENTITIES / 2 & 0xFFFF;
            final int component = random.nextInt(state.table().count());
            switch (random.nextInt(8)) {
                case 0, 1 -> state.create(entity);
                case 2 -> state.delete(entity);
                case 3, 4 -> state.attach(entity, component);
                case 5 -> state.detach(entity, component);
                default -> {
                    data.putLong(0, random.nextLong()).putLong(8, random.nextLong());
                    state.update(entity, component, data, 0);
                }
            }
        }
    }
}
