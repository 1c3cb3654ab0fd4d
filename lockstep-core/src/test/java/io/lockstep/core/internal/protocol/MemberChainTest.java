package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** A list of epochs' members refuses what is no list of them. */
class MemberChainTest {

    private final MemberChain chain = new MemberChain();

    /** The bytes of a chain that says it has a number of masks, and has these. */
    private static ByteBuffer bytes(final int length, final int... masks) {
        final ByteBuffer buffer = ByteBuffer.allocate(1 + masks.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put((byte) length);
        for (final int mask : masks) {
            buffer.putInt(mask);
        }
        return buffer.flip();
    }

    @Test
    void shouldReadBackWhatItWrote() {
        final ByteBuffer buffer = bytes(MemberChain.MAX_LENGTH, 0, 0, 0, 0);
        for (int i = 0; i < MemberChain.MAX_LENGTH; i++) {
            chain.add(-1 - i);
        }
        chain.encode(buffer);
        assertFalse(buffer.hasRemaining());

        final MemberChain read = new MemberChain();
        assertEquals(WireCode.OK, read.decode(buffer.flip()));
        assertEquals(MemberChain.MAX_LENGTH, read.count());
        for (int i = 0; i < MemberChain.MAX_LENGTH; i++) {
            assertEquals(-1 - i, read.get(i));
        }
    }

    @Test
    void shouldReplaceWhatItHeld() {
        chain.add(5);
        chain.add(6);
        assertEquals(WireCode.OK, chain.decode(bytes(1, 9)));
        assertEquals(1, chain.count());
        assertEquals(9, chain.get(0));
        chain.clear();
        assertEquals(0, chain.count());
    }

    @Test
    void shouldRefuseBytesThatAreNoChain() {
        assertEquals(WireCode.TRUNCATED, chain.decode(ByteBuffer.allocate(0)));
        assertEquals(WireCode.TRUNCATED, chain.decode(bytes(2, 1)));
        assertEquals(WireCode.RANGE, chain.decode(bytes(MemberChain.MAX_LENGTH + 1, 1, 1, 1, 1, 1)));
        assertEquals(WireCode.RANGE, chain.decode(bytes(2, 1, 0)));
    }

    @Test
    void shouldRefuseToListNobodyAndMoreThanItHolds() {
        assertEquals("an epoch without members",
            assertThrows(IllegalArgumentException.class, () -> chain.add(0)).getMessage());
        for (int i = 0; i < MemberChain.MAX_LENGTH; i++) {
            chain.add(1);
        }
        assertEquals("chain 4 is not in 0 to 3",
            assertThrows(IllegalArgumentException.class, () -> chain.add(1)).getMessage());
        assertEquals(MemberChain.MAX_LENGTH, chain.count());
    }
}
