package io.lockstep.core.codec.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
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
        run(codec, values, follower);
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long id = Thread.currentThread().getId();
        // The first measurement allocates by itself.
        threads.getThreadAllocatedBytes(id);
        final long before = threads.getThreadAllocatedBytes(id);
        run(codec, values, follower);
        final long allocated = threads.getThreadAllocatedBytes(id) - before;
        assertEquals(0, allocated / ALLOCATION_ROUNDS, () -> allocated + " bytes");
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
