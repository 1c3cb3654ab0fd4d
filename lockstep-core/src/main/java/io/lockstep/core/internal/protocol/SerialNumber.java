package io.lockstep.core.internal.protocol;

/**
 * Frames and terms are 64 bits inside and 16 on the wire. What arrives is put back next to the local value; what is too
 * far from it cannot be told from an old value and is refused.
 */
public final class SerialNumber {

    /**
     * Farthest distance from the local value, either way. Twice the largest input window, and far from half the 16-bit
     * range, so that a very late datagram is refused instead of taken for a new one.
     */
    public static final int WINDOW = 256;

    /** What {@link #unwrap} answers when the distance is larger; no value in use is ever this. */
    public static final long OUTSIDE = Long.MIN_VALUE;

    private SerialNumber() {
    }

    /**
     * Finds the 64-bit value a 16-bit one stands for.
     *
     * @param wire16 the value on the wire; only its lower 16 bits count
     * @param local  the local value, 0 to 2^62
     * @return the nearest value with these lower 16 bits, which may be negative when the local value is below
     *     {@link #WINDOW}; {@link #OUTSIDE} when it is farther away than {@link #WINDOW}
     */
    public static long unwrap(final int wire16, final long local) {
        final int distance = (short) (wire16 - (int) local);
        return distance < -WINDOW || distance > WINDOW ? OUTSIDE : local + distance;
    }
}
