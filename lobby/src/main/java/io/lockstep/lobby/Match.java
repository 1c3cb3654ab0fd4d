package io.lockstep.lobby;

import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * One match: who sits where, and whether it has begun. Seat 0 is the host's. Knows no time, no socket and no store; an
 * operation that is refused changes nothing. Not thread-safe.
 */
final class Match {

    /** The host's seat: whoever made the match. */
    static final int HOST = 0;

    /** What becomes of a match. */
    enum State { OPEN, STARTED, CANCELLED }

    /** Whoever takes a seat; the token is known by its hash alone. */
    record Player(byte[] tokenHash, byte[] key, String name) { }

    private final @Nullable Player[] players;
    private final int[] incarnations;
    private final boolean late;
    private State state;
    private byte[] config;

    Match(final int seats, final boolean late, final byte[] config, final State state) {
        players = new Player[seats];
        incarnations = new int[seats];
        this.late = late;
        this.config = config;
        this.state = state;
    }

    /** As it was kept. */
    void place(final int seat, final int incarnation, final @Nullable Player player) {
        players[seat] = player;
        incarnations[seat] = incarnation;
    }

    /** Takes the lowest free seat; who asks again with the same token, for an answer was lost, has it already. */
    int join(final Player player) throws Refusal {
        final int has = seatOf(player.tokenHash);
        if (has >= 0) {
            return has;
        }
        Refusal.unless(state != State.CANCELLED, LobbyException.Reason.CANCELLED);
        Refusal.unless(state == State.OPEN || late, LobbyException.Reason.STARTED);
        for (int seat = 0; seat < players.length; seat++) {
            if (players[seat] == null) {
                place(seat, incarnations[seat] + 1, player);
                return seat;
            }
        }
        throw new Refusal(LobbyException.Reason.FULL);
    }

    /** The seat's player runs anew: the others see it by the incarnation. */
    void rejoin(final int seat) throws Refusal {
        Refusal.unless(state != State.CANCELLED, LobbyException.Reason.CANCELLED);
        incarnations[seat]++;
    }

    /** Empty seats are left out from now on, unless somebody may come late. Again means nothing. */
    void start(final int seat) throws Refusal {
        Refusal.unless(seat == HOST, LobbyException.Reason.NOT_HOST);
        Refusal.unless(state != State.CANCELLED, LobbyException.Reason.CANCELLED);
        state = State.STARTED;
    }

    /** Gives the seat up for good; before the start a host takes the match along. */
    void leave(final int seat) {
        if (seat == HOST && state == State.OPEN) {
            state = State.CANCELLED;
        }
        players[seat] = null;
    }

    /** Frees a seat before the start; only the host may, and not its own. */
    void kick(final int seat, final int target) throws Refusal {
        Refusal.unless(seat == HOST, LobbyException.Reason.NOT_HOST);
        Refusal.unless(state == State.OPEN, LobbyException.Reason.STARTED);
        Refusal.unless(target > HOST && target < players.length && players[target] != null,
            LobbyException.Reason.REFUSED);
        players[target] = null;
    }

    void configure(final int seat, final byte[] blob) throws Refusal {
        Refusal.unless(seat == HOST, LobbyException.Reason.NOT_HOST);
        Refusal.unless(state == State.OPEN, LobbyException.Reason.STARTED);
        config = blob;
    }

    /** -1 if nobody has this token. */
    int seatOf(final byte[] tokenHash) {
        for (int seat = 0; seat < players.length; seat++) {
            if (players[seat] != null && MessageDigest.isEqual(players[seat].tokenHash, tokenHash)) {
                return seat;
            }
        }
        return -1;
    }

    boolean isEmpty() {
        for (final Player player : players) {
            if (player != null) {
                return false;
            }
        }
        return true;
    }

    int seats() {
        return players.length;
    }

    /** Null if the seat is free. */
    @Nullable Player player(final int seat) {
        return players[seat];
    }

    int incarnation(final int seat) {
        return incarnations[seat];
    }

    boolean late() {
        return late;
    }

    State state() {
        return state;
    }

    byte[] config() {
        return config;
    }
}
