package io.lockstep.codecs.json;

import java.nio.ByteBuffer;

/**
 * The characters of a JSON document: scans one token, checks it and remembers where it is, and decodes it in place when
 * asked. {@link JsonReader} knows which token may come next.
 */
final class JsonScanner {

    private static final int END = -1;
    private static final int FIRST_UNESCAPED = 0x20;
    private static final int HEX_RADIX = 16;
    private static final int DECIMAL_RADIX = 10;
    private static final int ESCAPE_DIGITS = 4;

    @SuppressWarnings("NullAway.Init") // given before it is used
    private ByteBuffer source;
    private int origin;
    private int limit;
    private int position;
    private int start;
    private int end;
    private boolean digitsOnly;
    private int cursor;

    void wrap(final ByteBuffer document) {
        source = document;
        origin = document.position();
        limit = document.limit();
        position = origin;
        start = position;
        end = position;
    }

    /** How far the document was read. */
    int offset() {
        return position - origin;
    }

    private int at(final int index) {
        return index < limit ? source.get(index) & 0xFF : END;
    }

    /** The next byte that is no white space, which is not consumed; END at the end. */
    int skipSpace() {
        int c = at(position);
        while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            c = at(++position);
        }
        return c;
    }

    void advance() {
        position++;
    }

    boolean literal(final String ascii) {
        for (int i = 0; i < ascii.length(); i++) {
            if (at(position + i) != ascii.charAt(i)) {
                return false;
            }
        }
        start = position;
        position += ascii.length();
        end = position;
        return true;
    }

    boolean number() {
        start = position;
        int i = at(position) == '-' ? position + 1 : position;
        final int integer = i;
        i = digits(i);
        if (i == integer || at(integer) == '0' && i > integer + 1) {
            return false;
        }
        digitsOnly = integer == start;
        if (at(i) == '.') {
            digitsOnly = false;
            final int fraction = i + 1;
            i = digits(fraction);
            if (i == fraction) {
                return false;
            }
        }
        if (at(i) == 'e' || at(i) == 'E') {
            digitsOnly = false;
            final int sign = at(i + 1);
            final int exponent = sign == '+' || sign == '-' ? i + 2 : i + 1;
            i = digits(exponent);
            if (i == exponent) {
                return false;
            }
        }
        position = i;
        end = i;
        return true;
    }

    private int digits(final int from) {
        int i = from;
        while (at(i) >= '0' && at(i) <= '9') {
            i++;
        }
        return i;
    }

    /** Scans a string from its opening quote; on success start and end are inside the quotes. */
    boolean string() {
        start = ++position;
        while (true) {
            final int c = at(position);
            if (c == '"') {
                end = position++;
                return true;
            }
            // Also ends at END, which is negative.
            if (c < FIRST_UNESCAPED) {
                return false;
            }
            cursor = position;
            if (nextChar() < 0) {
                return false;
            }
            position = cursor;
        }
    }

    /** Decodes the character at the cursor, which moves behind it; negative if it is malformed. */
    private int nextChar() {
        final int c = at(cursor++);
        if (c == '\\') {
            return escaped();
        }
        return c < 0x80 ? c : multibyte(c);
    }

    private int escaped() {
        final int c = at(cursor++);
        switch (c) {
            case '"':
            case '\\':
            case '/':
                return c;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                return unicode();
            default:
                return END;
        }
    }

    private int unicode() {
        final int first = fourDigits();
        if (first < Character.MIN_SURROGATE || first > Character.MAX_SURROGATE) {
            return first;
        }
        // A surrogate means nothing alone, and has no form in UTF-8.
        if (first > Character.MAX_HIGH_SURROGATE || at(cursor++) != '\\' || at(cursor++) != 'u') {
            return END;
        }
        final int second = fourDigits();
        return second >= Character.MIN_LOW_SURROGATE && second <= Character.MAX_LOW_SURROGATE
            ? Character.toCodePoint((char) first, (char) second) : END;
    }

    private int fourDigits() {
        int value = 0;
        for (int i = 0; i < ESCAPE_DIGITS; i++) {
            final int digit = hexDigit(at(cursor++));
            if (digit < 0) {
                return END;
            }
            value = value * HEX_RADIX + digit;
        }
        return value;
    }

    private int multibyte(final int lead) {
        final int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
        if (lead < 0xC2 || lead > 0xF4) {
            return END;
        }
        int codePoint = lead & (0x3F >> more);
        for (int i = 0; i < more; i++) {
            final int c = at(cursor++);
            if (c < 0x80 || c > 0xBF) {
                return END;
            }
            codePoint = codePoint << 6 | c & 0x3F;
        }
        final boolean overlong = more == 2 && codePoint < 0x800 || more == 3 && codePoint < 0x10000;
        final boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        return overlong || surrogate || codePoint > Character.MAX_CODE_POINT ? END : codePoint;
    }

    static int hexDigit(final int c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        final int lower = c | 0x20;
        return c >= 'A' && lower >= 'a' && lower <= 'f' ? lower - 'a' + DECIMAL_RADIX : END;
    }

    String text() {
        final StringBuilder text = new StringBuilder(end - start);
        cursor = start;
        while (cursor < end) {
            text.appendCodePoint(nextChar());
        }
        return text.toString();
    }

    boolean textIs(final String expected) {
        cursor = start;
        int i = 0;
        while (cursor < end) {
            final int codePoint = nextChar();
            if (i >= expected.length() || codePoint != expected.codePointAt(i)) {
                return false;
            }
            i += Character.charCount(codePoint);
        }
        return i == expected.length();
    }

    boolean digitsOnly() {
        return digitsOnly;
    }

    boolean fits(final int bits) {
        // Digits only and no leading zero: 20 digits are the most 64 bits take.
        if (end - start > 20) {
            return false;
        }
        long value = 0;
        for (int i = start; i < end; i++) {
            final int digit = at(i) - '0';
            // value * 10 + digit > 2^64 - 1, without leaving unsigned 64 bits
            if (Long.compareUnsigned(value, Long.divideUnsigned(-1L - digit, DECIMAL_RADIX)) > 0) {
                return false;
            }
            value = value * DECIMAL_RADIX + digit;
        }
        return bits == Long.SIZE || value >>> bits == 0;
    }

    long unsigned() {
        long value = 0;
        for (int i = start; i < end; i++) {
            value = value * DECIMAL_RADIX + at(i) - '0';
        }
        return value;
    }

    int hexLength() {
        int digits = 0;
        cursor = start;
        while (cursor < end) {
            if (hexDigit(nextChar()) < 0) {
                return END;
            }
            digits++;
        }
        return digits % 2 == 0 ? digits / 2 : END;
    }

    void hex(final byte[] target, final int offset) {
        int to = offset;
        cursor = start;
        while (cursor < end) {
            final int high = hexDigit(nextChar());
            target[to++] = (byte) (high << 4 | hexDigit(nextChar()));
        }
    }
}
