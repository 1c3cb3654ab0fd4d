package io.lockstep.core.internal.play;

import io.lockstep.core.internal.protocol.ChecksumList;

/** How large an input window gets in JSON, so that it still fits into a datagram. */
public final class JsonSize {

    /** Ten digits and a comma. */
    private static final int CHECKSUM_BYTES = 11;

    /** Everything of an input window but inputs, events and wants: names, numbers of full length, all checksums. */
    public static final int HEAD_BYTES = 367 + ChecksumList.MAX_ENTRIES * CHECKSUM_BYTES;

    /** Two quotes and a comma. */
    private static final int PUNCTUATION = 3;

    /** The longest command: an activation, as an object. */
    private static final int COMMAND_BYTES = "{\"command\":\"ACTIVATE\",\"seat\":31,\"frames\":65535},".length();

    private JsonSize() {
    }

    /** One player's input and event of one frame, in hexadecimal. */
    public static int ofInput(final int inputBytes, final int eventBytes) {
        return 2 * inputBytes + PUNCTUATION + 2 * eventBytes + PUNCTUATION;
    }

    /** One player's input of one frame, and a command. */
    public static int ofCommand(final int inputBytes) {
        return 2 * inputBytes + PUNCTUATION + COMMAND_BYTES;
    }

    /** One player's input of one frame, with whatever takes most beside it. */
    public static int worstInput(final int inputBytes, final int maxEventBytes) {
        return Math.max(ofInput(inputBytes, maxEventBytes), ofCommand(inputBytes));
    }
}
