package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The message of every tick: all inputs of the sender's players that the receiver has not acknowledged, oldest first,
 * and what the sender has to say back. One lost datagram never matters, because the next one repeats what it held.
 *
 * <pre>
 *  0        header 0x16
 *  1        flags: bits 0-3 number of frames, 15: it follows, bit 4 repeat: holds no frame that was not sent before,
 *           bit 5 leads: the sender leads a term, bit 6 wide: two bytes of ack, bit 7 options
 *  [1]      options, not 0: bit 0 checksums, bit 1 checksum ack, bit 2 events, bit 3 echo, bit 4 report, bit 5 deaf:
 *           the sender does not hear the receiver, bit 6 term: the term the sender leads, bit 7 players
 *  2        first frame of the window
 *  1        ack: the first frame whose inputs the sender still lacks from the receiver, as its distance from the first
 *           frame in two's complement; wide: 2 bytes, the frame itself, only where the distance does not fit
 *  [1]      number of frames, 15 to 128
 *  [1]      players of the sender - 1, 1 to 31; without it there is one
 *  [2+2]    echo: low 16 bits of the link sequence of the newest window received, and how long ago, in units of 16 us
 *  [2]      checksum ack: frame of the newest checksum received
 *  [2+1+4n] checksums: frame of the first, number n (1-14), CRC32 of each, see {@link ChecksumList}
 *  [6]      report: see {@link ArrivalReport}
 *  [2]      term: the one that the sender leads; without it, the one that it named last
 *  bits     if there are frames: 1 bit follows: before the first frame is the one before the window, which the receiver
 *           holds; else zeros are. For each frame, for each player: 1 bit changed; if changed: for each input byte 1
 *           bit, then 8 bits of XOR with the previous frame's byte; if the events flag is set: 1 bit event; if set: 8
 *           bits length (1-255), then the bytes; length 0 is a {@link Command}: 8 bits kind, 8 seat, 16 frames. Zero
 *           bits up to a whole byte.
 * </pre>
 */
public final class InputWindow extends Message {

    /** Most frames in one window; the inputs in flight never exceed both input delays plus two, far below this. */
    public static final int MAX_FRAMES = 128;

    /** Unit of {@link #echoHold}: 16 bits then reach one second, longer than any echo worth having is held. */
    public static final int ECHO_HOLD_UNIT_NS = 16_000;

    /** Largest {@link #echoHold}; it says "too long ago to be of use". */
    public static final int MAX_ECHO_HOLD = 0xFFFF;

    private static final int FLAG_REPEAT = 1 << 4;
    private static final int FLAG_LEADS = 1 << 5;
    private static final int FLAG_WIDE = 1 << 6;
    private static final int FLAG_OPTIONS = 1 << 7;
    /** The number of frames in the flags that says that the number follows; the lower ones are the number itself. */
    private static final int COUNT_FOLLOWS = 15;

    private static final int OPTION_CHECKSUMS = 1;
    private static final int OPTION_CHECKSUM_ACK = 1 << 1;
    private static final int OPTION_EVENTS = 1 << 2;
    private static final int OPTION_ECHO = 1 << 3;
    private static final int OPTION_REPORT = 1 << 4;
    private static final int OPTION_DEAF = 1 << 5;
    private static final int OPTION_TERM = 1 << 6;
    private static final int OPTION_PLAYERS = 1 << 7;
    private static final int ECHO_BYTES = 2 * Short.BYTES;

    /** Flags, first frame and the shortest ack. */
    private static final int SHORTEST_BODY_BYTES = 4;
    /** With options, a wide ack and the players; who sends one frame need not count it. */
    private static final int LONGEST_BODY_BYTES = SHORTEST_BODY_BYTES + 3;

    private final int maxPlayers;
    private final InputFrames frames;
    private final ChecksumList checksums = new ChecksumList();
    private final ArrivalReport report = new ArrivalReport();
    private int ack;
    private int firstFrame;
    private boolean repeat;
    private boolean deaf;
    private boolean echo;
    private int echoSequence;
    private int echoHold;
    private boolean checksumAcked;
    private int checksumAck;
    private boolean leading;
    private boolean termNamed;
    private int leaderTerm;

    /**
     * A window for one kind of match.
     *
     * @param inputBytes    length of one input, 1 to 64
     * @param maxPlayers    most players of one sender, 1 to 32
     * @param maxEventBytes longest event, 0 to 255
     * @throws IllegalArgumentException if one is out of its range
     */
    public InputWindow(final int inputBytes, final int maxPlayers, final int maxEventBytes) {
        checked("inputBytes", inputBytes, 1, WireLimits.MAX_INPUT_BYTES);
        checked("maxEventBytes", maxEventBytes, 0, WireLimits.MAX_EVENT_BYTES);
        this.maxPlayers = checked("maxPlayers", maxPlayers, 1, MAX_PLAYERS);
        frames = new InputFrames(inputBytes, maxPlayers, maxEventBytes);
    }

    /**
     * How long a window of one frame can get, whatever is in it, when a third peer carries it.
     *
     * @param players       players of the sender
     * @param inputBytes    length of one input
     * @param maxEventBytes longest event
     * @return bytes
     */
    public static int worstCaseBytes(final int players, final int inputBytes, final int maxEventBytes) {
        final int head = HEADER_BYTES + LONGEST_BODY_BYTES + ECHO_BYTES + Short.BYTES + ChecksumList.MAX_BYTES
            + ArrivalReport.BYTES + Short.BYTES + Relay.OVERHEAD_BYTES;
        final int eventBits = 1 + Byte.SIZE + Math.max(maxEventBytes * Byte.SIZE, Command.BITS);
        final int bits = 1 + players * (1 + inputBytes * (1 + Byte.SIZE) + eventBits);
        return head + (bits + Byte.SIZE - 1) / Byte.SIZE;
    }

    @Override
    public MessageType type() {
        return MessageType.INPUT_WINDOW;
    }

    /**
     * Empties the window, to be filled anew.
     *
     * @param senderPlayers how many players each frame holds, 1 to the maximum
     * @param ackFrame      first frame the sender still lacks; the lower 16 bits travel
     * @param first         first frame of the window; the lower 16 bits travel
     * @throws IllegalArgumentException if there are more players than this window was made for
     */
    public void reset(final int senderPlayers, final long ackFrame, final long first) {
        start(senderPlayers, ackFrame, first);
        frames.followNothing();
        repeat = false;
        deaf = false;
        echo = false;
        checksumAcked = false;
        leading = false;
        termNamed = false;
        checksums.clear();
        report.clear();
    }

    /**
     * Sets where the window starts, and empties its frames; what else it says stays.
     *
     * @param senderPlayers how many players each frame holds, 1 to the maximum
     * @param ackFrame      first frame the sender still lacks; the lower 16 bits travel
     * @param first         first frame of the window; the lower 16 bits travel
     * @throws IllegalArgumentException if there are more players than this window was made for
     */
    public void start(final int senderPlayers, final long ackFrame, final long first) {
        checked("players", senderPlayers, 1, maxPlayers);
        ack = (int) ackFrame & U16;
        firstFrame = (int) first & U16;
        frames.reset(senderPlayers);
    }

    /**
     * Marks a window that holds no frame which was not sent before: a copy against loss, or a sign of life in a stall.
     *
     * @param nothingNew true when it does
     */
    public void repeat(final boolean nothingNew) {
        repeat = nothingNew;
    }

    /**
     * Was everything in this window sent before?
     *
     * @return false when it left as soon as its newest frame was sampled, so that its arrival tells the way's slack
     */
    public boolean isRepeat() {
        return repeat;
    }

    /**
     * Says whether any window of the receiver came straight of late.
     *
     * @param hearsNothing true when none did, so that the receiver's datagrams are to take a detour
     */
    public void deaf(final boolean hearsNothing) {
        deaf = hearsNothing;
    }

    /**
     * Does the sender hear no inputs of the receiver?
     *
     * @return true when no window of it comes straight
     */
    public boolean isDeaf() {
        return deaf;
    }

    /**
     * Echoes the newest datagram received of those that are echoed, windows and what carries one, from which its sender
     * learns the RTT and what is still on its way.
     *
     * @param sequence its link sequence; the lower 16 bits travel
     * @param heldNs   how long ago it came, nanoseconds
     */
    public void echo(final int sequence, final long heldNs) {
        echo = true;
        echoSequence = sequence & U16;
        echoHold = (int) Math.min(Math.max(heldNs, 0) / ECHO_HOLD_UNIT_NS, MAX_ECHO_HOLD);
    }

    /**
     * Acknowledges the newest checksum received.
     *
     * @param frame the frame it was of; the lower 16 bits travel
     */
    public void acknowledgeChecksum(final long frame) {
        checksumAcked = true;
        checksumAck = (int) frame & U16;
    }

    /**
     * Says whether the sender leads; which term, it has said before.
     *
     * @param still true when it does
     */
    public void leading(final boolean still) {
        leading = still;
    }

    /**
     * Says that the sender leads, and which term.
     *
     * @param term the term it leads; the lower 16 bits travel
     */
    public void leads(final long term) {
        leading = true;
        nameTerm(term);
    }

    /**
     * Names the term that the sender leads, if it says that it does.
     *
     * @param term that term; the lower 16 bits travel
     */
    public void nameTerm(final long term) {
        termNamed = true;
        leaderTerm = (int) term & U16;
    }

    /**
     * Adds the frame whose inputs were set, if the message then still fits.
     *
     * @param limitBytes longest message wanted
     * @return false when it does not fit or the window is full: the frame is left out
     */
    public boolean endFrame(final int limitBytes) {
        // Whether it brings the first event is seen only behind the head: the byte of options is kept free for that.
        return frames.count() < MAX_FRAMES
            && frames.end((limitBytes - headBytes(frames.count() + 1)) * Byte.SIZE - 1);
    }

    /** The length of all before the frames, as if there were options. */
    private int headBytes(final int count) {
        return HEADER_BYTES + SHORTEST_BODY_BYTES + 1 + (isWide() ? 1 : 0)
            + (count < COUNT_FOLLOWS ? 0 : 1) + (frames.players() > 1 ? 1 : 0)
            + (echo ? ECHO_BYTES : 0) + (checksumAcked ? Short.BYTES : 0) + checksums.encodedBytes()
            + (report.present() ? ArrivalReport.BYTES : 0) + (termNamed ? Short.BYTES : 0);
    }

    /** Is the ack too far from the first frame for one byte? */
    private boolean isWide() {
        final short distance = (short) (ack - firstFrame);
        return distance != (byte) distance;
    }

    private int options() {
        return (checksums.count() > 0 ? OPTION_CHECKSUMS : 0) | (checksumAcked ? OPTION_CHECKSUM_ACK : 0)
            | (frames.hasEvents() ? OPTION_EVENTS : 0) | (echo ? OPTION_ECHO : 0)
            | (report.present() ? OPTION_REPORT : 0) | (deaf ? OPTION_DEAF : 0)
            | (termNamed ? OPTION_TERM : 0) | (frames.players() > 1 ? OPTION_PLAYERS : 0);
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        final int count = frames.count();
        final int options = options();
        final boolean wide = isWide();
        buffer.put((byte) (Math.min(count, COUNT_FOLLOWS) | (repeat ? FLAG_REPEAT : 0) | (leading ? FLAG_LEADS : 0)
            | (wide ? FLAG_WIDE : 0) | (options == 0 ? 0 : FLAG_OPTIONS)));
        if (options != 0) {
            buffer.put((byte) options);
        }
        buffer.putShort((short) firstFrame);
        if (wide) {
            buffer.putShort((short) ack);
        } else {
            buffer.put((byte) (ack - firstFrame));
        }
        if (count >= COUNT_FOLLOWS) {
            buffer.put((byte) count);
        }
        if (frames.players() > 1) {
            buffer.put((byte) (frames.players() - 1));
        }
        encodeOptions(buffer);
        frames.encode(buffer, true);
    }

    private void encodeOptions(final ByteBuffer buffer) {
        if (echo) {
            buffer.putShort((short) echoSequence);
            buffer.putShort((short) echoHold);
        }
        if (checksumAcked) {
            buffer.putShort((short) checksumAck);
        }
        if (checksums.count() > 0) {
            checksums.encode(buffer);
        }
        if (report.present()) {
            report.encode(buffer);
        }
        if (termNamed) {
            buffer.putShort((short) leaderTerm);
        }
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        if (buffer.remaining() < SHORTEST_BODY_BYTES) {
            return WireCode.TRUNCATED;
        }
        final int flags = buffer.get() & U8;
        final boolean wide = (flags & FLAG_WIDE) != 0;
        final boolean counted = (flags & COUNT_FOLLOWS) == COUNT_FOLLOWS;
        final int options = (flags & FLAG_OPTIONS) == 0 ? 0 : buffer.get() & U8;
        final boolean several = (options & OPTION_PLAYERS) != 0;
        if (buffer.remaining() < Short.BYTES + 1 + (wide ? 1 : 0) + (counted ? 1 : 0) + (several ? 1 : 0)) {
            return WireCode.TRUNCATED;
        }
        final int first = buffer.getShort();
        final int lacks = wide ? buffer.getShort() : first + buffer.get();
        final int count = counted ? buffer.get() & U8 : flags & COUNT_FOLLOWS;
        final int others = several ? buffer.get() & U8 : 0;
        if (others >= MAX_PLAYERS) {
            return WireCode.RESERVED;
        }
        if (others >= maxPlayers) {
            return WireCode.TOO_LARGE;
        }
        if (count > MAX_FRAMES) {
            return WireCode.RANGE;
        }
        reset(others + 1, lacks, first);
        repeat = (flags & FLAG_REPEAT) != 0;
        leading = (flags & FLAG_LEADS) != 0;
        deaf = (options & OPTION_DEAF) != 0;
        if (wide != isWide() || counted && count < COUNT_FOLLOWS || several && others == 0
            || (flags & FLAG_OPTIONS) != 0 && options == 0 || !leading && (options & OPTION_TERM) != 0) {
            return WireCode.NOT_CANONICAL;
        }
        final WireCode code = decodeOptions(buffer, options);
        return code == WireCode.OK ? frames.decode(buffer, count, (options & OPTION_EVENTS) != 0, true) : code;
    }

    private WireCode decodeOptions(final ByteBuffer buffer, final int options) {
        final int bytes = ((options & OPTION_ECHO) != 0 ? ECHO_BYTES : 0)
            + ((options & OPTION_CHECKSUM_ACK) != 0 ? Short.BYTES : 0);
        if (buffer.remaining() < bytes) {
            return WireCode.TRUNCATED;
        }
        if ((options & OPTION_ECHO) != 0) {
            echo = true;
            echoSequence = buffer.getShort() & U16;
            echoHold = buffer.getShort() & U16;
        }
        if ((options & OPTION_CHECKSUM_ACK) != 0) {
            acknowledgeChecksum(buffer.getShort());
        }
        WireCode code = (options & OPTION_CHECKSUMS) == 0 ? WireCode.OK : checksums.decode(buffer);
        if (code == WireCode.OK && (options & OPTION_REPORT) != 0) {
            code = report.decode(buffer);
        }
        return code == WireCode.OK && (options & OPTION_TERM) != 0 ? decodeTerm(buffer) : code;
    }

    private WireCode decodeTerm(final ByteBuffer buffer) {
        if (buffer.remaining() < Short.BYTES) {
            return WireCode.TRUNCATED;
        }
        nameTerm(buffer.getShort());
        return WireCode.OK;
    }

    /**
     * What the sender says of the receiver's datagrams.
     *
     * @return the same object every time
     */
    public ArrivalReport report() {
        return report;
    }

    /**
     * The frames the window holds: where inputs and events are put and read.
     *
     * @return the same object every time
     */
    public InputFrames frames() {
        return frames;
    }

    /**
     * The first frame whose inputs the sender still lacks.
     *
     * @return its lower 16 bits
     */
    public int ack() {
        return ack;
    }

    /**
     * The first frame of the window.
     *
     * @return its lower 16 bits
     */
    public int firstFrame() {
        return firstFrame;
    }

    /**
     * Is there an echo?
     *
     * @return true when {@link #echoSequence} and {@link #echoHold} mean something
     */
    public boolean hasEcho() {
        return echo;
    }

    /**
     * The echoed datagram.
     *
     * @return the lower 16 bits of its link sequence
     */
    public int echoSequence() {
        return echoSequence;
    }

    /**
     * How long the echoed datagram was held before this one was sent.
     *
     * @return in units of {@link #ECHO_HOLD_UNIT_NS}; {@link #MAX_ECHO_HOLD} means too long
     */
    public int echoHold() {
        return echoHold;
    }

    /**
     * Is a checksum acknowledged?
     *
     * @return true when {@link #checksumAck} means something
     */
    public boolean hasChecksumAck() {
        return checksumAcked;
    }

    /**
     * The frame of the newest checksum the sender has received.
     *
     * @return its lower 16 bits
     */
    public int checksumAck() {
        return checksumAck;
    }

    /**
     * Does the sender lead?
     *
     * @return true when it does: {@link #leaderTerm} if that is there, else the term that it named last
     */
    public boolean isLeading() {
        return leading;
    }

    /**
     * Is the term named that the sender leads?
     *
     * @return true when {@link #leaderTerm} means something
     */
    public boolean namesTerm() {
        return termNamed;
    }

    /**
     * The term the sender leads.
     *
     * @return its lower 16 bits
     */
    public int leaderTerm() {
        return leaderTerm;
    }

    /**
     * The checksums of the sender's state.
     *
     * @return the same object every time
     */
    public ChecksumList checksums() {
        return checksums;
    }

    @Override
    public String toString() {
        return "InputWindow{first=" + firstFrame + ", frames=" + frames.count() + ", ack=" + ack + '}';
    }
}
