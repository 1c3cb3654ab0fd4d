package io.lockstep.examples.demo;

import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.ImpairedTransport;
import io.lockstep.testkit.LinkConditions;
import java.util.Arrays;

/**
 * What the lines between the players are like while they play: set by whoever moves a slider or pulls a cable, from any
 * thread. Each player's own end makes worse what it sends.
 */
final class Lines {

    private static final LinkConditions CUT = LinkConditions.PERFECT.withLoss(1);

    private final int players;
    private final long seed;
    /** Of the line from each player to each other. */
    private final LinkConditions[][] conditions;
    private final boolean[] cut;
    private final ImpairedTransport[] ends;

    Lines(final int players, final long seed, final LinkConditions all) {
        this.players = players;
        this.seed = seed;
        conditions = new LinkConditions[players][players];
        for (final LinkConditions[] from : conditions) {
            Arrays.fill(from, all);
        }
        cut = new boolean[players];
        ends = new ImpairedTransport[players];
    }

    /** Puts the lines of a player before its transport; again when it comes back with another one. */
    synchronized Transport connect(final int player, final Transport plain) {
        ends[player] = new ImpairedTransport(plain, seed + player);
        apply();
        return ends[player];
    }

    /** A player's end; null before it is connected. */
    synchronized ImpairedTransport end(final int player) {
        return ends[player];
    }

    /** What the lines of a player are like: of those to the others, or of those from them; the first of them. */
    synchronized LinkConditions get(final int player, final boolean outwards) {
        final int other = player == 0 ? 1 : 0;
        return outwards ? conditions[player][other] : conditions[other][player];
    }

    /** Makes all lines of a player to the others alike, or all from them. */
    synchronized void set(final int player, final boolean outwards, final LinkConditions like) {
        for (int other = 0; other < players; other++) {
            if (other != player && outwards) {
                conditions[player][other] = like;
            } else if (other != player) {
                conditions[other][player] = like;
            }
        }
        apply();
    }

    /** Pulls a player's cable, or plugs it in again. */
    synchronized void cut(final int player, final boolean isCut) {
        cut[player] = isCut;
        apply();
    }

    synchronized boolean isCut(final int player) {
        return cut[player];
    }

    private void apply() {
        for (int from = 0; from < players; from++) {
            for (int to = 0; to < players; to++) {
                if (from != to && ends[from] != null) {
                    ends[from].outbound(to, cut[from] || cut[to] ? CUT : conditions[from][to]);
                }
            }
        }
    }
}
