package io.lockstep.examples.peer;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.sync.DesyncReport;
import java.util.Arrays;
import java.util.HexFormat;

/** How this peer's state and those of others differed, and whether they do so still, told from a session's events. */
final class Differences {

    private static final int MAX_PLAYERS = 32;
    private static final long NEVER = -1;

    private final int self;
    /** The newest frame after which a peer's state and ours differed. */
    private final long[] differed = new long[MAX_PLAYERS];
    /** The first frame after which a peer's state is right; earlier ones are not held against it any more. */
    private final long[] rightFrom = new long[MAX_PLAYERS];
    private String first;
    private boolean reported;

    Differences(final int self) {
        this.self = self;
        Arrays.fill(differed, NEVER);
    }

    /** Takes in what an event says; a line for a person if it is about a repair, null otherwise. */
    String note(final SessionEvent event) {
        switch (event.type()) {
            case DESYNC -> {
                differed[event.peer()] = Math.max(differed[event.peer()], event.frame());
                if (first == null) {
                    first = "desync: after frame " + event.frame() + " our state is "
                        + hex8(event.localChecksum()) + ", player " + event.peer() + "'s is "
                        + hex8(event.remoteChecksum());
                }
                return null;
            }
            case STATE_REPAIRED -> {
                rightFrom[event.peer()] = Math.max(rightFrom[event.peer()], event.frame());
                return "desync: " + name(event.peer()) + " repaired by the state of another player, and right from "
                    + "frame " + event.frame() + " on";
            }
            case STATE_NOT_REPAIRED -> {
                return "desync: " + name(event.peer()) + " not repaired: the state after frame " + event.frame()
                    + " that came was not what was announced";
            }
            default -> {
                return null;
            }
        }
    }

    private String name(final int peer) {
        return peer == self ? "our state was" : "player " + peer + "'s state was";
    }

    private static String hex8(final int checksum) {
        return HexFormat.of().toHexDigits(checksum);
    }

    /** A report came; the line about it, and where its folder is if there is one. */
    String note(final DesyncReport report, final String folder) {
        final String line = "desync: " + report.line() + (folder == null ? "" : "; see " + folder);
        if (!reported) {
            reported = true;
            first = line;
        }
        return line;
    }

    /** The first difference, as one line; null when no state differs any more. */
    String problem() {
        for (int peer = 0; peer < MAX_PLAYERS; peer++) {
            if (differed[peer] != NEVER && differed[peer] >= Math.max(rightFrom[peer], rightFrom[self])) {
                return first;
            }
        }
        return null;
    }
}
