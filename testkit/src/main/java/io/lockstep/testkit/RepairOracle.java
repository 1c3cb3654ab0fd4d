package io.lockstep.testkit;

import java.util.Arrays;

/**
 * Sees that states which differ are soon equal again where sessions are to repair them: so many frames after the check
 * frame that showed it, whatever the sessions say of it.
 */
final class RepairOracle {

    private static final long NONE = -1;
    private static final int MAX_STRIKES = 6;

    private final PeerTruths truths;
    private final Oracle oracle;
    private final int peers;
    private final int interval;
    private final int tickRate;
    /** Since which check frame two peers differ, while they do; of the smaller peer and the greater. */
    private final long[][] differsSince;
    /** Which frame was next when a peer last loaded a state, or was to and had come right by itself, and how often. */
    private final long[] loadedAt;
    private final int[] loads;
    /** Whose state now is none that a game would load. */
    private int unloadable;
    private long lastInjected = NONE;
    private final long[] withinOf;
    private long within;

    RepairOracle(final PeerTruths truths, final Oracle oracle, final int peers, final int interval,
                 final int tickRate) {
        this.truths = truths;
        this.oracle = oracle;
        this.peers = peers;
        this.interval = interval;
        this.tickRate = tickRate;
        differsSince = new long[peers][peers];
        for (final long[] row : differsSince) {
            Arrays.fill(row, NONE);
        }
        loadedAt = new long[peers];
        Arrays.fill(loadedAt, NONE);
        loads = new int[peers];
        withinOf = new long[peers];
    }

    /** From now on states that differ must be equal again so many frames after a check frame, as one peer sees it. */
    void within(final int peer, final long frames) {
        withinOf[peer] = frames;
        within = 0;
        for (final long each : withinOf) {
            within = Math.max(within, each);
        }
    }

    boolean isOn() {
        return within > 0;
    }

    /** A peer's game was made to go wrong in a frame. */
    void injected(final long frame) {
        lastInjected = Math.max(lastInjected, frame);
    }

    void cannotBeLoaded(final int peer) {
        unloadable |= 1 << peer;
    }

    /** Another process plays for a peer. */
    void restarted(final int peer) {
        unloadable &= ~(1 << peer);
        loadedAt[peer] = NONE;
        loads[peer] = 0;
        for (int other = 0; other < peers; other++) {
            equal(peer, other);
        }
    }

    /** A peer has loaded another state; this frame is the next for it. */
    void loaded(final int peer, final long next) {
        unloadable &= ~(1 << peer);
        loadedAt[peer] = next;
        loads[peer]++;
    }

    /** Must the states of all be equal after a frame? */
    boolean isOver(final long frame) {
        long due = check(lastInjected) + interval;
        for (int peer = 0; peer < peers; peer++) {
            due = Math.max(due, mayBeRepairedAgain(peer));
        }
        return within > 0 && unloadable == 0 && due + within < frame;
    }

    /** The first check frame not before a frame. */
    private long check(final long frame) {
        return (frame + interval) / interval * interval - 1;
    }

    /** Who needs it again and again waits longer each time: a second, two, four. */
    private long mayBeRepairedAgain(final int peer) {
        return loads[peer] == 0 ? NONE
            : check(loadedAt[peer] + ((long) tickRate << Math.min(loads[peer] - 1, MAX_STRIKES)));
    }

    /**
     * The states of two peers after a frame have come to be equal. If nobody loaded one it was by themselves, and a
     * repair was ordered all the same: who was to load, or as many as it might have been, waits longer for the next.
     */
    void equalAgain(final int one, final int other, final long frame) {
        final long since = differsSince[Math.min(one, other)][Math.max(one, other)];
        equal(one, other);
        if (since != NONE && Math.max(loadedAt[one], loadedAt[other]) < since) {
            final int[] versions = truths.latest(since);
            final int all = (1 << peers) - 1;
            final int with = Integer.bitCount(truths.sameAs(one, since, all, versions));
            final int without = Integer.bitCount(truths.sameAs(other, since, all, versions));
            spared(one, with <= without, frame);
            spared(other, without <= with, frame);
        }
    }

    private void spared(final int peer, final boolean asked, final long frame) {
        if (asked && loadedAt[peer] != frame) {
            loadedAt[peer] = frame;
            loads[peer]++;
        }
    }

    /** There is nothing to be repaired between two peers. */
    void equal(final int one, final int other) {
        differsSince[Math.min(one, other)][Math.max(one, other)] = NONE;
    }

    /** The states of two peers differ after a frame that both have simulated, as they are now. */
    void differ(final int one, final int other, final long frame) {
        final long[] since = differsSince[Math.min(one, other)];
        final int second = Math.max(one, other);
        if (since[second] == NONE) {
            since[second] = (frame + 1) % interval == 0 ? frame : NONE;
        } else if (within > 0 && frame > due(one, other, since[second]) + within) {
            if (!mayWinUnloadable(frame)) {
                oracle.violated("REPAIR", frame, "states differ since frame " + since[second], one, other);
            }
            since[second] = frame;
        }
    }

    /** When a repair could begin at last: repairs go one by one, and what comes about meanwhile has to be noticed. */
    private long due(final int one, final int other, final long since) {
        long due = Math.max(since, check(lastInjected));
        due = Math.max(due, Math.max(mayBeRepairedAgain(one), mayBeRepairedAgain(other)));
        for (int peer = 0; peer < peers; peer++) {
            due = Math.max(due, peer == one || peer == other || loads[peer] == 0 ? NONE : check(loadedAt[peer]));
        }
        return due;
    }

    /** Is the state that most have, or as many as any, one that nobody could load? */
    private boolean mayWinUnloadable(final long frame) {
        long common = frame;
        for (int peer = 0; peer < peers; peer++) {
            common = Math.min(common, truths.of(peer).next() - 1);
        }
        int most = 0;
        int mostUnloadable = 0;
        for (int peer = 0; peer < peers; peer++) {
            final int same = Integer.bitCount(truths.sameAs(peer, common, (1 << peers) - 1,
                truths.latest(common)));
            most = Math.max(most, same);
            mostUnloadable = (unloadable & 1 << peer) == 0 ? mostUnloadable : Math.max(mostUnloadable, same);
        }
        return unloadable != 0 && mostUnloadable >= most;
    }
}
