package io.lockstep.codecs.ecs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.Allocations;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class EcsAllocationTest {

    private static final int ROUNDS = 30_000;

    private final EcsDelta delta = new EcsDelta(EcsGolden.TABLE);
    private final EcsState[] states = {new EcsState(EcsGolden.TABLE, 8), new EcsState(EcsGolden.TABLE, 8)};
    private final EcsState follower = new EcsState(EcsGolden.TABLE, 8);
    private final ByteBuffer buffer = ByteBuffer.allocate(512);
    private final EcsRandom random = new EcsRandom(1);

    @Test
    void shouldNotAllocate() {
        assertEquals(0, Allocations.least(this::run));
    }

    private void run() {
        for (int round = 0; round < ROUNDS; round++) {
            final EcsState older = states[round % 2];
            final EcsState newer = states[(round + 1) % 2];
            newer.copyFrom(older);
            random.change(newer);
            EcsDelta.write(older, newer, buffer.clear());
            delta.apply(buffer.flip(), older, follower);
            KeyStream.write(round, round + 1, buffer.clear());
            KeyStream.apply(round, buffer.flip());
        }
    }
}
