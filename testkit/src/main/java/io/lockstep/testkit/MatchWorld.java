package io.lockstep.testkit;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where a simulated match takes place: its network, its clocks and what happens to them, in virtual time. There is
 * one in memory for every {@link Scenario}; another may put real transports on a virtual clock.
 */
public interface MatchWorld {

    /** Datagrams of a run of losses where runs are not counted: two seconds of them. */
    int LONGEST_LOSS = 120;

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
     * @return a transport, the same one each time until the next {@link #kill}, and then another
     */
    Transport endpoint(int peer);

    /**
     * A peer's process has ended without a word: its transport neither sends nor hears any more, and whatever arrives
     * there until it is started again is lost. What it has sent travels on.
     *
     * @param peer which
     * @throws UnsupportedOperationException if this world has no such deaths, which is so unless said otherwise
     */
    default void kill(final int peer) {
        throw new UnsupportedOperationException("peer " + peer + " cannot be killed here");
    }

    /**
     * What is to happen to a peer's process; see {@link ScenarioPlayer#nextOrder}.
     *
     * @return the next one, or null if there is none for now; always null unless said otherwise
     */
    default @Nullable ScenarioEvent nextOrder() {
        return null;
    }

    /**
     * Sends a datagram again that was sent long ago.
     *
     * @param from    who sent it
     * @param to      who it was for
     * @param lane    how it travelled
     * @param tag     the tag beside it
     * @param payload what it holds between position and limit
     * @return false if this world cannot, which is so unless said otherwise
     */
    default boolean inject(final int from, final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        return false;
    }

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

    /**
     * Ends all faults among some peers for good; latencies stay. Between and among the others everything stays as it
     * is, and nothing else happens any more.
     *
     * @param peerMask bit n for peer n; −1 for all
     */
    void calm(int peerMask);

    /**
     * Cuts one direction between two peers, until they are calmed both.
     *
     * @param from who is not heard any more
     * @param to   who does not hear
     */
    void cut(int from, int to);

    /**
     * Takes back all cuts of one direction between two peers.
     *
     * @param from the sender
     * @param to   the receiver
     */
    void heal(int from, int to);

    /**
     * What has happened to the datagrams.
     *
     * @return sums since the beginning
     */
    Faults faults();

    /**
     * The longest run of datagrams that were lost one after the other on one link, for whatever reason.
     *
     * @return datagrams; for a world that does not count runs a guess, and none if nothing was lost
     */
    default long longestLoss() {
        return faults().dropped() + faults().partitioned() > 0 ? LONGEST_LOSS : 0;
    }

    /**
     * The longest run of datagrams of inputs that never came on one link, those included that came too late.
     *
     * @return datagrams, as many as {@link #longestLoss()} at least
     */
    default long longestGap() {
        return longestLoss();
    }

    /** Frees whatever it holds. */
    default void close() {
        // Memory frees itself.
    }
}
