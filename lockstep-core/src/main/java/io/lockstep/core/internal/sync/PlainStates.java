package io.lockstep.core.internal.sync;

import io.lockstep.core.sync.FieldDifference;
import io.lockstep.core.sync.KeptState;
import java.util.Arrays;

/** States of which only the bytes and the ends of the sections are known, not the fields. */
public final class PlainStates {

    private static final String ABSENT = "absent";

    private PlainStates() {
    }

    /**
     * Compares two states without knowing their fields.
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
     * Do the sections follow each other and fill the state?
     *
     * @param state as it was received
     * @return false when whoever sent this made a mistake
     */
    public static boolean isSound(final KeptState state) {
        int last = 0;
        for (final int end : state.sectionEnds()) {
            if (end < last) {
                return false;
            }
            last = end;
        }
        return state.sectionEnds().length > 0 && state.sectionEnds().length <= ChecksumWriter.MAX_SECTIONS
            && last == state.bytes().length;
    }
}
