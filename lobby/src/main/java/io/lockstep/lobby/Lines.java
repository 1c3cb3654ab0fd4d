package io.lockstep.lobby;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form of every body: lines of a key, a space and a value, each ended by one line feed. A key has
 * small letters alone, a value has no control characters and is never empty, all is strict UTF-8. So a text has one way
 * to be written, and what is read and written again has the same bytes. Not thread-safe.
 */
final class Lines {

    /** Longer than any of ours: a reader stops at what cannot be one. */
    static final int MAX_KEY_LENGTH = 12;

    private final List<String> keys = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    /** Null if it is no such text, or has more lines than that. */
    static @Nullable Lines parse(final byte[] bytes, final int maxLines) {
        final String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(bytes)).toString();
        } catch (final CharacterCodingException broken) {
            return null;
        }
        final Lines lines = new Lines();
        int at = 0;
        while (at < text.length()) {
            final int end = text.indexOf('\n', at);
            final int space = text.indexOf(' ', at);
            if (end < 0 || space < 0 || space > end || lines.keys.size() == maxLines) {
                return null;
            }
            final String key = text.substring(at, space);
            final String value = text.substring(space + 1, end);
            if (!isKey(key) || !isValue(value)) {
                return null;
            }
            lines.keys.add(key);
            lines.values.add(value);
            at = end + 1;
        }
        return lines;
    }

    private static boolean isKey(final String key) {
        return !key.isEmpty() && key.length() <= MAX_KEY_LENGTH && key.chars().allMatch(c -> c >= 'a' && c <= 'z');
    }

    static boolean isValue(final String value) {
        return !value.isEmpty() && value.chars().noneMatch(Character::isISOControl);
    }

    Lines add(final String key, final String value) {
        if (!isKey(key) || !isValue(value)) {
            throw new IllegalArgumentException("no line: " + key);
        }
        keys.add(key);
        values.add(value);
        return this;
    }

    Lines add(final String key, final long value) {
        return add(key, Long.toString(value));
    }

    Lines addAll(final Lines others) {
        keys.addAll(others.keys);
        values.addAll(others.values);
        return this;
    }

    /** The value of the only line with that key; null if there is none, or more than one. */
    @Nullable String get(final String key) {
        final int first = keys.indexOf(key);
        return first < 0 || first != keys.lastIndexOf(key) ? null : values.get(first);
    }

    /** As {@link #get}, for a line that may be left out. */
    @Nullable String get(final String key, final String without) {
        return keys.contains(key) ? get(key) : without;
    }

    /** A number of that range; -1 if the line is none. */
    int numberAt(final String key, final int most) {
        return number(get(key), most);
    }

    static int number(final @Nullable String value, final int most) {
        return (int) longNumber(value, most);
    }

    /** In digits alone, without needless zeros; -1 if it is none or more than that. */
    static long longNumber(final @Nullable String value, final long most) {
        if (value == null || !value.matches("0|[1-9][0-9]{0,17}")) {
            return -1;
        }
        final long number = Long.parseLong(value);
        return number > most ? -1 : number;
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    List<String> all(final String key) {
        final List<String> all = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).equals(key)) {
                all.add(values.get(i));
            }
        }
        return all;
    }

    byte[] bytes() {
        return toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < keys.size(); i++) {
            text.append(keys.get(i)).append(' ').append(values.get(i)).append('\n');
        }
        return text.toString();
    }
}
