package io.lockstep.testkit;

import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/**
 * Knows how long each pair of peers has had nothing to cope with: lines that only delay, two processes that are polled
 * as ever, and the same epoch at both.
 */
@NullUnmarked
final class QuietLines {

    /** Time that a line and a session get for coming to rest, in nanoseconds; C1 names it. */
    static final long REST_NS = 2_000_000_000L;

    /** Polls of which the missing ones show that a process slept. */
    private static final int MISSING_POLLS = 3;
    private static final long NEVER = Long.MAX_VALUE;

    /** Null where the lines are not known. */
    private final SimulatedNetwork network;
    private final MatchWorld world;
    private final int peers;
    /** Since when each peer has played in its epoch without a pause, in nanoseconds of true time. */
    private final long[] settledNs;
    private final long[] polledNs;
    /** When each peer was polled again for the last time after a sleep; NEVER if it has not slept. */
    private final long[] awokeNs;
    private final long[] epochs;

    QuietLines(final MatchWorld world, final int peers) {
        network = world instanceof MemoryWorld memory ? memory.player().network() : null;
        this.world = world;
        this.peers = peers;
        settledNs = new long[peers];
        polledNs = new long[peers];
        awokeNs = new long[peers];
        Arrays.fill(awokeNs, NEVER);
        epochs = new long[peers];
        Arrays.fill(settledNs, NEVER);
    }

    /** Returns whether the lines are known; those of another world are not. */
    boolean areKnown() {
        return network != null;
    }

    /** A peer was polled. */
    void polled(final ObservedPeer peer, final long nowNs) {
        final int seat = peer.peer;
        final boolean slept = sleeps(seat, nowNs);
        polledNs[seat] = nowNs;
        awokeNs[seat] = slept ? nowNs : awokeNs[seat];
        if (!peer.plays() || peer.leaving) {
            settledNs[seat] = NEVER;
        } else if (slept || settledNs[seat] == NEVER || epochs[seat] != peer.view.epochId()) {
            epochs[seat] = peer.view.epochId();
            settledNs[seat] = nowNs;
        }
    }

    /** A dead or paused process is not polled. */
    private boolean sleeps(final int peer, final long nowNs) {
        return nowNs - polledNs[peer] > MISSING_POLLS * pollNs(peer);
    }

    /** Returns whether a peer has slept within some time: acknowledgements that it owed were late then. */
    boolean hasSlept(final int peer, final long ns, final long nowNs) {
        return sleeps(peer, nowNs) || awokeNs[peer] != NEVER && nowNs - awokeNs[peer] < ns;
    }

    /** How seldom a peer is polled, in nanoseconds. */
    long pollNs(final int peer) {
        return Math.max(MatchPlan.POLL_NS, world.pollEveryNs(peer));
    }

    /** Returns whether a peer has had time to come to rest. */
    boolean isSettled(final int peer, final long nowNs) {
        return settledNs[peer] != NEVER && nowNs - settledNs[peer] >= REST_NS && !sleeps(peer, nowNs);
    }

    private boolean areSettled(final int one, final int other, final long nowNs) {
        return isSettled(one, nowNs) && isSettled(other, nowNs) && epochs[one] == epochs[other];
    }

    /** Returns whether two peers have had time to come to rest on lines that only delay, always by the same. */
    boolean isClean(final int one, final int other, final long nowNs) {
        return areSettled(one, other, nowNs) && isRested(network.line(one, other).cleanSinceNs(), nowNs)
            && isRested(network.line(other, one).cleanSinceNs(), nowNs);
    }

    /** The same, on lines that may be cut. */
    boolean isEven(final int one, final int other, final long nowNs) {
        return areSettled(one, other, nowNs) && isRested(network.line(one, other).evenSinceNs(), nowNs)
            && isRested(network.line(other, one).evenSinceNs(), nowNs);
    }

    /** Returns whether a line has always delayed by the same, cuts aside. */
    boolean isAlwaysEven(final int from, final int to) {
        return network.line(from, to).evenSinceNs() == 0;
    }

    /** Returns whether the lines between two peers have only delayed for some time. */
    boolean isCleanFor(final int one, final int other, final long ns, final long nowNs) {
        final long sinceNs = Math.max(network.line(one, other).cleanSinceNs(), network.line(other, one).cleanSinceNs());
        return sinceNs == 0 || sinceNs != NEVER && nowNs - sinceNs >= ns;
    }

    /** Returns whether all lines among some peers are such lines. */
    boolean areEven(final int mask, final long nowNs) {
        for (int one = 0; one < peers; one++) {
            for (int other = 0; other < one; other++) {
                if ((mask & 1 << one) != 0 && (mask & 1 << other) != 0 && !isEven(one, other, nowNs)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns whether all lines among some peers only delay, always by the same. */
    boolean areClean(final int mask, final long nowNs) {
        for (int one = 0; one < peers; one++) {
            for (int other = 0; other < one; other++) {
                if ((mask & 1 << one) != 0 && (mask & 1 << other) != 0 && !isClean(one, other, nowNs)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isRested(final long sinceNs, final long nowNs) {
        return sinceNs != NEVER && nowNs - sinceNs >= REST_NS;
    }

    /** The way from one peer to another, in nanoseconds. */
    long latencyNs(final int from, final int to) {
        return network.line(from, to).latencyNs();
    }

    /** The way there and back, in nanoseconds. */
    long roundTripNs(final int one, final int other) {
        return latencyNs(one, other) + latencyNs(other, one);
    }

    /** The longest way there and back among some peers, in nanoseconds. */
    long longestRoundTripNs(final int mask) {
        long longest = 0;
        for (int one = 0; one < peers; one++) {
            for (int other = 0; other < one; other++) {
                if ((mask & 1 << one) != 0 && (mask & 1 << other) != 0) {
                    longest = Math.max(longest, roundTripNs(one, other));
                }
            }
        }
        return longest;
    }
}
