package io.lockstep.testkit;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.inspect.Inspector;
import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/**
 * Judges C4: ten seconds of a session's clock after activity has ended, all its buffers, budgets and counters are at
 * their base values. Activity is what the scenario orders, what a session tells its application, a state that
 * travels, and a match that stands still.
 */
@NullUnmarked
final class BaseValues implements Inspector {

    /**
     * Time, in nanoseconds, without news of a difference between two peers after which the next one is another. A
     * difference that lasts is reported at each check frame, and nothing is done about it any more.
     */
    private static final long LASTING_NS = 5_000_000_000L;
    /** Longest time, in nanoseconds, for which a state travels: a leader gives it 50 s, and a newcomer as much. */
    private static final long TRANSFER_NS = 60_000_000_000L;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final Scenario scenario;
    private final Oracle oracle;
    private final QuietLines lines;
    private final ObservedPeer[] peers;
    /** The time of the newest activity, and of the newest at which lines were not clean, in nanoseconds. */
    private long activeNs;
    private long uncleanNs;
    /** The time at which each peer last told of a difference to each other one, in nanoseconds. */
    private final long[] differedNs;
    private final boolean[] paused;
    /** The frame of each peer, and its datagrams with states, a second ago. */
    private final long[] frames;
    private final long[] transfers;
    /** The time before which no state was travelling, in nanoseconds. */
    private long emptyNs;
    private boolean broken;
    private int inspected;
    private long nowNs;

    BaseValues(final Scenario scenario, final Oracle oracle, final QuietLines lines, final ObservedPeer[] peers) {
        this.scenario = scenario;
        this.oracle = oracle;
        this.lines = lines;
        this.peers = peers;
        paused = new boolean[peers.length];
        frames = new long[peers.length];
        transfers = new long[peers.length];
        differedNs = new long[peers.length * peers.length];
        Arrays.fill(differedNs, NEVER);
    }

    /** A session tells its application something. */
    void told(final int peer, final SessionEvent event, final long atNs) {
        switch (event.type()) {
            case DELAY_CHANGED, DATAGRAMS_REFUSED -> {
                return;
            }
            case DESYNC -> {
                final int pair = peer * peers.length + event.peer();
                final boolean lasts = atNs - differedNs[pair] < LASTING_NS;
                differedNs[pair] = atNs;
                // Repairs of a lasting difference begin again and again.
                activeNs = lasts && scenario.desyncPolicy != DesyncPolicy.REPAIR ? activeNs : atNs;
                return;
            }
            case PAUSED -> paused[peer] = true;
            case RESUMED, ENDED -> paused[peer] = false;
            default -> { }
        }
        activeNs = atNs;
    }

    /** A second has passed. */
    void audit(final long atNs) {
        nowNs = atNs;
        if (!lines.areKnown()) {
            return;
        }
        final boolean transfers = areStatesTravelling();
        final int members = playing();
        activeNs = members == 0 || transfers ? nowNs : Math.max(activeNs, orderedNs());
        if (!lines.areClean(members, nowNs)) {
            uncleanNs = nowNs;
        }
        for (int rest = members; rest != 0; rest &= rest - 1) {
            inspected = Integer.numberOfTrailingZeros(rest);
            if (sinceNs(activeNs) >= REST_NS) {
                peers[inspected].inspect(this);
            }
        }
    }

    /** Returns the time since then by the clock of the peer, by which its session measures all limits. */
    private long sinceNs(final long thenNs) {
        final VirtualClock clock = peers[inspected].clock;
        return clock.localNs(nowNs) - clock.localNs(thenNs);
    }

    /** Returns whether states have been sent in the last second, and not for longer than they may travel. */
    private boolean areStatesTravelling() {
        boolean any = false;
        for (final ObservedPeer peer : peers) {
            any |= peer.transport.transfers() != transfers[peer.peer];
            transfers[peer.peer] = peer.transport.transfers();
        }
        emptyNs = any ? emptyNs : nowNs;
        return any && nowNs - emptyNs < TRANSFER_NS;
    }

    /** Returns whether a peer has played at least half of the last second's frames. */
    private boolean plays(final ObservedPeer peer) {
        final long before = frames[peer.peer];
        frames[peer.peer] = peer.frame(scenario.startFrame);
        return peer.plays() && frames[peer.peer] - before >= scenario.tickRate / 2;
    }

    /** Returns the members, bit n for peer n, if all of them play undisturbed and nobody else is there; 0 if not. */
    private int playing() {
        int members = 0;
        for (final ObservedPeer peer : peers) {
            if (peer.plays()) {
                members |= peer.view.members();
            }
        }
        boolean areQuiet = !scenario.hasStateSync();
        for (final ObservedPeer peer : peers) {
            final boolean isMember = (members & 1 << peer.peer) != 0;
            areQuiet &= isMember
                ? plays(peer) && !peer.leaving && !paused[peer.peer] && lines.isSettled(peer.peer, nowNs)
                : peer.session == null || peer.ended;
        }
        return areQuiet ? members : 0;
    }

    /** Returns the end of the last thing that the scenario orders; now while one lasts. */
    private long orderedNs() {
        long lastNs = 0;
        for (final ScenarioEvent event : scenario.events) {
            if (event.atMs() * MatchPlan.NS_PER_MS <= nowNs) {
                final long endNs = (event.atMs() + event.forMs()) * MatchPlan.NS_PER_MS;
                lastNs = Math.max(lastNs, Math.min(nowNs, endNs));
            }
        }
        return lastNs;
    }

    @Override
    public void holds(final String thing, final int peer, final long value, final long base) {
        if (value != base && !broken) {
            broken = true;
            oracle.violated("C4", peers[inspected].session.frame(), thing + (peer < 0 ? "" : " of peer " + peer)
                + ": " + value + ", not " + base + ", " + sinceNs(activeNs) / MatchPlan.NS_PER_MS
                + " ms after all activity", inspected);
        }
    }

    @Override
    public void adapts(final String thing, final int peer, final long value, final long base, final long restNs) {
        if (sinceNs(Math.max(activeNs, uncleanNs)) >= restNs) {
            holds(thing, peer, value, base);
        }
    }
}
