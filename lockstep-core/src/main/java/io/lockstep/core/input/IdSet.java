package io.lockstep.core.input;

import java.util.function.IntSupplier;

/**
 * A set of players, or of peers, by their numbers. Its text reads "player 1" or "peers 0 and 2".
 *
 * <p>A set that a session hands out is a view: it shows the members at the moment of each call, is read on the
 * session's thread and allocates nothing. {@link #copy} keeps the members of one moment.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class IdSet {

    private final String noun;
    private final IntSupplier ids;

    private IdSet(final String noun, final IntSupplier ids) {
        this.noun = noun;
        this.ids = ids;
    }

    /**
     * Returns a view of a set of players.
     *
     * @param mask bit n for player n, asked for in each call
     * @return a set that changes with the mask
     */
    public static IdSet players(final IntSupplier mask) {
        return new IdSet("player", mask);
    }

    /**
     * Returns a view of a set of peers.
     *
     * @param mask bit n for peer n, asked for in each call
     * @return a set that changes with the mask
     */
    public static IdSet peers(final IntSupplier mask) {
        return new IdSet("peer", mask);
    }

    /**
     * Returns a fixed set of players.
     *
     * @param mask bit n for player n
     * @return a set
     */
    public static IdSet players(final int mask) {
        return players(() -> mask);
    }

    /**
     * Returns a fixed set of peers.
     *
     * @param mask bit n for peer n
     * @return a set
     */
    public static IdSet peers(final int mask) {
        return peers(() -> mask);
    }

    /**
     * Returns whether the set is empty.
     *
     * @return true for an empty set
     */
    public boolean isEmpty() {
        return mask() == 0;
    }

    /**
     * Returns whether a player or peer is in the set.
     *
     * @param id its number
     * @return false also for a number that no player or peer can have
     */
    public boolean contains(final int id) {
        return id >= 0 && id < Integer.SIZE && (mask() & 1 << id) != 0;
    }

    /**
     * Returns the lowest number in the set.
     *
     * @return 0 to 31, or −1 if the set is empty
     */
    public int first() {
        final int mask = mask();
        return mask == 0 ? -1 : Integer.numberOfTrailingZeros(mask);
    }

    /**
     * Returns the number of players or peers in the set.
     *
     * @return 0 to 32
     */
    public int size() {
        return Integer.bitCount(mask());
    }

    /**
     * Returns the set as bits, for arithmetic with several sets. A mask is not a player's number.
     *
     * @return bit n for number n
     */
    public int mask() {
        return ids.getAsInt();
    }

    /**
     * Returns the set with the members of this moment.
     *
     * @return a fixed set that any thread may use
     */
    public IdSet copy() {
        final int mask = mask();
        return new IdSet(noun, () -> mask);
    }

    /** Two sets are equal if both hold players, or both peers, and have the same numbers at this moment. */
    @Override
    public boolean equals(final Object other) {
        return other instanceof IdSet that && noun.equals(that.noun) && mask() == that.mask();
    }

    @Override
    public int hashCode() {
        return mask();
    }

    /** Returns a text such as "player 1", "players 0, 2 and 3" or "no player". */
    @Override
    public String toString() {
        final int mask = mask();
        if (mask == 0) {
            return "no " + noun;
        }
        final StringBuilder text = new StringBuilder(noun).append(Integer.bitCount(mask) == 1 ? " " : "s ");
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            if (rest != mask) {
                text.append((rest & rest - 1) == 0 ? " and " : ", ");
            }
            text.append(Integer.numberOfTrailingZeros(rest));
        }
        return text.toString();
    }
}
