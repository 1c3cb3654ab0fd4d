package io.lockstep.examples.peer;

import io.lockstep.core.game.EndReason;

/** Advice for a player after a match that did not begin, or ended in trouble. */
final class Advice {

    /** The advice for a transport that cannot start; its own message names the address or file. */
    static final String ON_TRANSPORT = "Check the address that this command listens on, and whether another program "
        + "uses it; then start the command again.";

    private Advice() {
    }

    static String of(final EndReason reason) {
        return switch (reason) {
            case PEER_TIMED_OUT -> "Check that the other player runs with your address and the same options, and that "
                + "no firewall stops UDP; then start both commands again.";
            case MISMATCH, DESYNC -> "Check that all players run the same version with the same options; then start "
                + "all commands again.";
            case EVICTED, MINORITY -> "Check your network; then start the command again with --rejoin.";
            default -> "Check your network; then start the command again.";
        };
    }
}
