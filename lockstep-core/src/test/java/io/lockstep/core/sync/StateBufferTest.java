package io.lockstep.core.sync;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.sync.ChecksumWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StateBufferTest {

    private static void write(final StateWriter out, final int rounds) {
        for (int i = 0; i < rounds; i++) {
            out.section("all");
            out.writeByte("byte", i);
            out.writeShort("short", -i);
            out.writeInt("int", i * 1_000_003);
            out.writeLong("long", i * 1_000_000_000_039L);
            out.writeBoolean("boolean", i % 2 == 0);
            out.writeFloat("float", i / 3f);
            out.writeDouble("double", i / 3.0);
            out.writeBytes("bytes", new byte[] {1, 2, 3, 4}, 1, 2);
        }
    }

    @Test
    void shouldKeepLittleEndianBytes() {
        final StateBuffer buffer = new StateBuffer(100);
        buffer.writeInt("a", 0x0403_0201);
        buffer.writeShort("b", 0x0605);
        buffer.writeLong("c", 7);
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0},
            Arrays.copyOf(buffer.array(), buffer.length()));
    }

    @Test
    void shouldHaveTheChecksumOfTheChecksumWriter() {
        final StateBuffer buffer = new StateBuffer(StateBuffer.DEFAULT_CAPACITY_BYTES);
        final ChecksumWriter checksum = new ChecksumWriter();
        write(buffer, 5_000);
        write(checksum, 5_000);
        assertEquals(checksum.checksum(), buffer.crc32());
        assertEquals(5_000 * 30, buffer.length());
    }

    @Test
    void shouldUseTheSameArrayAgain() {
        final StateBuffer buffer = new StateBuffer(100_000);
        write(buffer, 1_000);
        final byte[] array = buffer.array();
        buffer.clear();
        assertEquals(0, buffer.length());
        write(buffer, 1_000);
        assertSame(array, buffer.array());
    }

    @Test
    void shouldSayThatAStateIsTooLarge() {
        final StateBuffer buffer = new StateBuffer(10);
        buffer.writeLong("a", 1);
        assertFalse(buffer.overflowed());
        buffer.writeInt("b", 1);
        assertTrue(buffer.overflowed());
        buffer.writeByte("c", 1);
        buffer.writeBytes("d", new byte[100], 0, 100);
        assertEquals(8, buffer.length());
        assertEquals(10, buffer.array().length);
        buffer.clear();
        assertFalse(buffer.overflowed());
        buffer.writeBytes("d", new byte[100], 0, 10);
        assertFalse(buffer.overflowed());
    }

    @Test
    void shouldNotOverflowItsSumsAtTheLargestCapacity() {
        final StateBuffer buffer = new StateBuffer(Integer.MAX_VALUE);
        buffer.writeByte("a", 1);
        assertEquals(1, buffer.length());
        assertThrows(IllegalArgumentException.class, () -> new StateBuffer(0));
    }
}
