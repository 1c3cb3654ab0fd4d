package io.lockstep.codecs.replay;

import org.jspecify.annotations.Nullable;

/**
 * Where two recordings of a match part.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @param kind       what differs first
 * @param detail     of {@link Kind#OTHER_MATCH} and {@link Kind#INPUT} what it is, for a person; otherwise null
 * @param frame      the first frame that differs, −1 if none does
 * @param compared   how many frames were compared
 * @param leftHolds  whether simulating the left recording again gives its own checksum of that frame
 * @param rightHolds the same of the right one
 * @param stateFrame the frame before which the states were compared that the following is about: the one after the
 *                   first that differs, or a later one if only later states were recorded; −1 if there are none
 * @param section    the section that differs first in them, null if none is known
 * @param field      the field of it, with its index among those of the same name; null if there is no section
 * @param leftValue  its value in the left one; null if there is no section
 * @param rightValue its value in the right one; null if there is no section
 * @since 0.1.0
 */
public record Difference(Kind kind, @Nullable String detail, long frame, long compared, boolean leftHolds,
                         boolean rightHolds, long stateFrame, @Nullable String section, @Nullable String field,
                         @Nullable String leftValue, @Nullable String rightValue) {

    /** What differs first. */
    public enum Kind {
        /** Nothing in the frames that both have. */
        NONE,
        /** They are not of the same match, or have no frame in common. */
        OTHER_MATCH,
        /** What a player did: the recorders executed different inputs. */
        INPUT,
        /** The state, after equal inputs: one of them, or both, came to another state than the game comes to here. */
        STATE
    }

    private static final long NONE = -1;

    static Difference none(final long compared) {
        return new Difference(Kind.NONE, null, NONE, compared, true, true, NONE, null, null, null, null);
    }

    static Difference otherMatch(final String detail) {
        return new Difference(Kind.OTHER_MATCH, detail, NONE, 0, true, true, NONE, null, null, null, null);
    }
}
