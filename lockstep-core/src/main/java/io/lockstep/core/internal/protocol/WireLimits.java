package io.lockstep.core.internal.protocol;

/**
 * How large the parts of a message may be. All peers of a match use the same; the handshake compares them.
 *
 * @param inputBytes     length of one input, 1 to {@value #MAX_INPUT_BYTES}
 * @param maxLinkPlayers most players one link carries, 1 to {@value Message#MAX_PLAYERS}
 * @param maxEventBytes  longest event beside an input, 0 to {@value #MAX_EVENT_BYTES}
 * @param maxStateBytes  largest state after inflating, 1 to {@value #MAX_STATE_BYTES}
 */
public record WireLimits(int inputBytes, int maxLinkPlayers, int maxEventBytes, int maxStateBytes) {

    /** The ten buttons of {@link FrameInput} take two bytes. */
    public static final int DEFAULT_INPUT_BYTES = 2;

    /** Longest input: room for an RTS command or a VR pose, and 128 of them still fit one window's buffer. */
    public static final int MAX_INPUT_BYTES = 64;

    /** Longest event by default: two of them still fit beside the inputs of a tick in the smallest datagram. */
    public static final int DEFAULT_EVENT_BYTES = 64;

    /** Longest event: its length is one byte. */
    public static final int MAX_EVENT_BYTES = 255;

    /** Largest state by default, as much as a hostile or broken peer can make a receiver hold. */
    public static final int DEFAULT_STATE_BYTES = 8 << 20;

    /** Largest state that can be configured: what one Java array can be doubled to without overflow. */
    public static final int MAX_STATE_BYTES = 256 << 20;

    /** Two-byte inputs, one link for every player, and the default sizes. */
    public static final WireLimits DEFAULT =
        new WireLimits(DEFAULT_INPUT_BYTES, Message.MAX_PLAYERS, DEFAULT_EVENT_BYTES, DEFAULT_STATE_BYTES);

    /**
     * Checks every part.
     *
     * @param inputBytes     length of one input
     * @param maxLinkPlayers most players one link carries
     * @param maxEventBytes  longest event beside an input
     * @param maxStateBytes  largest state after inflating
     * @throws IllegalArgumentException if one is out of its range
     */
    public WireLimits {
        Message.checked("inputBytes", inputBytes, 1, MAX_INPUT_BYTES);
        Message.checked("maxLinkPlayers", maxLinkPlayers, 1, Message.MAX_PLAYERS);
        Message.checked("maxEventBytes", maxEventBytes, 0, MAX_EVENT_BYTES);
        Message.checked("maxStateBytes", maxStateBytes, 1, MAX_STATE_BYTES);
    }
}
