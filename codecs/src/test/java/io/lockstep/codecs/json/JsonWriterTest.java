package io.lockstep.codecs.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    private final JsonWriter writer = new JsonWriter();

    @Test
    void shouldPlaceCommas() {
        writer.beginObject().name("a").unsigned(1).name("b").beginArray().bool(true).nothing().beginObject().endObject()
            .beginArray().endArray().hex(new byte[] {0, -1}, 0, 2).endArray().name("c").string(null).endObject();
        assertEquals("{\"a\":1,\"b\":[true,null,{},[],\"00ff\"],\"c\":null}", writer.toString());
    }

    @Test
    void shouldEscapeWhatMustBe() {
        writer.string("\"\\\n\u0000\u001f\u007fé😀\uD83D");
        assertEquals("\"\\\"\\\\\\u000a\\u0000\\u001f\u007fé😀?\"", writer.toString());
    }

    @Test
    void shouldWriteNumbers() {
        writer.beginArray().unsigned(-1).signed(-1).number(0.5).number(Double.NaN).endArray();
        assertEquals("[18446744073709551615,-1,0.5,null]", writer.toString());
    }

    @Test
    void shouldGrowAndStartAnew() {
        writer.hex(new byte[100_000], 0, 100_000);
        assertEquals(200_002, writer.length());
        assertEquals("1", writer.reset().unsigned(1).toString());
        assertThrows(BufferOverflowException.class, () -> writer.unsigned(1).copyTo(ByteBuffer.allocate(1)));
    }
}
