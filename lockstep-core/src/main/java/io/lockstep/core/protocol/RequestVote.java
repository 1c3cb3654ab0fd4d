package io.lockstep.core.protocol;

import io.lockstep.core.codec.JsonWriter;
import java.nio.ByteBuffer;

/**
 * A candidate asks for a vote.
 *
 * <pre>
 *  0    header 0x12
 *  1    candidate, 0 to 31
 *  2-3  term
 *  4-5  last frame
 * </pre>
 */
public final class RequestVote extends Message {

    private static final int BODY_BYTES = 5;
    private static final String[] JSON_FIELDS = {"candidate", "term", "lastFrame"};

    private int candidate;
    private int term;
    private int lastFrame;

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
        candidate = buffer.get() & U8;
        term = buffer.getShort() & U16;
        lastFrame = buffer.getShort() & U16;
        return check();
    }

    @Override
    WireCode check() {
        return candidate < MAX_PLAYERS ? WireCode.OK : WireCode.RANGE;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) candidate);
        buffer.putShort((short) term);
        buffer.putShort((short) lastFrame);
    }

    @Override
    String[] jsonFields() {
        return JSON_FIELDS;
    }

    @Override
    void writeField(final int field, final JsonWriter out) {
        switch (field) {
            case 0 -> out.unsigned(candidate);
            case 1 -> out.unsigned(term);
            default -> out.unsigned(lastFrame);
        }
    }

    @Override
    void readField(final int field, final JsonInput in) {
        switch (field) {
            case 0 -> candidate = in.u8();
            case 1 -> term = in.u16();
            default -> lastFrame = in.u16();
        }
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

    @Override
    public String toString() {
        return "RequestVote{candidate=" + candidate + ", term=" + term + ", lastFrame=" + lastFrame + '}';
    }
}
