package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The answer to a {@link RequestVote}.
 *
 * <pre>
 *  0    header 0x13
 *  1    voter in bits 0-4, bit 5 zero, bit 6 pre-vote, bit 7 granted
 *  2-3  term: the one asked about if granted, otherwise the voter's own
 * </pre>
 */
public final class VoteResponse extends Message {

    private static final int BODY_BYTES = 3;
    private static final int VOTER_MASK = MAX_PLAYERS - 1;
    private static final int PRE_VOTE = 1 << 6;
    private static final int GRANTED = 1 << 7;

    private int voter;
    private int term;
    private boolean granted;
    private boolean preVote;

    /** A message to be filled or decoded into. */
    public VoteResponse() {
    }

    @Override
    public MessageType type() {
        return MessageType.VOTE_RESPONSE;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        final WireCode length = exactly(buffer, BODY_BYTES);
        if (length != WireCode.OK) {
            return length;
        }
        final int packed = buffer.get() & U8;
        voter = packed & VOTER_MASK;
        granted = (packed & GRANTED) != 0;
        preVote = (packed & PRE_VOTE) != 0;
        term = buffer.getShort() & U16;
        return (packed & ~(VOTER_MASK | PRE_VOTE | GRANTED)) == 0 ? WireCode.OK : WireCode.RESERVED;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) (voter | (granted ? GRANTED : 0) | (preVote ? PRE_VOTE : 0)));
        buffer.putShort((short) term);
    }

    /**
     * Returns the peer that answers.
     *
     * @return a player, 0 to 31
     */
    public int voter() {
        return voter;
    }

    /**
     * Sets the peer that answers.
     *
     * @param player 0 to 31
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public VoteResponse voter(final int player) {
        voter = checked("voter", player, 0, MAX_PLAYERS - 1);
        return this;
    }

    /**
     * Returns the term of the answer: the requested term if the vote is granted, otherwise the voter's own. A granted
     * pre-vote does not move the voter to that term (Raft dissertation, section 9.6).
     *
     * @return its lower 16 bits
     */
    public int term() {
        return term;
    }

    /**
     * Sets the term of the answer.
     *
     * @param value the term, of which the lower 16 bits are sent
     * @return this
     */
    public VoteResponse term(final long value) {
        term = (int) value & U16;
        return this;
    }

    /**
     * Returns whether the vote is granted.
     *
     * @return true if it is
     */
    public boolean granted() {
        return granted;
    }

    /**
     * Sets whether the vote is given.
     *
     * @param yes true to give it
     * @return this
     */
    public VoteResponse granted(final boolean yes) {
        granted = yes;
        return this;
    }

    /**
     * Returns whether this answers a pre-vote.
     *
     * @return true if the answer promises nothing
     */
    public boolean isPreVote() {
        return preVote;
    }

    /**
     * Sets whether this is the answer to a pre-vote.
     *
     * @param yes true for a pre-vote
     * @return this
     */
    public VoteResponse preVote(final boolean yes) {
        preVote = yes;
        return this;
    }

    @Override
    public String toString() {
        return "VoteResponse{voter=" + voter + ", term=" + term + ", granted=" + granted
            + ", preVote=" + preVote + '}';
    }
}
