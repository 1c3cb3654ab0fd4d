package io.lockstep.lobby;

import org.jspecify.annotations.Nullable;

/** Why the lobby does not do what a client asked for. Has no stack: who asks for nonsense costs little. */
final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    private final LobbyException.Reason reason;
    private final int retryAfterS;

    Refusal(final LobbyException.Reason reason) {
        this(reason, reason == LobbyException.Reason.BUSY ? Limits.BUSY_WAIT_S : 0);
    }

    Refusal(final LobbyException.Reason reason, final int retryAfterS) {
        super(reason.word(), null, false, false);
        this.reason = reason;
        this.retryAfterS = retryAfterS;
    }

    LobbyException.Reason reason() {
        return reason;
    }

    /** 0 if waiting does not help. */
    int retryAfterS() {
        return retryAfterS;
    }

    static <T> T ifNull(final @Nullable T value, final LobbyException.Reason reason) throws Refusal {
        if (value == null) {
            throw new Refusal(reason);
        }
        return value;
    }

    static void unless(final boolean fine, final LobbyException.Reason reason) throws Refusal {
        if (!fine) {
            throw new Refusal(reason);
        }
    }
}
