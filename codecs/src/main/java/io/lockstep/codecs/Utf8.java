package io.lockstep.codecs;

import java.nio.ByteBuffer;

/** Text to and from UTF-8 without allocation. Stateless. */
public final class Utf8 {

    private static final int CONTINUATION = 0x80;
    private static final int SIX_BITS = 0x3F;
    /** What stands for half a surrogate pair, as in the JDK. */
    private static final int REPLACEMENT = '?';

    private Utf8() {
    }

    private static int codePoint(final CharSequence text, final int index) {
        final int codePoint = Character.codePointAt(text, index);
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE ? REPLACEMENT : codePoint;
    }

    /**
     * How many bytes a text takes.
     *
     * @param text any; half a surrogate pair counts as the question mark it becomes
     * @return bytes
     */
    public static int length(final CharSequence text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            final int c = codePoint(text, i);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            i += c < 0x10000 ? 0 : 1;
        }
        return bytes;
    }

    /**
     * Writes a text.
     *
     * @param text   any; half a surrogate pair becomes a question mark
     * @param target where to, from its start, with room for {@link #length}
     */
    public static void encode(final CharSequence text, final byte[] target) {
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            final int c = codePoint(text, i);
            if (c < 0x80) {
                target[at++] = (byte) c;
                continue;
            }
            final int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
            // As many leading ones as there are bytes: 110, 1110, 11110.
            target[at++] = (byte) (0xFF00 >> more + 1 | c >> 6 * more);
            for (int rest = more - 1; rest >= 0; rest--) {
                target[at++] = (byte) (CONTINUATION | c >> 6 * rest & SIX_BITS);
            }
            i += more == 3 ? 1 : 0;
        }
    }

    /**
     * Are bytes well-formed: shortest forms, no surrogates, nothing cut off?
     *
     * @param source where they are; its position and limit do not matter to indices below its limit
     * @param from   index of the first one
     * @param to     index behind the last one
     * @return whether they are UTF-8
     */
    public static boolean valid(final ByteBuffer source, final int from, final int to) {
        int at = from;
        while (at < to) {
            final int lead = source.get(at++) & 0xFF;
            if (lead < 0x80) {
                continue;
            }
            final int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
            if (lead < 0xC2 || lead > 0xF4 || at + more > to) {
                return false;
            }
            int c = lead & SIX_BITS >> more;
            for (int i = 0; i < more; i++) {
                final int next = source.get(at++) & 0xFF;
                if ((next & ~SIX_BITS) != CONTINUATION) {
                    return false;
                }
                c = c << 6 | next & SIX_BITS;
            }
            if (more == 2 && (c < 0x800 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                || more == 3 && (c < 0x10000 || c > Character.MAX_CODE_POINT)) {
                return false;
            }
        }
        return true;
    }
}
