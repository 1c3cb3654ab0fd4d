package io.lockstep.core.internal.transfer;

/**
 * The layout of executed frames as a stream, for newcomers and for replays. A frame compares itself with the one before
 * it; before the first one every player is present and every input is zero.
 *
 * <pre>
 *  length of the bits that follow, in bytes: 7 bits a byte, lowest first, bit 7 set when another byte follows
 *  bits, each byte filled from its lowest:
 *    1  E: somebody has an event or a command
 *    1  P: who is present has changed
 *    if P: for each player 1 bit, present
 *    for each player:
 *      1  changed; if so, for each byte of the input 0, or 1 and the 8 bits of its XOR with what it was
 *      if E: 0, or 1 and 8 bits of length, then
 *        the bytes of the event, or, when the length is 0, the 32 bits of a command
 *  zero bits to the end of the byte
 * </pre>
 *
 * <p>There is one form for each frame: P, E and <i>changed</i> are set only when needed, no XOR and no command is zero.
 */
final class FrameFormat {

    /** Most players of a match. */
    static final int MAX_PLAYERS = 32;
    /** Longest input. */
    static final int MAX_INPUT_BYTES = 64;
    /** Longest event: its length is a byte. */
    static final int MAX_EVENT_BYTES = 255;
    /** Bits of a length byte that count. */
    static final int LENGTH_BITS = 7;
    static final int LENGTH_MORE = 1 << LENGTH_BITS;
    /** The longest frame has 10,504 bytes of bits. */
    static final int MAX_LENGTH_BYTES = 2;

    private FrameFormat() {
    }

    static void check(final int players, final int inputBytes, final int maxEventBytes) {
        checked("players", players, 1, MAX_PLAYERS);
        checked("inputBytes", inputBytes, 1, MAX_INPUT_BYTES);
        checked("maxEventBytes", maxEventBytes, 0, MAX_EVENT_BYTES);
    }

    private static void checked(final String name, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + ' ' + value + " is not in " + min + " to " + max);
        }
    }

    /** Length of the longest frame's bits, without the length before them. */
    static int maxBodyBytes(final int players, final int inputBytes, final int maxEventBytes) {
        final int inputBits = 1 + inputBytes * (1 + Byte.SIZE);
        final int eventBits = 1 + Byte.SIZE + Math.max(Integer.SIZE, Byte.SIZE * maxEventBytes);
        final int bits = 2 + players * (1 + inputBits + eventBits);
        return (bits + Byte.SIZE - 1) / Byte.SIZE;
    }
}
