package io.lockstep.codecs.json;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON token by token, strictly by RFC 8259, with a cap on length and nesting. Never throws for what it reads: a
 * broken document gives {@link JsonToken#ERROR}. Strings stay where they are until asked for. Names of one object are
 * not compared with each other: whoever forbids duplicates counts them.
 *
 * <p>Reusable, not thread-safe. Nothing is allocated but by {@link #text}, {@link #number} and {@link #error}.
 */
public final class JsonReader {

    /** Deepest nesting that can be allowed: one bit a level remembers whether it is an object. */
    public static final int MAX_DEPTH = 64;

    private enum Expect { VALUE, FIRST_VALUE, FIRST_NAME, NAME, COMMA, NOTHING }

    private final int maxBytes;
    private final int maxDepth;
    private final JsonScanner scanner = new JsonScanner();
    @SuppressWarnings("NullAway.Init") // given before it is used
    private Expect expect;
    private long objects;
    private int depth;
    private @Nullable JsonToken token;
    private @Nullable String error;
    private boolean tooLarge;

    /**
     * A reader with caps.
     *
     * @param maxBytes longest document, at least 1
     * @param maxDepth deepest nesting, 1 to {@link #MAX_DEPTH}
     * @throws IllegalArgumentException if a cap is out of range
     */
    public JsonReader(final int maxBytes, final int maxDepth) {
        if (maxBytes < 1 || maxDepth < 1 || maxDepth > MAX_DEPTH) {
            throw new IllegalArgumentException("maxBytes " + maxBytes + ", maxDepth " + maxDepth);
        }
        this.maxBytes = maxBytes;
        this.maxDepth = maxDepth;
    }

    /**
     * Starts reading a document.
     *
     * @param source the document between position and limit, which do not move; not to be changed while it is read
     * @return this
     */
    public JsonReader wrap(final ByteBuffer source) {
        scanner.wrap(source);
        expect = Expect.VALUE;
        objects = 0;
        depth = 0;
        token = null;
        error = null;
        tooLarge = source.remaining() > maxBytes;
        if (tooLarge) {
            error = "longer than " + maxBytes + " bytes";
        }
        return this;
    }

    /**
     * Reads on.
     *
     * @return what was found
     */
    public JsonToken next() {
        if (error != null) {
            token = JsonToken.ERROR;
            return token;
        }
        int c = scanner.skipSpace();
        if (expect == Expect.COMMA && c == ',') {
            scanner.advance();
            expect = inObject() ? Expect.NAME : Expect.VALUE;
            c = scanner.skipSpace();
        }
        token = switch (expect) {
            case NOTHING -> c < 0 ? JsonToken.END : fail("something follows the end");
            case COMMA -> closing(c, "a comma or a closing bracket is missing");
            case FIRST_NAME -> c == '}' ? closing(c, "") : name(c);
            case NAME -> name(c);
            case FIRST_VALUE -> c == ']' ? closing(c, "") : value(c);
            case VALUE -> value(c);
        };
        return token;
    }

    private boolean inObject() {
        return depth > 0 && (objects >>> depth - 1 & 1) != 0;
    }

    private JsonToken closing(final int c, final String otherwise) {
        if (c != (inObject() ? '}' : ']')) {
            return fail(otherwise);
        }
        final JsonToken end = inObject() ? JsonToken.END_OBJECT : JsonToken.END_ARRAY;
        scanner.advance();
        depth--;
        valueEnded();
        return end;
    }

    private void valueEnded() {
        expect = depth == 0 ? Expect.NOTHING : Expect.COMMA;
    }

    private JsonToken name(final int c) {
        if (c != '"' || !scanner.string()) {
            return fail("a name in quotes is missing");
        }
        if (scanner.skipSpace() != ':') {
            return fail("a colon is missing");
        }
        scanner.advance();
        expect = Expect.VALUE;
        return JsonToken.NAME;
    }

    private JsonToken value(final int c) {
        switch (c) {
            case '{':
                return open(true);
            case '[':
                return open(false);
            case '"':
                return scalar(scanner.string(), JsonToken.STRING);
            case 't':
                return scalar(scanner.literal("true"), JsonToken.TRUE);
            case 'f':
                return scalar(scanner.literal("false"), JsonToken.FALSE);
            case 'n':
                return scalar(scanner.literal("null"), JsonToken.NULL);
            default:
                return scalar(scanner.number(), JsonToken.NUMBER);
        }
    }

    private JsonToken scalar(final boolean wellFormed, final JsonToken found) {
        if (!wellFormed) {
            return fail("no value");
        }
        valueEnded();
        return found;
    }

    private JsonToken open(final boolean object) {
        if (depth == maxDepth) {
            tooLarge = true;
            return fail("nested deeper than " + maxDepth);
        }
        scanner.advance();
        final long bit = 1L << depth;
        objects = object ? objects | bit : objects & ~bit;
        depth++;
        expect = object ? Expect.FIRST_NAME : Expect.FIRST_VALUE;
        return object ? JsonToken.BEGIN_OBJECT : JsonToken.BEGIN_ARRAY;
    }

    private JsonToken fail(final String why) {
        error = why + " at byte " + scanner.offset();
        return JsonToken.ERROR;
    }

    /**
     * Reads to the end of the value that the current token begins, which may be a name too.
     *
     * @return the value's last token, or {@link JsonToken#ERROR}
     */
    public @Nullable JsonToken skip() {
        if (token == JsonToken.NAME) {
            next();
        }
        if (token == JsonToken.BEGIN_OBJECT || token == JsonToken.BEGIN_ARRAY) {
            final int outside = depth - 1;
            while (depth > outside && token != JsonToken.ERROR) {
                next();
            }
        }
        return token;
    }

    /**
     * The token read last.
     *
     * @return null before the first
     */
    public @Nullable JsonToken token() {
        return token;
    }

    /**
     * How many objects and arrays are open.
     *
     * @return 0 to the cap
     */
    public int depth() {
        return depth;
    }

    /**
     * What is wrong with the document.
     *
     * @return a phrase, or null while nothing is
     */
    public @Nullable String error() {
        return error;
    }

    /**
     * Was a cap exceeded?
     *
     * @return true if the error is one of size, not of form
     */
    public boolean tooLarge() {
        return tooLarge;
    }

    /**
     * The text of a name, string or number.
     *
     * @return a new string
     */
    public String text() {
        return scanner.text();
    }

    /**
     * Compares the text of a name, string or number.
     *
     * @param expected what with
     * @return true if they are the same
     */
    public boolean textIs(final String expected) {
        return scanner.textIs(expected);
    }

    /**
     * Is the current token a number of nothing but digits?
     *
     * @return false for another token, and for a number with sign, fraction or exponent
     */
    public boolean isUnsigned() {
        return token == JsonToken.NUMBER && scanner.digitsOnly();
    }

    /**
     * Does the number, if {@link #isUnsigned}, fit into so many bits?
     *
     * @param bits 1 to 64
     * @return true if {@link #unsigned} gives it
     */
    public boolean fits(final int bits) {
        return scanner.fits(bits);
    }

    /**
     * The number, if it {@link #fits}.
     *
     * @return up to 64 bits, unsigned
     */
    public long unsigned() {
        return scanner.unsigned();
    }

    /**
     * The number in floating point.
     *
     * @return the nearest double; infinite if the number is too large for one
     */
    public double number() {
        return Double.parseDouble(scanner.text());
    }

    /**
     * How many bytes the current string stands for.
     *
     * @return half its length, or −1 if it is not an even number of hexadecimal digits
     */
    public int hexLength() {
        return token == JsonToken.STRING ? scanner.hexLength() : -1;
    }

    /**
     * Reads the current string as bytes.
     *
     * @param target where to; there must be room for {@link #hexLength} bytes
     * @param offset the first one's place
     */
    public void hex(final byte[] target, final int offset) {
        scanner.hex(target, offset);
    }
}
