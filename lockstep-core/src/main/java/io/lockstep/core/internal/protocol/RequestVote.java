package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * A candidate asks for a vote, or whether it would get one.
 *
 * <pre>
 *  0    header 0x12
 *  1    candidate, 0 to 31, in bits 0-6; bit 7 pre-vote
 *  2-3  term
 *  4-5  last frame
 * </pre>
 */
public final class RequestVote extends Message {

    private static final int BODY_BYTES = 5;
    private static final int PRE_VOTE = 1 << 7;

    private int candidate;
    private int term;
    private int lastFrame;
    private boolean preVote;

    /** A message to be filled or decoded into. */
    public RequestVote() {
    }

    @Override
    public MessageType type() {
        return MessageType.REQUEST_VOTE;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        final WireCode length = exactly(buffer, BODY_BYTES);
        if (length != WireCode.OK) {
            return length;
        }
        final int packed = buffer.get() & U8;
        candidate = packed & ~PRE_VOTE;
        preVote = (packed & PRE_VOTE) != 0;
        term = buffer.getShort() & U16;
        lastFrame = buffer.getShort() & U16;
        return check();
    }

    @Override
    public WireCode check() {
        return candidate < MAX_PLAYERS ? WireCode.OK : WireCode.RANGE;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) (candidate | (preVote ? PRE_VOTE : 0)));
        buffer.putShort((short) term);
        buffer.putShort((short) lastFrame);
    }

    /**
     * Who wants to lead.
     *
     * @return a player, 0 to 31
     */
    public int candidate() {
        return candidate;
    }

    /**
     * Sets who wants to lead.
     *
     * @param player 0 to 31
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public RequestVote candidate(final int player) {
        candidate = checked("candidate", player, 0, MAX_PLAYERS - 1);
        return this;
    }

    /**
     * The term to lead in.
     *
     * @return its lower 16 bits
     */
    public int term() {
        return term;
    }

    /**
     * Sets the term to lead in.
     *
     * @param value the lower 16 bits travel
     * @return this
     */
    public RequestVote term(final long value) {
        term = (int) value & U16;
        return this;
    }

    /**
     * The last frame the candidate has.
     *
     * @return its lower 16 bits
     */
    public int lastFrame() {
        return lastFrame;
    }

    /**
     * Sets the last frame the candidate has.
     *
     * @param value the lower 16 bits travel
     * @return this
     */
    public RequestVote lastFrame(final long value) {
        lastFrame = (int) value & U16;
        return this;
    }

    /**
     * Does the candidate only ask whether it would get the vote?
     *
     * @return true when nothing is promised by the answer
     */
    public boolean isPreVote() {
        return preVote;
    }

    /**
     * Sets whether the candidate only asks whether it would get the vote.
     *
     * @param yes true for a pre-vote
     * @return this
     */
    public RequestVote preVote(final boolean yes) {
        preVote = yes;
        return this;
    }

    @Override
    public String toString() {
        return "RequestVote{candidate=" + candidate + ", term=" + term + ", lastFrame=" + lastFrame
            + ", preVote=" + preVote + '}';
    }
}
