package io.lockstep.testkit;

import io.lockstep.codecs.json.JsonReader;
import io.lockstep.codecs.json.JsonToken;
import io.lockstep.codecs.json.JsonWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/** A small JSON document as a tree of maps, lists, strings, {@link Number}s, booleans and null. */
@NullUnmarked
final class JsonTree {

    /** Deepest a scenario nests is 5; the rest is for saying what is wrong instead of that it is deep. */
    private static final int MAX_DEPTH = 16;
    /** Longest piece of a document in a message. */
    private static final int MAX_SHOWN = 80;

    /** A number as it was written. */
    record Number(String text) {
    }

    private final JsonReader reader;

    private JsonTree(final JsonReader reader) {
        this.reader = reader;
    }

    static Object read(final byte[] json, final int maxBytes) {
        final JsonTree tree = new JsonTree(new JsonReader(maxBytes, MAX_DEPTH).wrap(ByteBuffer.wrap(json)));
        tree.reader.next();
        final Object root = tree.value("");
        tree.check(tree.reader.next());
        return root;
    }

    private void check(final JsonToken token) {
        if (token == JsonToken.ERROR) {
            throw new ScenarioException("not JSON: " + reader.error());
        }
    }

    private Object value(final String path) {
        final JsonToken token = reader.token();
        check(token);
        return switch (token) {
            case BEGIN_OBJECT -> object(path);
            case BEGIN_ARRAY -> array(path);
            case STRING -> reader.text();
            case NUMBER -> new Number(reader.text());
            case TRUE -> Boolean.TRUE;
            case FALSE -> Boolean.FALSE;
            default -> null;
        };
    }

    private Map<String, Object> object(final String path) {
        final Map<String, Object> members = new LinkedHashMap<>();
        while (reader.next() == JsonToken.NAME) {
            final String name = reader.text();
            final String key = path.isEmpty() ? name : path + '.' + name;
            reader.next();
            final Object value = value(key);
            if (members.containsKey(name)) {
                throw new ScenarioException(key + ": " + show(value) + " is given twice");
            }
            members.put(name, value);
        }
        check(reader.token());
        return members;
    }

    private List<Object> array(final String path) {
        final List<Object> elements = new ArrayList<>();
        while (reader.next() != JsonToken.END_ARRAY) {
            elements.add(value(path + '[' + elements.size() + ']'));
        }
        return elements;
    }

    /** A value for a message, in one line and not too long. */
    static String show(final Object value) {
        final StringBuilder text = new StringBuilder();
        write(value, text);
        return text.length() <= MAX_SHOWN ? text.toString() : text.substring(0, MAX_SHOWN) + "…";
    }

    static String quote(final String text) {
        return new JsonWriter().string(text).toString();
    }

    private static void write(final Object value, final StringBuilder out) {
        if (value instanceof Map<?, ?> members) {
            out.append('{');
            for (final Map.Entry<?, ?> member : members.entrySet()) {
                out.append(out.charAt(out.length() - 1) == '{' ? "" : ",").append(quote((String) member.getKey()));
                write(member.getValue(), out.append(':'));
            }
            out.append('}');
        } else if (value instanceof List<?> elements) {
            out.append('[');
            for (int i = 0; i < elements.size(); i++) {
                write(elements.get(i), out.append(i == 0 ? "" : ","));
            }
            out.append(']');
        } else if (value instanceof String text) {
            out.append(quote(text));
        } else {
            out.append(value instanceof Number number ? number.text() : String.valueOf(value));
        }
    }
}
