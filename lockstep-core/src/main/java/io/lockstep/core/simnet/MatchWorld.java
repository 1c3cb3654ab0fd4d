package io.lockstep.core.simnet;

import io.lockstep.core.transport.Transport;

/**
 * Where a simulated match takes place: its network, its clocks and what happens to them, in virtual time. There is
 * one in memory for every {@link Scenario}; another may put real transports on a virtual clock.
 */
public interface MatchWorld {

    /**
     * What has happened to datagrams, summed over all links.
     *
     * @param dropped     lost for another reason than a cut
     * @param duplicated  second copies made
     * @param reordered   arrived behind a later one
     * @param corrupted   delivered damaged
     * @param partitioned lost because a link was cut
     */
    record Faults(long dropped, long duplicated, long reordered, long corrupted, long partitioned) {
    }

    /**
     * One peer's end of the network.
     *
     * @param peer which
     * @return a transport, the same one each time
     */
    Transport endpoint(int peer);

    /**
     * One peer's clock.
     *
     * @param peer which
     * @return its clock, which also says whether the peer is paused
     */
    VirtualClock clock(int peer);

    /**
     * How seldom one peer is polled.
     *
     * @param peer which
     * @return virtual nanoseconds from one poll to the next, 0 for the default
     */
    long pollEveryNs(int peer);

    /**
     * Moves time on and lets happen what is due.
     *
     * @param timeNs virtual nanoseconds since the beginning, never less than before
     */
    void advanceTo(long timeNs);

    /**
     * When one peer has something to poll for if nobody sends before.
     *
     * @param peer which
     * @return virtual nanoseconds; 0 if that is not known
     */
    long nextArrivalNs(int peer);

    /** Ends all faults for good; latencies stay. */
    void calm();

    /**
     * What has happened to the datagrams.
     *
     * @return sums since the beginning
     */
    Faults faults();

    /** Frees whatever it holds. */
    default void close() {
        // Memory frees itself.
    }
}
