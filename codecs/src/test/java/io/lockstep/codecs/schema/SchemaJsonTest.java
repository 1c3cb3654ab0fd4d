package io.lockstep.codecs.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SchemaJsonTest {

    private static SchemaCode read(final Schema schema, final String json) {
        return new SchemaCodec(schema, SchemaForm.JSON)
            .decode(ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8)), new SchemaValue(schema));
    }

    private static void refuse(final Schema schema, final String json) {
        assertEquals(SchemaCode.JSON_FIELD, read(schema, json), json);
    }

    @Test
    void shouldRefuseFieldsThatDoNotBelong() {
        final String booleans = "\"isAlive\":true,\"isPoweredUp\":false";
        assertEquals(SchemaCode.OK, read(SchemaGolden.MARIO, " { " + booleans + " } "));
        refuse(SchemaGolden.MARIO, "{}");
        refuse(SchemaGolden.MARIO, "[]");
        refuse(SchemaGolden.MARIO, "7");
        refuse(SchemaGolden.MARIO, "{\"isAlive\":true}");
        refuse(SchemaGolden.MARIO, "{\"isAlive\":true," + booleans + "}");
        refuse(SchemaGolden.MARIO, "{\"z\":1," + booleans + "}");
        refuse(SchemaGolden.MARIO, "{\"x\":1,\"x\":1," + booleans + "}");
        refuse(SchemaGolden.MARIO, "{\"x\":256," + booleans + "}");
        refuse(SchemaGolden.MARIO, "{\"x\":-1," + booleans + "}");
        refuse(SchemaGolden.MARIO, "{\"x\":1.0," + booleans + "}");
        refuse(SchemaGolden.MARIO, "{\"x\":null," + booleans + "}");
        refuse(SchemaGolden.MARIO, "{\"playerName\":1," + booleans + "}");
        refuse(SchemaGolden.MARIO, "{\"playerName\":\"seventeen letters\"," + booleans + "}");
        assertEquals(SchemaCode.JSON, read(SchemaGolden.MARIO, "{" + booleans + "}}"));
        assertEquals(SchemaCode.JSON, read(SchemaGolden.MARIO, "{" + booleans));
    }

    @Test
    void shouldReadNumbersToTheirLimitsAndNotBeyond() {
        assertEquals(SchemaCode.OK, read(SchemaGolden.WIDTHS, "{\"u8\":18446744073709551615}"));
        refuse(SchemaGolden.WIDTHS, "{\"u8\":18446744073709551616}");
        assertEquals(SchemaCode.OK, read(SchemaGolden.WIDTHS, "{\"s8\":-9223372036854775808}"));
        refuse(SchemaGolden.WIDTHS, "{\"s8\":-9223372036854775809}");
        refuse(SchemaGolden.WIDTHS, "{\"s8\":9223372036854775808}");
        refuse(SchemaGolden.WIDTHS, "{\"s8\":-18446744073709551615}");
        refuse(SchemaGolden.WIDTHS, "{\"s1\":-129}");
        refuse(SchemaGolden.WIDTHS, "{\"s1\":-0}");
        refuse(SchemaGolden.WIDTHS, "{\"u7\":1e3}");
    }

    @Test
    void shouldRefuseKeysAndElementsThatDoNotBelong() {
        final String rest = ",\"a\":false,\"b\":false}";
        assertEquals(SchemaCode.OK, read(SchemaGolden.ALL, "{\"m\":{\"2\":{\"b\":true},\"1\":null}" + rest));
        refuse(SchemaGolden.ALL, "{\"m\":{\"2\":{\"b\":true},\"2\":null}" + rest);
        refuse(SchemaGolden.ALL, "{\"m\":{\"2\":null,\"2\":{\"b\":true}}" + rest);
        refuse(SchemaGolden.ALL, "{\"m\":{\"2\":null,\"2\":null}" + rest);
        refuse(SchemaGolden.ALL, "{\"m\":{\"02\":null}" + rest);
        refuse(SchemaGolden.ALL, "{\"m\":{\"256\":null}" + rest);
        refuse(SchemaGolden.ALL, "{\"m\":{\"\":null}" + rest);
        refuse(SchemaGolden.ALL, "{\"m\":{\"x\":null}" + rest);
        refuse(SchemaGolden.ALL, "{\"m\":{\"1\":7}" + rest);
        refuse(SchemaGolden.ALL, "{\"m\":[]" + rest);
        refuse(SchemaGolden.ALL, "{\"objs\":[1]" + rest);
        refuse(SchemaGolden.ALL, "{\"list\":[{}]" + rest);
        refuse(SchemaGolden.ALL, "{\"objs\":[{\"b\":true},{\"b\":true},{\"b\":true},{\"b\":true}]" + rest);
        refuse(SchemaGolden.ALL, "{\"o\":{}" + rest);
    }

    @Test
    void shouldSurviveEveryTruncationAndBitFlip() {
        for (final SchemaGolden vector : SchemaGolden.all()) {
            final SchemaCodec codec = new SchemaCodec(vector.schema(), SchemaForm.JSON);
            final SchemaValue value = new SchemaValue(vector.schema());
            final byte[] json = vector.json().getBytes(StandardCharsets.UTF_8);
            for (int length = 0; length < json.length; length++) {
                assertNotEquals(SchemaCode.OK, codec.decode(ByteBuffer.wrap(json, 0, length), value));
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    json[length] ^= (byte) (1 << bit);
                    codec.decode(ByteBuffer.wrap(json), value);
                    json[length] ^= (byte) (1 << bit);
                }
            }
        }
    }
}
