package io.lockstep.codecs.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.Allocations;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SchemaAllocationTest {

    private static final int ALLOCATION_ROUNDS = 30_000;

    private final ByteBuffer buffer = ByteBuffer.allocate(64);

    @Test
    void shouldNotAllocateForAFlatSchema() {
        final SchemaCodec codec = new SchemaCodec(SchemaGolden.MARIO, SchemaForm.BINARY);
        final SchemaValue[] values = {new SchemaValue(SchemaGolden.MARIO), new SchemaValue(SchemaGolden.MARIO)};
        final SchemaValue follower = new SchemaValue(SchemaGolden.MARIO);
        assertEquals(0, Allocations.least(() -> run(codec, values, follower)));
    }

    private void run(final SchemaCodec codec, final SchemaValue[] values, final SchemaValue follower) {
        for (int round = 0; round < ALLOCATION_ROUNDS; round++) {
            final SchemaValue older = values[round % 2];
            final SchemaValue newer = values[(round + 1) % 2];
            newer.copyFrom(older);
            newer.setNumber(round % 4, round & 0xFF);
            newer.setString(4, round % 3 == 0 ? "Mario" : "Luigi");
            newer.setBool(5, round % 5 == 0);
            codec.encode(newer, buffer.clear());
            codec.decode(buffer.flip(), follower);
            codec.encodeChanges(older, newer, buffer.clear());
            codec.decodeChanges(buffer.flip(), follower);
        }
    }
}
