package io.lockstep.examples.peer;

import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.session.SessionConfig;

/**
 * What a match does about peers that get lost, and how one of them comes back.
 *
 * @param policy        what two peers do that lose each other; the same at both
 * @param dropTimeoutMs how long a peer may make no progress until the others go on without it, milliseconds
 * @param rejoin        enters a match that is being played, instead of starting one
 * @param token         proves that it is this seat's player who comes back, or null to derive it from the match and the
 *                      seat, which anybody can
 */
public record LostPeers(TwoPeerPolicy policy, long dropTimeoutMs, boolean rejoin, Long token) {

    /**
     * Every default of the session: of two that lose each other the lower one plays on and the other comes
     * back, as a restarted process may.
     */
    public static final LostPeers DEFAULTS =
        new LostPeers(TwoPeerPolicy.REJOIN, SessionConfig.DEFAULT_DROP_TIMEOUT_MS, false, null);

    /** An odd number spreads neighbouring seats over all 64 bits. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /**
     * What a player's seat is known by to the others.
     *
     * @param matchId the match
     * @param player  whose seat
     * @return the given token or the derived one
     */
    long tokenOf(final long matchId, final int player) {
        return token != null ? token : (matchId + 1) * SPREAD ^ (player + 1) * Long.rotateLeft(SPREAD, Integer.SIZE);
    }
}
