package io.lockstep.examples.formats;

import io.lockstep.codecs.schema.Schema;
import java.util.Set;

/**
 * Schemas as text. Properties are separated by commas, each with its type behind a colon:
 *
 * <pre>
 * coins:u2          a number of 1 to 8 bytes; s2 with a sign
 * name:str16        a string of at most 16 bytes
 * alive:bool        a boolean
 * list:u2[300]      at most 300 numbers
 * o:{n:u1}          an object; objs:{n:u1}[3] at most three
 * m:u2{n:u1}[255]   a map of at most 255 objects with keys of 2 bytes
 * </pre>
 */
public final class SchemaText {

    /** The example of docs/CODECS.md. */
    public static final String MARIO =
        "playerName:str16,isAlive:bool,isPoweredUp:bool,playerScore:u2,coins:u2,x:u1,y:u1";

    /** Beyond Schema's own limit: that one speaks of schemas, this one of the parser's stack. */
    private static final int MAX_DEPTH = 2 * Schema.MAX_DEPTH;
    private static final String STRING = "str";
    private static final Set<Character> ENDS = Set.of(':', ',', '{', '}', '[', ']');

    private final String text;
    private int at;
    private int depth;

    private SchemaText(final String text) {
        this.text = text;
    }

    /**
     * Reads a schema.
     *
     * @param text as described above; spaces do not matter
     * @return the schema
     * @throws IllegalArgumentException if it is none; the text says what was expected and where
     */
    public static Schema parse(final String text) {
        final SchemaText parser = new SchemaText(text.replaceAll("\\s", ""));
        final Schema schema = parser.properties();
        if (parser.at != parser.text.length()) {
            throw parser.expected("a comma");
        }
        return schema;
    }

    private Schema properties() {
        if (++depth > MAX_DEPTH) {
            throw new IllegalArgumentException("objects within objects, more than " + MAX_DEPTH + " deep");
        }
        final Schema.Builder builder = Schema.builder();
        do {
            final String name = word("a name");
            require(':', "a colon behind " + name);
            property(builder, name);
        } while (take(','));
        depth--;
        return builder.build();
    }

    private void property(final Schema.Builder builder, final String name) {
        if (take('{')) {
            final Schema element = object();
            if (take('[')) {
                builder.objects(name, element, bound());
            } else {
                builder.object(name, element);
            }
            return;
        }
        final String type = word("a type");
        if (type.equals("bool")) {
            builder.bool(name);
        } else if (type.startsWith(STRING)) {
            builder.string(name, number(type, STRING.length()));
        } else if (type.charAt(0) != 'u' && type.charAt(0) != 's') {
            throw new IllegalArgumentException(
                name + " has type " + type + ", known are bool, str16, u2, s2 and {...}");
        } else {
            numeric(builder, name, type.charAt(0) == 's', number(type, 1));
        }
    }

    private void numeric(final Schema.Builder builder, final String name, final boolean signed, final int bytes) {
        if (take('[')) {
            if (signed) {
                builder.signedNumbers(name, bytes, bound());
            } else {
                builder.numbers(name, bytes, bound());
            }
        } else if (!signed && take('{')) {
            final Schema element = object();
            require('[', "[ and the most entries of " + name);
            builder.map(name, bytes, element, bound());
        } else if (signed) {
            builder.signedNumber(name, bytes);
        } else {
            builder.number(name, bytes);
        }
    }

    /** Behind the opening brace. */
    private Schema object() {
        final Schema schema = properties();
        require('}', "a closing brace");
        return schema;
    }

    /** Behind the opening bracket. */
    private int bound() {
        final int bound = number(word("a number"), 0);
        require(']', "a closing bracket");
        return bound;
    }

    private int number(final String digits, final int from) {
        try {
            return Integer.parseInt(digits.substring(from));
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException("no number in '" + digits + '\'', e);
        }
    }

    private String word(final String what) {
        final int start = at;
        while (at < text.length() && !ENDS.contains(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            throw expected(what);
        }
        return text.substring(start, at);
    }

    private boolean take(final char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void require(final char c, final String what) {
        if (!take(c)) {
            throw expected(what);
        }
    }

    private IllegalArgumentException expected(final String what) {
        return new IllegalArgumentException(what + " expected at character " + (at + 1)
            + (at < text.length() ? ", not '" + text.charAt(at) + '\'' : ", where it ends"));
    }
}
