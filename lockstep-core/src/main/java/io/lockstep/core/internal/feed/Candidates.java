package io.lockstep.core.internal.feed;

import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Whom to ask next: those above in the tree first, the nearest before the others, then the players who were named. Who
 * is full names others, who are asked before anybody else. Nobody is asked twice in one round.
 */
final class Candidates {

    /** Asked in one round: a tree with more levels than there may be would still end. */
    private static final int MAX_ASKED = 256;

    private final List<SocketAddress> roots;
    private final ArrayDeque<SocketAddress> waiting = new ArrayDeque<>();
    private final Set<SocketAddress> asked = new LinkedHashSet<>();
    private int firstRoot;

    Candidates(final List<SocketAddress> roots) {
        this.roots = List.copyOf(roots);
    }

    /** Begins a round. */
    void begin(final List<SocketAddress> above) {
        waiting.clear();
        asked.clear();
        waiting.addAll(above);
        for (int i = 0; i < roots.size(); i++) {
            waiting.add(roots.get((firstRoot + i) % roots.size()));
        }
    }

    /** The match is over at this player, or stands still there: the one behind it is asked first from now on. */
    void turnToNextRoot(final SocketAddress player) {
        final int at = roots.indexOf(player);
        firstRoot = ((at < 0 ? firstRoot : at) + 1) % roots.size();
    }

    int roots() {
        return roots.size();
    }

    /** Somebody is full and named these; each who is told them begins with another one. */
    void instead(final List<SocketAddress> named, final long draw) {
        final List<SocketAddress> order = new ArrayList<>();
        for (int i = 0; i < named.size(); i++) {
            order.add(named.get((int) Math.floorMod(draw + i, (long) named.size())));
        }
        for (int i = order.size() - 1; i >= 0; i--) {
            waiting.addFirst(order.get(i));
        }
    }

    /** The next one; null at the end of the round. */
    SocketAddress next() {
        while (!waiting.isEmpty() && asked.size() < MAX_ASKED) {
            final SocketAddress candidate = waiting.remove();
            if (asked.add(candidate)) {
                return candidate;
            }
        }
        return null;
    }
}
