package io.lockstep.testkit;

/**
 * Datagrams that are overtaken by later ones.
 *
 * @param rate   probability that a datagram is held back, 0 to 1; 0 for none
 * @param window by how many later datagrams it is overtaken at most, 1 to {@value #MAX_WINDOW}; how many is drawn
 *               uniformly
 */
public record Reorder(double rate, int window) {

    /** Furthest displacement: what a receiver's replay window still recognises. */
    public static final int MAX_WINDOW = 64;

    /** Nobody is overtaken, jitter aside. */
    public static final Reorder NONE = new Reorder(0, 1);

    /**
     * Checks the values.
     *
     * @param rate   see above
     * @param window see above
     * @throws IllegalArgumentException if one is out of range
     */
    public Reorder {
        Range.require("reorder.rate", rate, 0, 1);
        Range.require("reorder.window", window, 1, MAX_WINDOW);
    }
}
