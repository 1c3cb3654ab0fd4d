package io.lockstep.core.internal.protocol;

/** Why a peer ends a link, or refuses to open it. The order of the constants is their number on the wire. */
public enum GoodbyeReason {
    /** The match was played to its agreed end. */
    FINISHED,
    /** The player left. */
    LEFT,
    /** The two sides are configured differently; the goodbye names the field and the sender's value. */
    MISMATCH,
    /** The states of the game differ. */
    DESYNC,
    /** The sender failed. */
    ERROR;

    private static final GoodbyeReason[] BY_CODE = values();

    /**
     * The number on the wire.
     *
     * @return 0 to 4
     */
    public int code() {
        return ordinal();
    }

    /**
     * Finds a reason by its number.
     *
     * @param code 0 to 255
     * @return the reason, or null when none has this number
     */
    public static GoodbyeReason byCode(final int code) {
        return code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
