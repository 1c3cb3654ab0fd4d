package io.lockstep.core.internal.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RollbackBlockTest {

    private final RollbackBlock block = new RollbackBlock();

    private static String hex(final ByteBuffer body) {
        return HexFormat.of().formatHex(body.array(), body.position(), body.limit());
    }

    @Test
    void shouldWriteTheFrameThePlayersAndTheNumberOfFrames() {
        block.add(0x0102030405060708L, 3, 0x80000002);
        block.add(5, 4, 1);
        assertEquals(2, block.rollbacks());
        assertEquals("0807060504030201" + "02000080" + "03000000" + "0500000000000000" + "01000000" + "04000000",
            hex(block.body()));
    }

    @Test
    void shouldBeginAnewWhenItIsCleared() {
        block.add(1, 2, 3);
        block.body();
        block.clear();
        assertEquals(0, block.rollbacks());
        block.add(5, 4, 1);
        assertFalse(block.isFull(), "there is room for more than before");
        assertEquals("0500000000000000" + "01000000" + "04000000", hex(block.body()));
    }

    @Test
    void shouldBeFullWithTheLastRollbackThatFits() {
        for (int i = 0; i < 256; i++) {
            assertFalse(block.isFull(), i + " rollbacks");
            block.add(i, 1, 1);
        }
        assertTrue(block.isFull());
        assertEquals(256, block.rollbacks());
        assertEquals(256 * 16, block.body().remaining());
    }
}
