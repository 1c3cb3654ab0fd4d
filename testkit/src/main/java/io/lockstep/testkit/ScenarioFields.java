package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;

/**
 * The members of one object of a scenario, each to be asked for by its type and range; what nobody asked for is
 * unknown.
 */
@NullUnmarked
final class ScenarioFields {

    /** More digits than any whole number that is allowed has. */
    private static final int MAX_DIGITS = 18;

    private final String path;
    private final Map<String, Object> members;
    private final Set<String> asked = new LinkedHashSet<>();

    private ScenarioFields(final String path, final Map<String, Object> members) {
        this.path = path;
        this.members = members;
    }

    @SuppressWarnings("unchecked") // Only JsonTree makes these maps.
    static ScenarioFields of(final String path, final Object value) {
        if (!(value instanceof Map)) {
            throw wrong(path.isEmpty() ? "scenario" : path, value, "is no object");
        }
        return new ScenarioFields(path, (Map<String, Object>) value);
    }

    static ScenarioException wrong(final String path, final Object value, final String why) {
        return new ScenarioException(path + ": " + JsonTree.show(value) + ' ' + why);
    }

    ScenarioException wrong(final String key, final String why) {
        return wrong(at(key), members.get(key), why);
    }

    private String at(final String key) {
        return path.isEmpty() ? key : path + '.' + key;
    }

    boolean has(final String key) {
        return members.containsKey(key);
    }

    void require(final String key) {
        if (!has(key)) {
            throw new ScenarioException(at(key) + " is missing");
        }
    }

    private Object ask(final String key) {
        asked.add(key);
        return members.get(key);
    }

    long integer(final String key, final long min, final long max, final long otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        return integer(at(key), ask(key), min, max);
    }

    long integer(final String key, final long min, final long max) {
        require(key);
        return integer(key, min, max, 0);
    }

    private static long integer(final String where, final Object value, final long min, final long max) {
        final String text = value instanceof JsonTree.Number number ? number.text() : "";
        final int digits = text.startsWith("-") ? text.length() - 1 : text.length();
        for (int i = text.length() - digits; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                throw wrong(where, value, "is no whole number");
            }
        }
        if (text.isEmpty()) {
            throw wrong(where, value, "is no whole number");
        }
        if (digits > MAX_DIGITS || Long.parseLong(text) < min || Long.parseLong(text) > max) {
            throw wrong(where, value, "is not from " + min + " to " + max);
        }
        return Long.parseLong(text);
    }

    Double number(final String key, final double min, final double max) {
        if (!has(key)) {
            return null;
        }
        final Object value = ask(key);
        if (!(value instanceof JsonTree.Number number)) {
            throw wrong(key, "is no number");
        }
        final double result = Double.parseDouble(number.text());
        if (!(result >= min && result <= max)) {
            throw wrong(key, "is not from " + Decimal.of(min) + " to " + Decimal.of(max));
        }
        // -0.0 is 0, and should be written so.
        return result + 0.0;
    }

    String text(final String key, final int maxLength, final String otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        if (!(ask(key) instanceof String text)) {
            throw wrong(key, "is no string");
        }
        if (text.isEmpty() || text.length() > maxLength) {
            throw wrong(key, "is not 1 to " + maxLength + " characters long");
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                throw wrong(key, "has other than printable ASCII characters");
            }
        }
        return text;
    }

    /** Says which of these words stands there. */
    int word(final String key, final int otherwise, final String... words) {
        if (!has(key)) {
            return otherwise;
        }
        final Object value = ask(key);
        for (int i = 0; i < words.length; i++) {
            if (words[i].equals(value)) {
                return i;
            }
        }
        throw wrong(key, "is none of " + String.join(", ", words));
    }

    int peer(final String key, final int peers) {
        return (int) integer(key, 0, peers - 1);
    }

    int peerOrAny(final String key, final int peers) {
        require(key);
        if ("*".equals(members.get(key))) {
            ask(key);
            return LinkRule.ANY;
        }
        if (members.get(key) instanceof String) {
            throw wrong(key, "is neither a peer nor \"*\"");
        }
        return peer(key, peers);
    }

    /** The members of an object; null if there is none. */
    ScenarioFields object(final String key) {
        return has(key) ? of(at(key), ask(key)) : null;
    }

    private List<?> array(final String key, final int maxLength) {
        if (!has(key)) {
            return List.of();
        }
        if (!(ask(key) instanceof List<?> elements)) {
            throw wrong(key, "is no array");
        }
        if (elements.size() > maxLength) {
            throw wrong(key, "has more than " + maxLength + " elements");
        }
        return elements;
    }

    List<ScenarioFields> objects(final String key, final int maxLength) {
        final List<ScenarioFields> objects = new ArrayList<>();
        for (final Object element : array(key, maxLength)) {
            objects.add(of(at(key) + '[' + objects.size() + ']', element));
        }
        return objects;
    }

    /** An array of arrays of peers, nobody twice. */
    List<List<Integer>> groups(final String key, final int peers) {
        final List<List<Integer>> groups = new ArrayList<>();
        int seen = 0;
        for (final Object element : array(key, peers)) {
            final String where = at(key) + '[' + groups.size() + ']';
            if (!(element instanceof List<?> group) || group.isEmpty()) {
                throw wrong(where, element, "is no array of peers");
            }
            final List<Integer> inGroup = new ArrayList<>();
            for (final Object peer : group) {
                final int id = (int) integer(where + '[' + inGroup.size() + ']', peer, 0, peers - 1);
                if ((seen & 1 << id) != 0) {
                    throw wrong(where + '[' + inGroup.size() + ']', peer, "is in two groups");
                }
                seen |= 1 << id;
                inGroup.add(id);
            }
            groups.add(List.copyOf(inGroup));
        }
        if (groups.size() < 2) {
            throw wrong(key, "are not two groups or more");
        }
        return List.copyOf(groups);
    }

    /** Refuses whatever has not been asked for. */
    void finish() {
        for (final String key : members.keySet()) {
            if (!asked.contains(key)) {
                throw wrong(key, "is given for an unknown key");
            }
        }
    }
}
