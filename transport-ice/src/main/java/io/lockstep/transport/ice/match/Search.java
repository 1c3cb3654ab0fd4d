package io.lockstep.transport.ice.match;

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

    private final Roster roster;
    private final boolean relayOnly;
    private final ConnectListener listener;
    private final BitSet missing = new BitSet();
    private final int wanted;
    private final long startNs = System.nanoTime();
    private long toldNs = startNs;
    private final Deque<String> news = new ArrayDeque<>();

    Search(final Roster roster, final int self, final boolean relayOnly, final ConnectListener listener) {
        this.roster = roster;
        this.relayOnly = relayOnly;
        this.listener = listener;
        roster.peers().forEach(peer -> missing.set(peer.seat(), peer.seat() != self));
        wanted = missing.cardinality();
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
            news.add("finding a way to P" + peer + " " + name(peer) + ": " + how + ", after "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs) + " ms");
            notifyAll();
        }
    }

    private String name(final int seat) {
        return roster.peers().stream().filter(peer -> peer.seat() == seat).map(Roster.Peer::name).findFirst()
            .orElse("");
    }

    synchronized void await(final Duration longest) throws NoWayException, InterruptedException {
        if (!missing.isEmpty()) {
            listener.progress(FIRST_PERCENT, "finding a way to " + missingNames());
        }
        while (true) {
            while (!news.isEmpty()) {
                listener.progress(percent(wanted - missing.cardinality() - news.size() + 1), news.poll());
            }
            final long nowNs = System.nanoTime();
            final long leftNs = startNs + longest.toNanos() - nowNs;
            if (missing.isEmpty()) {
                return;
            }
            if (leftNs <= 0) {
                throw new NoWayException("no way to " + missingNames() + " within " + longest.toSeconds() + " s: "
                    + advice());
            }
            if (nowNs - toldNs >= TELL_NS) {
                toldNs = nowNs;
                listener.progress(percent(wanted - missing.cardinality()), "still finding a way to " + missingNames()
                    + ", for " + TimeUnit.NANOSECONDS.toSeconds(nowNs - startNs) + " s of " + longest.toSeconds());
            }
            wait(TimeUnit.NANOSECONDS.toMillis(Math.min(leftNs, TELL_NS)) + 1);
        }
    }

    private int percent(final int found) {
        return FIRST_PERCENT + (PERCENT - FIRST_PERCENT) * found / wanted;
    }

    private String missingNames() {
        return missing.stream().mapToObj(peer -> "P" + peer + " " + name(peer)).collect(Collectors.joining(", "));
    }

    private String advice() {
        return relayOnly
            ? "the lobby's relay does not answer, or this network lets no UDP out; try another network, or without "
                + "relay-only"
            : "one of the networks lets no UDP out, or needs a relay that the lobby has not; try another network, "
                + "such as a phone's";
    }
}
