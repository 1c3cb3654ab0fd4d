package io.lockstep.codecs.ecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Takes seconds: a million changes of a state, every input of three bytes, every pair of inputs' keys. */
class EcsExhaustiveIT {

    private static final int ROUNDS = 1_000_000;
    private static final long SEED = 0x5EED_0302L;
    private static final int THREE_BYTES = 3;
    /** More components than one word of bits has, one without data, one that is not zero at first. */
    private static final int COMPONENTS = 70;

    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 12);

    private static ComponentTable manyComponents() {
        final ComponentTable.Builder builder = ComponentTable.builder().add("none", 0).add("health", new byte[] {100});
        for (int i = 2; i < COMPONENTS; i++) {
            builder.add("c" + i, 1 + i % 16);
        }
        return builder.build();
    }

    @Test
    void shouldFollowAMillionRandomChanges() {
        follow(EcsGolden.TABLE, ROUNDS);
        follow(manyComponents(), ROUNDS / 10);
    }

    private void follow(final ComponentTable table, final int rounds) {
        final EcsRandom random = new EcsRandom(SEED);
        final EcsDelta delta = new EcsDelta(table);
        final EcsState[] states = {new EcsState(table, 8), new EcsState(table, 8), new EcsState(table, 8)};
        long bytes = 0;
        for (int round = 0; round < rounds; round++) {
            final EcsState older = states[0];
            final EcsState newer = states[1];
            final EcsState follower = states[2];
            newer.copyFrom(older);
            random.change(newer);
            final int size = EcsDelta.size(older, newer);
            bytes += EcsDelta.write(older, newer, buffer.clear());
            final EcsCode code = delta.apply(buffer.flip(), older, follower);
            if (code != EcsCode.OK || !follower.sameAs(newer) || buffer.limit() != size) {
                fail("seed " + SEED + " round " + round + ": " + code);
            }
            states[0] = follower;
            states[2] = older;
        }
        assertTrue(bytes > rounds, "hardly anything changed: no test");
    }

    @Test
    void shouldSurviveEveryInputOfThreeBytes() {
        final EcsFuzz.Probe probe = new EcsFuzz.Probe();
        final byte[] bytes = new byte[THREE_BYTES];
        int accepted = 0;
        for (int value = 0; value < 1 << THREE_BYTES * Byte.SIZE; value++) {
            bytes[0] = (byte) value;
            bytes[1] = (byte) (value >>> Byte.SIZE);
            bytes[2] = (byte) (value >>> 2 * Byte.SIZE);
            accepted += probe.stream(bytes, 0, THREE_BYTES) == EcsCode.OK ? 1 : 0;
            assertTrue(probe.table(bytes, 0, THREE_BYTES) != EcsCode.OK);
            probe.keys(bytes, 0, THREE_BYTES);
        }
        // Creating any entity but two, deleting those two.
        assertEquals(EcsState.MAX_ENTITIES, accepted);
    }

    @Test
    void shouldTurnEveryInputIntoEveryOther() {
        for (int before = 0; before < 1 << 10; before++) {
            for (int after = 0; after < 1 << 10; after++) {
                KeyStream.write(before, after, buffer.clear());
                final int expected = before & ~KeyStream.MAPPED_BITS | after & KeyStream.MAPPED_BITS;
                final int is = KeyStream.apply(before, buffer.flip());
                if (is != expected || buffer.limit() != KeyStream.size(before, after)) {
                    fail(before + " to " + after + " became " + is);
                }
            }
        }
    }
}
