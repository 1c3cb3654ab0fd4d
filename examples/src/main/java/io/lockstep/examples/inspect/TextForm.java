package io.lockstep.examples.inspect;

import io.lockstep.codecs.json.JsonReader;
import io.lockstep.codecs.json.JsonToken;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** JSON for reading: a line for each field, what belongs to it indented below, a dash for each element of a list. */
final class TextForm {

    private static final String INDENT = "  ";
    private static final String DASH = "- ";
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final JsonReader reader = new JsonReader(InspectCommand.MAX_LINE_BYTES, JsonReader.MAX_DEPTH);
    private final StringBuilder text = new StringBuilder();

    /** The lines of a whole JSON document, each with its line feed. */
    String of(final String json) {
        text.setLength(0);
        reader.wrap(ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8)));
        reader.next();
        value("", "");
        return text.toString();
    }

    /** Writes the value of the token at hand: {@code first} before its first line, {@code rest} before the others. */
    private void value(final String first, final String rest) {
        switch (reader.token()) {
            case BEGIN_OBJECT -> members(first, rest);
            case BEGIN_ARRAY -> elements(first, rest);
            case STRING, NUMBER -> line(first + reader.text());
            case NULL -> line(first + '-');
            default -> line(first + (reader.token() == JsonToken.TRUE ? "yes" : "no"));
        }
    }

    private void line(final String content) {
        // Texts may hold anything; a line stays one line.
        text.append(CONTROL.matcher(content.stripTrailing()).replaceAll("?")).append('\n');
    }

    private void members(final String first, final String rest) {
        String before = first;
        while (reader.next() == JsonToken.NAME) {
            final String name = before + reader.text() + ':';
            before = rest;
            reader.next();
            if (reader.token() == JsonToken.BEGIN_OBJECT || reader.token() == JsonToken.BEGIN_ARRAY) {
                line(name);
                value(rest + INDENT, rest + INDENT);
            } else {
                value(name + ' ', rest);
            }
        }
        if (before.endsWith(DASH)) {
            line(before);
        }
    }

    private void elements(final String first, final String rest) {
        String before = first;
        while (reader.next() != JsonToken.END_ARRAY) {
            value(before + DASH, rest + INDENT);
            before = rest;
        }
    }
}
