package io.lockstep.examples.dogfight.protocol;

/**
 * The 36 bytes that name a player: a UUID in text, 32 digits and 4 hyphens. A player of a lockstep match has a number,
 * so its name is a UUID that ends in it: {@code 00000000-0000-4000-8000-000000000007}.
 */
public final class PlayerId {

    /** Length of a name. */
    public static final int BYTES = 36;

    /** Numbers that have a name: what the last two digits can say. */
    public static final int PLAYERS = 256;

    private static final String PREFIX = "00000000-0000-4000-8000-0000000000";
    private static final int RADIX = 16;

    private PlayerId() {
    }

    /**
     * Names a player.
     *
     * @param player 0 to 255
     * @param target where to put the name
     * @param offset of its first byte
     * @throws IllegalArgumentException if there is no such number
     */
    public static void put(final int player, final byte[] target, final int offset) {
        if (player < 0 || player >= PLAYERS) {
            throw new IllegalArgumentException("player " + player + ", must be 0 to " + (PLAYERS - 1));
        }
        for (int i = 0; i < PREFIX.length(); i++) {
            target[offset + i] = (byte) PREFIX.charAt(i);
        }
        target[offset + BYTES - 2] = digit(player / RADIX);
        target[offset + BYTES - 1] = digit(player % RADIX);
    }

    private static byte digit(final int value) {
        return (byte) Character.forDigit(value, RADIX);
    }

    /**
     * Whether a name is that of a player.
     *
     * @param player any number
     * @param source where the name is
     * @param offset of its first byte
     * @return false for any other name, also one in capitals
     */
    public static boolean names(final int player, final byte[] source, final int offset) {
        if (player < 0 || player >= PLAYERS) {
            return false;
        }
        for (int i = 0; i < PREFIX.length(); i++) {
            if (source[offset + i] != PREFIX.charAt(i)) {
                return false;
            }
        }
        return source[offset + BYTES - 2] == digit(player / RADIX)
            && source[offset + BYTES - 1] == digit(player % RADIX);
    }
}
