package io.lockstep.lobby;

import org.jspecify.annotations.Nullable;

/** Checks the names that players choose. Stateless. */
final class Names {

    private Names() {
    }

    /**
     * Returns whether a text may be a player's name: 1 to 32 code points that a list shows on one line, in writing
     * order. Server and client refuse other names, so that no part of a game has to.
     */
    static boolean isName(final @Nullable String name) {
        return name != null && !name.isBlank() && name.codePointCount(0, name.length()) <= Limits.MAX_NAME_CHARS
            && name.codePoints().allMatch(Names::isShown) && !hasPileOfMarks(name);
    }

    private static boolean isShown(final int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE,
                Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    private static boolean hasPileOfMarks(final String name) {
        int marks = 0;
        for (int at = 0; at < name.length(); at = name.offsetByCodePoints(at, 1)) {
            final int type = Character.getType(name.codePointAt(at));
            marks = type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK ? marks + 1 : 0;
            if (marks > Limits.MAX_MARKS) {
                return true;
            }
        }
        return false;
    }
}
