package io.lockstep.core.internal.protocol;

/**
 * Which versions of the wire a peer speaks and what else it can do: what its hello says first. Two peers play with the
 * highest version that both speak, and with the capabilities that both have. A capability is a bit, the same in both
 * fields: which of the two it stands in is the sender's word on whether it plays without.
 *
 * @param lowest   lowest version, 1 to 255
 * @param highest  highest version, not below the lowest
 * @param required bits of the capabilities without which the peer does not play
 * @param optional bits of the capabilities that the peer uses if the other one has them too
 */
public record WireSupport(int lowest, int highest, int required, int optional) {

    /** The capability to read messages in JSON. */
    public static final int JSON = 1;

    /** The capability to send and take inputs as {@link FrameInput}, each once. */
    public static final int FRAME_INPUT = 1 << 1;

    /** The capability to encrypt what travels; whoever has it, requires it. */
    public static final int ENCRYPTION = 1 << 2;

    /**
     * Checks the versions.
     *
     * @throws IllegalArgumentException if they are out of range
     */
    public WireSupport {
        Message.checked("lowest version", lowest, 1, Message.U8);
        Message.checked("highest version", highest, lowest, Message.U8);
    }

    /**
     * Are these the lowest and the highest version of a peer?
     *
     * @param lowest  0 to 255
     * @param highest 0 to 255
     * @return false if a greeting with them is refused
     */
    public static boolean areVersions(final int lowest, final int highest) {
        return lowest >= 1 && lowest <= highest;
    }

    /**
     * The same, with more optional capabilities.
     *
     * @param more bits
     * @return what a peer says of itself
     */
    public WireSupport with(final int more) {
        return new WireSupport(lowest, highest, required, optional | more);
    }

    /**
     * The same, with more capabilities without which the peer does not play.
     *
     * @param more bits
     * @return what a peer says of itself
     */
    public WireSupport requiring(final int more) {
        return new WireSupport(lowest, highest, required | more, optional);
    }

    /**
     * The version in which two peers talk.
     *
     * @param other the other peer's
     * @return the highest that both speak, or 0 if there is none
     */
    public int commonVersion(final WireSupport other) {
        final int candidate = Math.min(highest, other.highest);
        return candidate >= Math.max(lowest, other.lowest) ? candidate : 0;
    }

    /**
     * The capabilities with which two peers play.
     *
     * @param other the other peer's
     * @return the bits that both have; what only one of them has is not used
     */
    public int commonCapabilities(final WireSupport other) {
        return capabilities() & other.capabilities();
    }

    /**
     * What the other peer requires and this one has not got.
     *
     * @param other the other peer's
     * @return bits; 0 if nothing is missing
     */
    public int lacksOf(final WireSupport other) {
        return other.required & ~capabilities();
    }

    private int capabilities() {
        return required | optional;
    }

    /**
     * The versions, for people.
     *
     * @return as {@code 1} or {@code 1 to 3}
     */
    public String versions() {
        return lowest == highest ? Integer.toString(lowest) : lowest + " to " + highest;
    }
}
