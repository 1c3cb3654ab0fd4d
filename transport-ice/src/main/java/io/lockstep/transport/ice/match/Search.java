package io.lockstep.transport.ice.match;

import io.lockstep.lobby.LobbyException;
import io.lockstep.lobby.Roster;
import io.lockstep.transport.ice.PathListener;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Waits until there is a way to everybody who is there, and tells of each. */
final class Search implements PathListener {

    private static final int FIRST_PERCENT = 20;
    private static final int PERCENT = 100;
    /** Nobody takes a wait for a hang. */
    private static final long TELL_NS = TimeUnit.SECONDS.toNanos(5);
    /**
     * Time after which a player who comes late begins with those to whom it has found a way, in nanoseconds. Others may
     * have crashed and never answer. Of 40 ways through a relay in the lab none took longer than 1.1 s.
     */
    private static final long ENOUGH_NS = TimeUnit.SECONDS.toNanos(5);

    private final Roster roster;
    private final boolean relayOnly;
    private final boolean late;
    private final Gathering gathering;
    private final ConnectListener listener;
    private final BitSet missing = new BitSet();
    private final int wanted;
    private final long startNs = System.nanoTime();
    private long toldNs = startNs;
    private final Deque<News> news = new ArrayDeque<>();
    private boolean closed;
    private boolean incomplete;

    private record News(int percent, String line) { }

    Search(final Roster roster, final int self, final boolean relayOnly, final Gathering gathering,
           final ConnectListener listener) {
        this.roster = roster;
        this.relayOnly = relayOnly;
        this.gathering = gathering;
        late = gathering.cameLate();
        this.listener = listener;
        roster.peers().forEach(peer -> missing.set(peer.seat(), peer.seat() != self));
        wanted = missing.cardinality();
        if (wanted > 0) {
            tell("finding a way to " + missingNames());
        }
    }

    private void tell(final String line) {
        final int found = wanted - missing.cardinality();
        news.add(new News(FIRST_PERCENT + (PERCENT - FIRST_PERCENT) * found / wanted, line));
    }

    @Override
    public void direct(final int peer) {
        found(peer, "direct");
    }

    @Override
    public void relayed(final int peer) {
        found(peer, "through the relay");
    }

    private synchronized void found(final int peer, final String how) {
        if (missing.get(peer)) {
            missing.clear(peer);
            tell("finding a way to P" + peer + " " + name(peer) + ": " + how + ", after "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs) + " ms");
            notifyAll();
        }
    }

    private String name(final int seat) {
        return roster.peers().stream().filter(peer -> peer.seat() == seat).map(Roster.Peer::name).findFirst()
            .orElse("");
    }

    /** Returns whether it has ended before there was a way to everybody. */
    synchronized boolean isIncomplete() {
        return incomplete;
    }

    /** Nobody waits any more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Tells without a lock: a listener may wait for another thread. */
    void await(final Duration longest) throws NoWayException, LobbyException, InterruptedException {
        for (News next = next(longest); next != null; next = next(longest)) {
            listener.progress(next.percent, next.line);
        }
    }

    /** Waits for something to tell; null once everybody is found. */
    private synchronized News next(final Duration longest) throws NoWayException, LobbyException,
            InterruptedException {
        while (news.isEmpty() && !missing.isEmpty()) {
            if (closed) {
                throw new InterruptedException("the match was closed");
            }
            gathering.throwIfReplaced();
            final long nowNs = System.nanoTime();
            final long leftNs = startNs + longest.toNanos() - nowNs;
            final boolean some = late && missing.cardinality() < wanted;
            if (some && nowNs - startNs >= ENOUGH_NS) {
                tell("going on without " + missingNames() + ", who may come later");
                incomplete = true;
                missing.clear();
            } else if (leftNs <= 0) {
                throw new NoWayException("no way to " + missingNames() + " within " + longest.toSeconds() + " s: "
                    + advice());
            } else if (nowNs - toldNs >= TELL_NS) {
                toldNs = nowNs;
                tell("still finding a way to " + missingNames() + ", for "
                    + TimeUnit.NANOSECONDS.toSeconds(nowNs - startNs) + " s of " + longest.toSeconds()
                    + (gathering.trouble() == null ? "" : "; " + gathering.trouble()));
            } else {
                final long soonNs = some ? Math.min(TELL_NS, startNs + ENOUGH_NS - nowNs) : TELL_NS;
                wait(TimeUnit.NANOSECONDS.toMillis(Math.min(leftNs, soonNs)) + 1);
            }
        }
        return news.poll();
    }

    private String missingNames() {
        return missing.stream().mapToObj(peer -> "P" + peer + " " + name(peer)).collect(Collectors.joining(", "));
    }

    /** Without a lobby the others' letters do not come: that says nothing of any network. */
    private String advice() {
        final String lobby = gathering.trouble();
        if (lobby != null) {
            return lobby;
        }
        if (missing.stream().noneMatch(gathering::hasHeard)) {
            return "nothing has come from there through the lobby: look whether the game still runs there";
        }
        return relayOnly
            ? "the lobby's relay does not answer, or this network lets no UDP out; try another network, or without "
                + "relay-only"
            : "one of the networks lets no UDP out, or needs a relay that the lobby has not; try another network, "
                + "such as a phone's";
    }
}
