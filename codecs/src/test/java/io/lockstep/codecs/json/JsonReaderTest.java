package io.lockstep.codecs.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    private static final long SEED = 0x5EED_0006L;

    private final JsonReader reader = new JsonReader(1000, 3);

    private static ByteBuffer utf8(final String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<JsonToken> tokens(final ByteBuffer document) {
        reader.wrap(document);
        final List<JsonToken> tokens = new ArrayList<>();
        do {
            tokens.add(reader.next());
        } while (reader.token() != JsonToken.END && reader.token() != JsonToken.ERROR);
        return tokens;
    }

    private JsonToken last(final String document) {
        final List<JsonToken> tokens = tokens(utf8(document));
        return tokens.get(tokens.size() - 1);
    }

    @Test
    void shouldReadEveryKindOfToken() {
        assertEquals(List.of(JsonToken.BEGIN_OBJECT, JsonToken.NAME, JsonToken.BEGIN_ARRAY, JsonToken.NUMBER,
            JsonToken.STRING, JsonToken.TRUE, JsonToken.FALSE, JsonToken.NULL, JsonToken.END_ARRAY, JsonToken.NAME,
            JsonToken.BEGIN_OBJECT, JsonToken.END_OBJECT, JsonToken.NAME, JsonToken.BEGIN_ARRAY, JsonToken.END_ARRAY,
            JsonToken.END_OBJECT, JsonToken.END),
            tokens(utf8(" {\"a\" : [1,\t\"x\",true,\r\nfalse,null] ,\"b\":{},\"c\":[ ]} \n")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-0", "0.5", "1e5", "1E+5", "-1.25e-3", "\"\"", "\"\\u00e9\\n\\/\\\"\"", "null", "[]",
        "\"\\ud83d\\ude00\"", "\"é😀\"", "[[[]]]", "[1,2]", "{\"\":{\"a\":[]}}"})
    void shouldAcceptWhatTheStandardAllows(final String document) {
        assertEquals(JsonToken.END, last(document), reader.error());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "01", "-", "+1", ".5", "1.", "1e", "1e+", "- 1", "0x1", "NaN", "tru", "truex",
        "True", "'a'", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u123g\"", "\"\\ud83d\"", "\"\\ude00\"",
        "\"\\ud83d\\u0041\"", "\"a\nb\"", "\"\t\"", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "}", "{\"a\"",
        "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\",1}", "{\"a\":}", "[}",
        "{]", "[1}", "1 1", "[]]", "{}{}", "/**/1", "\uFEFF1"})
    void shouldRefuseWhatTheStandardForbids(final String document) {
        assertEquals(JsonToken.ERROR, last(document));
        assertNotNull(reader.error());
        assertFalse(reader.tooLarge());
        assertEquals(JsonToken.ERROR, reader.next());
    }

    @Test
    void shouldRefuseMalformedUtf8() {
        for (final int[] wrong : new int[][] {{0x80}, {0xC3}, {0xC3, 0x28}, {0xC0, 0xAF}, {0xE0, 0x80, 0xAF},
            {0xED, 0xA0, 0x80}, {0xF0, 0x80, 0x80, 0x80},
            {0xF4, 0x90, 0x80, 0x80}, {0xF8, 0x88, 0x80, 0x80, 0x80}, {0xFF}}) {
            final ByteBuffer document = ByteBuffer.allocate(wrong.length + 2).put((byte) '"');
            for (final int b : wrong) {
                document.put((byte) b);
            }
            final List<JsonToken> tokens = tokens(document.put((byte) '"').flip());
            assertEquals(List.of(JsonToken.ERROR), tokens);
        }
    }

    @Test
    void shouldStopAtItsCaps() {
        assertEquals(JsonToken.ERROR, last("[[[[]]]]"));
        assertTrue(reader.tooLarge());
        assertEquals(JsonToken.ERROR, last(" ".repeat(1000) + "1"));
        assertTrue(reader.tooLarge());
        assertEquals(JsonToken.END, last(" ".repeat(999) + "1"));
        assertThrows(IllegalArgumentException.class, () -> new JsonReader(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new JsonReader(1, 65));
    }

    @Test
    void shouldNestAsDeepAsCanBeAllowed() {
        final JsonReader deep = new JsonReader(1000, JsonReader.MAX_DEPTH);
        final int half = JsonReader.MAX_DEPTH / 2;
        deep.wrap(utf8("[{\"a\":".repeat(half) + "1" + "}]".repeat(half)));
        while (deep.next() != JsonToken.END) {
            assertFalse(deep.token() == JsonToken.ERROR, deep.error());
        }
    }

    private JsonReader at(final String value) {
        reader.wrap(utf8(value)).next();
        return reader;
    }

    @Test
    void shouldGiveUnsignedIntegersOf64Bits() {
        assertEquals(-1L, at("18446744073709551615").unsigned());
        assertTrue(at("18446744073709551615").fits(64));
        assertFalse(at("18446744073709551616").fits(64));
        assertFalse(at("99999999999999999999").fits(64));
        assertFalse(at("184467440737095516150").fits(64));
        assertTrue(at("65535").fits(16));
        assertFalse(at("65536").fits(16));
        assertTrue(at("0").isUnsigned());
        for (final String other : List.of("-1", "1.0", "1e1", "\"1\"", "null", "-0")) {
            assertFalse(at(other).isUnsigned(), other);
        }
    }

    @Test
    void shouldGiveTextsDoublesAndBytes() {
        assertEquals("aé\n😀/", at("\"aé\\n\\uD83D\\ude00\\/\"").text());
        assertTrue(at("\"t\\u0079pe\"").textIs("type"));
        assertFalse(at("\"typ\"").textIs("type"));
        assertFalse(at("\"types\"").textIs("type"));
        assertEquals(-12.5e3, at("-12.5e3").number());
        assertEquals(Double.POSITIVE_INFINITY, at("1e999").number());
        assertEquals(3, at("\"00fFa\\u0030\"").hexLength());
        final byte[] bytes = new byte[4];
        reader.hex(bytes, 1);
        assertArrayEquals(new byte[] {0, 0, -1, (byte) 0xA0}, bytes);
        for (final String other : List.of("\"0\"", "\"0g\"", "\"0G\"", "\"é0\"", "12")) {
            assertEquals(-1, at(other).hexLength(), other);
        }
    }

    @Test
    void shouldSkipWholeValues() {
        reader.wrap(utf8("{\"a\":{\"b\":[1,2]},\"c\":3}")).next();
        reader.next();
        assertEquals(JsonToken.END_OBJECT, reader.skip());
        assertEquals(JsonToken.NAME, reader.next());
        assertTrue(reader.textIs("c"));
        assertEquals(1, reader.depth());
        assertEquals(JsonToken.NUMBER, reader.skip());
        assertEquals(JsonToken.END_OBJECT, reader.next());
    }

    @Test
    void shouldReadBackWhateverTheWriterWrites() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final JsonWriter writer = new JsonWriter();
        for (int i = 0; i < 10_000; i++) {
            final StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(20); length > 0; length--) {
                final int codePoint = random.nextInt(1 << random.nextInt(1, 21));
                text.appendCodePoint(codePoint >= 0xD800 && codePoint < 0xE000 ? 'x' : codePoint);
            }
            final long number = random.nextLong() >>> random.nextInt(64);
            final double fraction = Double.longBitsToDouble(random.nextLong() & ~(1L << 62));
            writer.reset().beginArray().string(text.toString()).unsigned(number).number(fraction).endArray();
            final ByteBuffer document = ByteBuffer.allocate(1000);
            writer.copyTo(document);
            reader.wrap(document.flip()).next();
            final String what = "seed " + SEED + ": " + writer;
            assertEquals(JsonToken.STRING, reader.next(), what);
            assertEquals(text.toString(), reader.text(), what);
            assertEquals(JsonToken.NUMBER, reader.next(), what);
            assertEquals(number, reader.unsigned(), what);
            assertEquals(JsonToken.NUMBER, reader.next(), what);
            assertEquals(fraction, reader.number(), what);
        }
    }

    @Test
    void shouldSurviveRandomBytes() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final byte[] alphabet = "{}[]\",:\\u0019e+-.truefalsn \u007f".getBytes(StandardCharsets.US_ASCII);
        final byte[] bytes = new byte[40];
        for (int i = 0; i < 300_000; i++) {
            for (int j = 0; j < bytes.length; j++) {
                final byte usual = alphabet[random.nextInt(alphabet.length)];
                bytes[j] = random.nextInt(20) == 0 ? (byte) random.nextInt() : usual;
            }
            tokens(ByteBuffer.wrap(bytes, random.nextInt(20), random.nextInt(20)));
        }
    }
}
