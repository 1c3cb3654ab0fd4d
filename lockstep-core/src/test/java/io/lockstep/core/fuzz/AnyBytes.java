package io.lockstep.core.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;

/** What every decoder bears, whatever it is given. The fuzz targets call it with bytes of the fuzzer. */
public final class AnyBytes {

    private static final int GUARD_BYTES = 16;
    /** The first measurements may count classes that are loaded on the way. */
    private static final int TRIES = 4;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AnyBytes() {
    }

    /**
     * Decodes the bytes as a part of a longer array and fails if anything is thrown, if the answer depends on what is
     * beside them, if a byte was changed, or if they make the decoder allocate too much.
     *
     * @param input     the bytes
     * @param mostBytes the most one call may allocate
     * @param decoder   answers with something that can be compared; gets a buffer of its own each time
     * @return the answer
     */
    public static <T> T decode(final byte[] input, final long mostBytes, final Function<ByteBuffer, T> decoder) {
        final T answer = among((byte) 0, input, decoder);
        require(answer.equals(among((byte) -1, input, decoder)), "the answer depends on what is beside the bytes");
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && least > mostBytes; i++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            decoder.apply(ByteBuffer.wrap(input));
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        require(least <= mostBytes, input.length + " bytes made it allocate " + least);
        return answer;
    }

    private static <T> T among(final byte others, final byte[] input, final Function<ByteBuffer, T> decoder) {
        final byte[] bytes = new byte[GUARD_BYTES + input.length + GUARD_BYTES];
        Arrays.fill(bytes, others);
        System.arraycopy(input, 0, bytes, GUARD_BYTES, input.length);
        final byte[] copy = bytes.clone();
        final T answer = decoder.apply(ByteBuffer.wrap(bytes, GUARD_BYTES, input.length));
        require(Arrays.equals(copy, bytes), "the decoder has changed bytes");
        return answer;
    }

    /**
     * Fails with a text unless something holds.
     *
     * @param holds whether it does
     * @param what  what is wrong if not
     */
    public static void require(final boolean holds, final String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
