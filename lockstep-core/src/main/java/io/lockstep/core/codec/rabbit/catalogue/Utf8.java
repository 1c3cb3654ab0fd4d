package io.lockstep.core.codec.rabbit.catalogue;

/** Whether bytes are UTF-8, found without making a string of them. */
final class Utf8 {

    private static final int[] LEAST = {0, 0x80, 0x800, 0x10000};

    private Utf8() {
    }

    static boolean valid(final byte[] bytes, final int length) {
        int i = 0;
        while (i < length) {
            final int lead = bytes[i++] & 0xFF;
            if (lead >= 0x80) {
                final int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
                // C0 and C1 begin nothing but overlong forms, F5 and above nothing that exists.
                if (lead < 0xC2 || lead > 0xF4 || more > length - i || !follows(bytes, i, lead, more)) {
                    return false;
                }
                i += more;
            }
        }
        return true;
    }

    private static boolean follows(final byte[] bytes, final int from, final int lead, final int more) {
        int codePoint = lead & 0x3F >> more;
        for (int i = from; i < from + more; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return false;
            }
            codePoint = codePoint << 6 | bytes[i] & 0x3F;
        }
        return codePoint >= LEAST[more] && codePoint <= Character.MAX_CODE_POINT
            && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
    }
}
