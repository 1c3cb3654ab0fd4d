package io.lockstep.core.internal.sync;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Names fields while a state is written: by section, parts, name, and index among those of that name; allocates. */
final class FieldNames {

    private static final int FIRST_NAMES = 8;

    private String section = "";
    private final Deque<String> outer = new ArrayDeque<>();
    private String path = "";
    private String[] names = new String[FIRST_NAMES];
    private int[] counts = new int[FIRST_NAMES];
    private int distinct;

    void section(final String name) {
        section = name;
        distinct = 0;
    }

    String section() {
        return section;
    }

    void enter(final String part) {
        outer.push(path);
        path += part + '.';
    }

    void leave() {
        path = outer.pop();
    }

    /** The next field, without its section. */
    String next(final String field) {
        final String name = path + field;
        return name + '[' + count(name) + ']';
    }

    private int count(final String name) {
        for (int i = 0; i < distinct; i++) {
            if (names[i].equals(name)) {
                return counts[i]++;
            }
        }
        if (distinct == names.length) {
            names = Arrays.copyOf(names, 2 * distinct);
            counts = Arrays.copyOf(counts, 2 * distinct);
        }
        names[distinct] = name;
        counts[distinct++] = 1;
        return 0;
    }
}
