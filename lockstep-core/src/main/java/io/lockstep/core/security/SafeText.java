package io.lockstep.core.security;

/**
 * Makes text of another party safe to display: names, labels, reasons, contents of files. The result stays on one line,
 * moves no cursor, changes no writing direction, and has a bounded length.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class SafeText {

    /** Default length limit, in code points: a long error message, four lines of a terminal. */
    public static final int DEFAULT_LENGTH = 320;

    /**
     * Largest number of combining marks after a letter: living scripts need no more; further ones cover lines above.
     */
    private static final int MAX_MARKS = 4;
    /** Replaces a character that is not displayed. */
    private static final char REPLACEMENT = '\uFFFD';
    /** Replaces the part of a text that was cut off. */
    private static final char ELLIPSIS = '\u2026';

    private SafeText() {
    }

    /**
     * Returns the safe text with at most {@link #DEFAULT_LENGTH} code points.
     *
     * @param text text of any party
     * @return a text that is safe to display
     */
    public static String of(final String text) {
        return of(text, DEFAULT_LENGTH);
    }

    /**
     * Replaces each character that a terminal would execute instead of display: control characters, format characters
     * such as direction marks, line separators, unpaired surrogates and private characters. A longer text is cut and
     * ends in an ellipsis. A text that is safe already is returned unchanged.
     *
     * @param text      text of any party
     * @param maxLength longest result, in code points, at least 1
     * @return a text that is safe to display
     * @throws IllegalArgumentException if {@code maxLength} is below 1
     */
    public static String of(final String text, final int maxLength) {
        if (maxLength < 1) {
            throw new IllegalArgumentException("maxLength is " + maxLength + ", must be at least 1");
        }
        final StringBuilder shown = new StringBuilder(Math.min(text.length(), maxLength));
        int marks = 0;
        int length = 0;
        int lastStart = 0;
        int at = 0;
        while (at < text.length()) {
            if (length == maxLength) {
                shown.setLength(lastStart);
                return shown.append(ELLIPSIS).toString();
            }
            final int codePoint = text.codePointAt(at);
            at += Character.charCount(codePoint);
            final boolean isMark = isMark(codePoint);
            marks = isMark ? marks + 1 : 0;
            lastStart = shown.length();
            if (isShown(codePoint) && marks <= MAX_MARKS) {
                shown.appendCodePoint(codePoint);
            } else {
                shown.append(REPLACEMENT);
            }
            length++;
        }
        return shown.toString();
    }

    private static boolean isMark(final int codePoint) {
        final int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    private static boolean isShown(final int codePoint) {
        switch (Character.getType(codePoint)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.SURROGATE:
            case Character.PRIVATE_USE:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
                return false;
            default:
                return true;
        }
    }
}
