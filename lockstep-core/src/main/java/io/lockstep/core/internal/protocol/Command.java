package io.lockstep.core.internal.protocol;

/**
 * A session command that travels in the input stream of a player, in the place of that frame's event, so that every
 * peer obeys it at the same frame. It is handled as one number that is not 0:
 *
 * <pre>
 *  bits 0-7    kind, see {@link Kind}
 *  bits 8-15   seat: whose seat it is about, 0 to 31
 *  bits 16-31  frames: how much later it takes effect, 0 to 65535
 * </pre>
 *
 * <p>Of {@link Kind#ACTIVATE} bits 16 to 23 alone are frames. Bits 24 to 31 are the lowest of the newcomer's
 * incarnation: an order about a process says nothing of the one that takes its seat after it.
 *
 * <p>What a kind has no use for is 0 by habit; it is carried as it is.
 */
public final class Command {

    /** No command. */
    public static final int NONE = 0;

    /** Length of a command on the wire, behind the zero byte that tells it from an event. */
    static final int BITS = Integer.SIZE;

    private static final int SEAT_SHIFT = 8;
    private static final int FRAMES_SHIFT = 16;
    /** What two orders about the same newcomer have in common: kind, seat, and the bits of its incarnation. */
    private static final int SUBJECT = 0xFF00FFFF;

    /** What is commanded. */
    public enum Kind {
        /** The player leaves: this frame is its last one, and its input still counts. */
        LEAVE,
        /** The match stands still from this frame on: frames and inputs go on, the game is not stepped. */
        PAUSE,
        /** The game is stepped again. */
        RESUME,
        /** The inputs of the seat {@link Command#seat} count from so many frames on, see {@link Command#ahead}. */
        ACTIVATE,
        /** States differ, and the match ends with this frame by the policy that was agreed. */
        HALT;

        private static final Kind[] VALUES = values();

        /**
         * The number on the wire.
         *
         * @return 1 to 5
         */
        public int code() {
            return ordinal() + 1;
        }
    }

    private Command() {
    }

    /**
     * Packs a command.
     *
     * @param kind   what is commanded
     * @param seat   the seat it is about, 0 to 31
     * @param frames how many frames later it takes effect, 0 to 65535
     * @return a number that is not 0
     * @throws IllegalArgumentException if seat or frames is out of range
     */
    public static int of(final Kind kind, final int seat, final int frames) {
        return kind.code() | Message.checked("seat", seat, 0, Message.MAX_PLAYERS - 1) << SEAT_SHIFT
            | Message.checked("frames", frames, 0, Message.U16) << FRAMES_SHIFT;
    }

    /**
     * Packs a command that needs neither seat nor frames.
     *
     * @param kind what is commanded
     * @return a number that is not 0
     */
    public static int of(final Kind kind) {
        return kind.code();
    }

    /**
     * Packs an order that the inputs of a newcomer count.
     *
     * @param seat        its seat, 0 to 31
     * @param ahead       how many frames later, 0 to 255
     * @param incarnation of the process that sits there
     * @return a number that is not 0
     * @throws IllegalArgumentException if seat or frames is out of range
     */
    public static int activate(final int seat, final int ahead, final int incarnation) {
        return of(Kind.ACTIVATE, seat,
            Message.checked("ahead", ahead, 0, Message.U8) | (incarnation & Message.U8) << Byte.SIZE);
    }

    /**
     * Is this an order that inputs of a newcomer count?
     *
     * @param packed a command, or {@link #NONE}
     * @return true for {@link Kind#ACTIVATE}
     */
    public static boolean isActivate(final int packed) {
        return (packed & Message.U8) == Kind.ACTIVATE.code();
    }

    /**
     * How many frames later the inputs of a newcomer count.
     *
     * @param packed an order to activate
     * @return frames, 0 to 255
     */
    public static int ahead(final int packed) {
        return frames(packed) & Message.U8;
    }

    /**
     * Are two orders to activate about the same newcomer?
     *
     * @param packed an order to activate
     * @param other  another one
     * @return true whatever frames they name
     */
    public static boolean isOfTheSame(final int packed, final int other) {
        return ((packed ^ other) & SUBJECT) == 0;
    }

    /**
     * Is this a command?
     *
     * @param packed any number
     * @return true when kind and seat are in range
     */
    public static boolean isValid(final int packed) {
        final int code = packed & Message.U8;
        return code >= 1 && code <= Kind.VALUES.length && seat(packed) < Message.MAX_PLAYERS;
    }

    /**
     * What is commanded.
     *
     * @param packed a valid command
     * @return its kind
     * @throws ArrayIndexOutOfBoundsException if it is not valid
     */
    public static Kind kind(final int packed) {
        return Kind.VALUES[(packed & Message.U8) - 1];
    }

    /**
     * The seat a command is about.
     *
     * @param packed a valid command
     * @return 0 to 31
     */
    public static int seat(final int packed) {
        return packed >>> SEAT_SHIFT & Message.U8;
    }

    /**
     * How much later a command takes effect.
     *
     * @param packed a valid command
     * @return frames, 0 to 65535
     */
    public static int frames(final int packed) {
        return packed >>> FRAMES_SHIFT;
    }

    /**
     * Does a player leave by this?
     *
     * @param packed a command, or {@link #NONE}
     * @return true for {@link Kind#LEAVE}
     */
    public static boolean isLeave(final int packed) {
        return (packed & Message.U8) == Kind.LEAVE.code();
    }

    /** Refuses what is no command, instead of sending it. */
    static int checked(final int packed) {
        if (!isValid(packed)) {
            throw new IllegalArgumentException("0x" + Integer.toHexString(packed) + " is no command");
        }
        return packed;
    }
}
