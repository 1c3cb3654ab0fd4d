package io.lockstep.core;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What work allocates on the thread that does it. */
public final class Allocations {

    /** Enough for a compiler that is late on a busy machine; warm work needs two or three. */
    private static final int MAX_ROUNDS = 50;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {
    }

    /**
     * The bytes that a round of some work allocates at the least. What belongs to the work shows in each round, be it
     * once in a round. What the virtual machine does beside it (it links code that is called for the first time, or
     * takes back compiled code and makes the objects that this did without) hits single rounds, however late.
     *
     * @param round does the work often, the same each time; done until it allocates nothing, {@value #MAX_ROUNDS} times
     *              at the most
     * @return the bytes of the round with the fewest
     */
    public static long least(final Runnable round) {
        // The first reading allocates by itself.
        THREADS.getCurrentThreadAllocatedBytes();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MAX_ROUNDS && least > 0; i++) {
            least = Math.min(least, bytes(round));
        }
        return least;
    }

    /**
     * The bytes that a round of warm work allocates at the most, the virtual machine's own doings counted.
     *
     * @param rounds how often it is done
     * @param round  does the work often, the same each time
     * @return the bytes of the round with the most
     */
    public static long most(final int rounds, final Runnable round) {
        long most = 0;
        for (int i = 0; i < rounds; i++) {
            most = Math.max(most, bytes(round));
        }
        return most;
    }

    private static long bytes(final Runnable round) {
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        round.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
