package io.lockstep.transport.ice.match;

import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import io.lockstep.lobby.Roster;

/**
 * A match whose players reach each other. Immutable but for the transport.
 * <pre>{@code
 * final Session session = connected.configure(Session.builder().gameId("pong").simulation(game).input(hands)).build();
 * }</pre>
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class Connected {

    private final Transport transport;
    private final Roster roster;
    private final int seat;
    private final long matchId;
    private final long seatToken;
    private final boolean joining;
    private final boolean incomplete;
    private final byte[] matchConfig;

    Connected(final Transport transport, final Roster roster, final int seat, final Secrets secrets,
              final long seatToken, final boolean joining, final boolean incomplete) {
        this.transport = transport;
        this.roster = roster;
        this.seat = seat;
        this.seatToken = seatToken;
        this.joining = joining;
        this.incomplete = incomplete;
        matchId = secrets.matchId();
        matchConfig = Secrets.matchConfig(roster.matchConfig());
    }

    /**
     * Sets what is agreed: players, this one's number, who is absent, the match, what the host has said of it, the
     * transport, and {@link #waitMs}. The game hears what the host has said by {@code Simulation.configure}.
     *
     * @param config of a session
     * @return the same
     */
    public SessionConfig configure(final SessionConfig config) {
        config.players(roster.seats()).localPlayer(seat).matchId(matchId).seatToken(seatToken).joining(joining)
            .matchConfig(matchConfig).transport(transport).silenceTimeoutMs(waitMs());
        return joining ? config : config.absent(absent());
    }

    /**
     * How long to wait for the others before the first frame. A way to one of them may be sought for much longer than
     * this player has waited for.
     *
     * @return milliseconds: {@value SessionConfig#DEFAULT_SILENCE_TIMEOUT_MS} of a session, and the longest search
     *         unless this player is late and has a way to everybody
     */
    public long waitMs() {
        return SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS
            + (joining && !incomplete ? 0 : InternetMatch.LONGEST_SEARCH.toMillis());
    }

    /**
     * Seats that nobody took before the start.
     *
     * @return their numbers, ascending
     */
    public int[] absent() {
        final boolean[] taken = new boolean[roster.seats()];
        roster.peers().forEach(peer -> taken[peer.seat()] = true);
        final int[] free = new int[roster.seats() - roster.peers().size()];
        int count = 0;
        for (int i = 0; i < taken.length; i++) {
            if (!taken[i]) {
                free[count++] = i;
            }
        }
        return free;
    }

    /**
     * Which player is this one.
     *
     * @return 0 to {@link #players} - 1; 0 is the host
     */
    public int seat() {
        return seat;
    }

    /**
     * How many seats the match has, empty ones included.
     *
     * @return 2 to 8
     */
    public int players() {
        return roster.seats();
    }

    /**
     * Who plays.
     *
     * @return names and seats
     */
    public Roster roster() {
        return roster;
    }

    /**
     * What tells this match from others, the same at every player.
     *
     * @return any number
     */
    public long matchId() {
        return matchId;
    }

    /**
     * What proves this player's seat to the others, the same after a crash.
     *
     * @return any number
     */
    public long seatToken() {
        return seatToken;
    }

    /**
     * Whether the match was being played when this player came.
     *
     * @return true also after a crash
     */
    public boolean isJoining() {
        return joining;
    }

    /**
     * What the host has said of the match.
     *
     * @return 0 to {@link InternetMatch#MAX_MATCH_CONFIG_BYTES} bytes, a copy
     */
    public byte[] matchConfig() {
        return matchConfig.clone();
    }

    /**
     * The way to the others, with keys. Closing it, or the session's, ends all ways.
     *
     * @return always the same
     */
    public Transport transport() {
        return transport;
    }
}
