package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.protocol.Goodbye;

/**
 * The four settings of which a greeting holds only a digest. A refusal tells them in a short form, such as
 * {@code REJOIN/5000/REPAIR/0}; a person reads their names and units.
 */
final class Policies {

    private static final String[] NAMES = {"two-peer policy", "drop timeout", "desync policy", "state sync"};
    private static final String[] UNITS = {"", " ms", "", " ticks"};

    private Policies() {
    }

    /** Returns our policies for a refusal, cut to the longest value that it can hold. */
    static String told(final MatchSettings settings) {
        final String text = settings.rules().twoPeerPolicy() + "/" + settings.timeouts().dropMs() + "/"
            + settings.state().policy() + "/" + settings.state().syncTicks();
        return text.substring(0, Math.min(text.length(), Goodbye.MAX_VALUE_LENGTH));
    }

    /** Returns the text for the peer that refuses: it knows its own values and the other peer's digest. */
    static String unlike(final String ours, final int peer) {
        final String[] mine = ours.split("/", -1);
        final StringBuilder text = new StringBuilder("policies or seats differ: ours are ");
        for (int i = 0; i < NAMES.length; i++) {
            text.append(i == 0 ? "" : ", ").append(NAMES[i]).append(' ').append(mine[i]).append(UNITS[i]);
        }
        return text + "; the message of player " + peer + " names both values";
    }

    /** Returns the text for the refused peer: it was told the values of the refusing peer, which may have any form. */
    static String difference(final String ours, final String theirs, final int peer) {
        final String[] mine = ours.split("/", -1);
        final String[] others = theirs.split("/", -1);
        if (others.length != NAMES.length) {
            return "policies or seats differ: ours are " + ours + ", player " + peer + "'s are " + theirs;
        }
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < NAMES.length; i++) {
            if (!mine[i].equals(others[i])) {
                text.append(text.length() == 0 ? "" : "; ").append(NAMES[i]).append(" differs: ours is ")
                    .append(mine[i]).append(UNITS[i]).append(", player ").append(peer).append("'s is ")
                    .append(others[i]).append(UNITS[i]);
            }
        }
        return text.length() > 0 ? text.toString()
            : "seats differ: player " + peer + " knows another division of the players among the other peers";
    }
}
