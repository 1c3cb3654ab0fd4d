package io.lockstep.lobby;

import org.jspecify.annotations.Nullable;

/**
 * What a lobby did not do, and in its message what to try: plain enough to be shown to a player.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class LobbyException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * Why.
     *
     * <p>Evolving: may break with a minor release.
     *
     * @since 0.1.0
     */
    public enum Reason {
        /** No match has this code. */
        WRONG_CODE(404, "wrong-code", "no match has this code: compare it with what the host sees, letter by letter;"
            + " a match ends ten minutes after the last word of anyone in it"),
        /** Every seat is taken. */
        FULL(409, "full", "all seats of this match are taken: ask its host to make a bigger one, or come back with"
            + " your ticket if one is yours"),
        /** The match has begun, and its host lets nobody in late. */
        STARTED(409, "started", "this match has started and lets nobody in late: wait for the next one, or come"
            + " back with your ticket if you were in it"),
        /** The host left before the start. */
        CANCELLED(410, "cancelled", "the host has left before the start: ask for another code, or make a match"),
        /** The token proves no seat of this match. */
        NO_SEAT(401, "no-seat", "this seat is not yours, or the match is over: join with the code anew"),
        /** A process that came later has taken this seat with its ticket. */
        REPLACED(0, "replaced", "another process has come back to this seat: play on there, or end it and come back"
            + " with your ticket"),
        /** Only the host may do this. */
        NOT_HOST(403, "not-host", "only the host of the match may do that: ask whoever made it"),
        /** Too many requests, or too many wrong codes, from this address. */
        WAIT(429, "wait", "the lobby has heard too much from this address"),
        /** The lobby, or what it keeps matches in, has no room or is down. */
        BUSY(503, "busy", "the lobby has no room at the moment"),
        /** The lobby does not answer. */
        UNREACHABLE(0, "unreachable", "the lobby does not answer: look at the network and at the lobby's address"),
        /** The player hides its addresses, and the lobby has no TURN server. */
        NO_RELAY(0, "no-relay", "this lobby has no relay to hide addresses behind: play without relay-only, or in a"
            + " lobby with a TURN server"),
        /** Nobody on the local network hosts a match, or the one with this code. */
        NOBODY_NEAR(0, "nobody-near", "no host answers on this local network: look whether both are in the same one (a"
            + " Wi-Fi for guests keeps them apart) and whether the host's firewall lets UDP port 7708 in"),
        /** The local network is not to be had. */
        NO_LAN(0, "no-lan", "the local network is not to be had: look whether this machine is connected, and whether"
            + " another program holds UDP port 7708"),
        /** The lobby does not understand the request. */
        REFUSED(400, "refused", "the lobby does not understand this request: look for a newer version of the game"),
        /** A body or a letter is too long. */
        TOO_LONG(413, "too-long", "this is longer than the lobby takes: send less");

        private final int status;
        private final String word;
        private final String advice;

        Reason(final int status, final String word, final String advice) {
            this.status = status;
            this.word = word;
            this.advice = advice;
        }

        int status() {
            return status;
        }

        String word() {
            return word;
        }

        static Reason of(final String word) {
            for (final Reason reason : values()) {
                if (reason.word.equals(word)) {
                    return reason;
                }
            }
            return REFUSED;
        }
    }

    private final Reason reason;
    private final int retryAfterS;

    LobbyException(final Reason reason, final int retryAfterS, final @Nullable Throwable cause) {
        super(retryAfterS > 0 ? reason.advice + ": try again in " + retryAfterS + " s" : reason.advice, cause);
        this.reason = reason;
        this.retryAfterS = retryAfterS;
    }

    /**
     * Why.
     *
     * @return never null
     */
    public Reason reason() {
        return reason;
    }

    /**
     * How long the lobby asks to wait.
     *
     * @return seconds; 0 if it does not say
     */
    public int retryAfterSeconds() {
        return retryAfterS;
    }
}
