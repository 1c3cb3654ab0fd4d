package io.lockstep.core.sync;

import java.util.Arrays;

/**
 * The first field in which two states differ.
 *
 * @param section its section; empty if the game has none
 * @param field   its name and its index among those of the same name in the section; or which byte of the section,
 *                when the names are not known
 * @param local   our value
 * @param remote  the other peer's
 */
public record FieldDifference(String section, String field, String local, String remote) {

    private static final String ABSENT = "absent";

    /**
     * Compares states without knowing their fields.
     *
     * @param local    ours
     * @param remote   the other peer's
     * @param sections the names of the sections, as far as they are known
     * @return the first byte of the first section that differs; null when none does
     */
    public static FieldDifference ofBytes(final KeptState local, final KeptState remote, final String[] sections) {
        for (int i = 0; i < Math.max(local.sectionEnds().length, remote.sectionEnds().length); i++) {
            final int at = Arrays.mismatch(local.bytes(), local.begin(i), local.end(i), remote.bytes(),
                remote.begin(i), remote.end(i));
            if (at >= 0) {
                return new FieldDifference(i < sections.length ? sections[i] : "section " + i, "byte " + at,
                    value(local, i, at), value(remote, i, at));
            }
        }
        return null;
    }

    private static String value(final KeptState state, final int section, final int at) {
        final int from = state.begin(section) + at;
        return from < state.end(section) ? FieldText.hex(state.bytes(), from, state.end(section) - from) : ABSENT;
    }

    /**
     * Where the difference is.
     *
     * @return such as {@code ships.x[3]}
     */
    public String name() {
        return section.isEmpty() ? field : section + '.' + field;
    }
}
