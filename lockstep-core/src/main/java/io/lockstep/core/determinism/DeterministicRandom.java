package io.lockstep.core.determinism;

import io.lockstep.core.sync.StateFields;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Random numbers that are part of the game's state: the same seed gives the same numbers at every peer, on every JVM,
 * for ever, and a loaded state goes on with the number that would have come next.
 *
 * <p>The algorithm is PCG-XSH-RR 64/32 ("pcg32") by M. E. O'Neill, with the seeding and the bounded numbers of its
 * reference implementation, so that ports to other languages give the same. It was chosen because all of its state is
 * two numbers, which is what a checksum of every frame has to walk over; because it is written in a few lines of
 * integer arithmetic, which Java defines to the last bit; and because its author publishes values to check it by. In
 * arithmetic modulo 2<sup>64</sup>, where {@code >>>} shifts in zeros:
 *
 * <pre>
 * seeding     increment = stream * 2 + 1; state = 0; draw; state = state + seed; draw
 * draw        old = state
 *             state = old * 6364136223846793005 + increment
 *             word = low 32 bits of (((old &gt;&gt;&gt; 18) xor old) &gt;&gt;&gt; 27)
 *             result = word rotated right by (old &gt;&gt;&gt; 59)
 * below b     t = 2^32 mod b; draw until the result, unsigned, is at least t; result mod b
 * long        a draw for the upper 32 bits, then one for the lower
 * float       the upper 24 bits of a draw, times 2^-24
 * boolean     the highest bit of a draw
 * </pre>
 *
 * <p>Saved, it is 16 bytes: state and increment, each a little-endian long. Draw from within
 * {@link io.lockstep.core.game.Simulation#step} alone; effects that only one player sees need a generator of their
 * own that is not saved. Not for secrets: who sees some numbers can tell the next. Not thread-safe.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class DeterministicRandom implements StateFields.Part {

    /** What {@link #save} writes. */
    public static final int STATE_BYTES = 2 * Long.BYTES;

    private static final long MULTIPLIER = 6364136223846793005L;
    private static final int XOR_SHIFT = 18;
    private static final int OUTPUT_SHIFT = 27;
    private static final int ROTATION_SHIFT = 59;

    /** A float has 24 bits of precision: with more, rounding would reach 1. */
    private static final int FLOAT_BITS = 24;
    private static final float FLOAT_UNIT = 1.0f / (1 << FLOAT_BITS);

    private long state;
    private long increment;

    /**
     * A generator of stream 0.
     *
     * @param seed any, the same at every peer: the match's seed, or a hash of the match's name
     */
    public DeterministicRandom(final long seed) {
        this(seed, 0);
    }

    /**
     * A generator of one of many streams, which are independent of each other: one for loot, one for weather.
     *
     * @param seed   any, the same at every peer
     * @param stream which; the lower 63 bits count
     */
    public DeterministicRandom(final long seed, final long stream) {
        increment = stream << 1 | 1;
        nextInt();
        state += seed;
        nextInt();
    }

    /**
     * Any int.
     *
     * @return 32 random bits
     */
    public int nextInt() {
        final long old = state;
        state = old * MULTIPLIER + increment;
        final int word = (int) ((old >>> XOR_SHIFT ^ old) >>> OUTPUT_SHIFT);
        return Integer.rotateRight(word, (int) (old >>> ROTATION_SHIFT));
    }

    /**
     * A number below a bound, each as likely as the others. It draws more than once with a probability of less than
     * bound / 2<sup>32</sup>.
     *
     * @param bound 1 or more
     * @return 0 to bound − 1
     * @throws IllegalArgumentException if the bound is less than 1
     */
    public int nextInt(final int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound is " + bound + ", at least 1 is needed");
        }
        final int threshold = Integer.remainderUnsigned(-bound, bound);
        int drawn = nextInt();
        while (Integer.compareUnsigned(drawn, threshold) < 0) {
            drawn = nextInt();
        }
        return Integer.remainderUnsigned(drawn, bound);
    }

    /**
     * Any long.
     *
     * @return 64 random bits
     */
    public long nextLong() {
        final long upper = nextInt();
        return upper << Integer.SIZE | Integer.toUnsignedLong(nextInt());
    }

    /**
     * A float from 0 (inclusive) to 1 (exclusive), a multiple of 2<sup>−24</sup>.
     *
     * @return each multiple as likely as the others
     */
    public float nextFloat() {
        return (nextInt() >>> Integer.SIZE - FLOAT_BITS) * FLOAT_UNIT;
    }

    /**
     * A coin.
     *
     * @return true as often as false
     */
    public boolean nextBoolean() {
        return nextInt() < 0;
    }

    /**
     * The same fields as {@link #save} writes, for a game that declares its state.
     *
     * @param fields takes them
     */
    @Override
    public void fields(final StateFields fields) {
        state = fields.field("randomState", state);
        increment = fields.field("randomIncrement", increment);
    }

    /**
     * Writes what the next numbers depend on: {@value #STATE_BYTES} bytes, as the fields {@code randomState} and
     * {@code randomIncrement}.
     *
     * @param out where the game saves its state
     */
    public void save(final StateWriter out) {
        out.writeLong("randomState", state);
        out.writeLong("randomIncrement", increment);
    }

    /**
     * Goes on where {@link #save} was called.
     *
     * @param from {@value #STATE_BYTES} bytes are read at its position, little-endian whatever its order is
     * @throws java.nio.BufferUnderflowException if there are fewer
     */
    public void load(final ByteBuffer from) {
        state = littleEndian(from);
        increment = littleEndian(from);
    }

    private static long littleEndian(final ByteBuffer from) {
        final long value = from.getLong();
        return from.order() == ByteOrder.LITTLE_ENDIAN ? value : Long.reverseBytes(value);
    }
}
