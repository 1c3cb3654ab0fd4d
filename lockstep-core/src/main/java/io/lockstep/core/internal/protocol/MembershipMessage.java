package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * What the peers of a match tell each other about the leader and the members. One layout for every kind; what a kind
 * has no use for is left empty.
 *
 * <pre>
 *  0      header 0x1D
 *  1      kind, see {@link Kind}
 *  2      flags: bit 0 leads, bit 1 established, bit 2 joining, bit 3 branch, bits 4-7 zero
 *  3-10   term
 *  11-18  ballot
 *  19-22  number of the epoch
 *  23-30  id of the epoch
 *  31-34  members of the epoch, bit n for peer n
 *  35-38  mask of peers, its meaning depends on the kind
 *  39     seat, 0 to 31
 *  40     number of member masks in the chain of epochs, 0 to 4
 *  [4n]   the chain
 *  4      frames: bit p for player p
 *  [8n]   a frame for each bit set, from the lowest
 *  4      incarnations: bit s for peer s
 *  [4n]   an incarnation for each bit set, from the lowest
 *  [n]    in a CUT, what it was decided from: {@link CutReports}
 * </pre>
 */
public final class MembershipMessage extends Message {

    /** What is said. */
    public enum Kind {
        /** Told to all, often: the sender's term, epoch and receipts, which peers it misses and which it would drop. */
        STATUS,
        /** The leader opens a round: promise this ballot, stand still, and report what came from the suspects. */
        PREPARE,
        /** The promise, with the receipts. */
        REPORT,
        /** The leader's decision: the next epoch, its members, and each player's first frame that does not count. */
        CUT,
        /** The leader asks a member to lead after it. */
        TRANSFER,
        /** A newcomer is to enter: which seat, from which frame's state, and who sends it. */
        JOIN,
        /** A member says the checksum and the hash of the state that another peer loads. */
        VOUCH,
        /** A newcomer has caught up. */
        READY,
        /** The leader orders that the state of members in the minority be replaced: by whose, and of which frame. */
        REPAIR,
        /** The answer to such an order, from the peer that was to load the state or to send it. */
        REPAIRED,
        /** What a peer signs that its inputs were in some frames, said by itself or shown by another. */
        SIGNED;

        /** In the order of their numbers on the wire. */
        static final Kind[] VALUES = values();
    }

    /** Longest chain: the epoch that is being left and unestablished predecessors; longer ones are not begun. */
    public static final int MAX_CHAIN = MemberChain.MAX_LENGTH;

    /** Highest term: with the 16 bits of a round behind it, it makes a ballot that is never negative. */
    public static final long MAX_TERM = (1L << 47) - 1;

    /** Length of the longest message. */
    public static final int MAX_BYTES = 41 + MAX_CHAIN * Integer.BYTES
        + Integer.BYTES + MAX_PLAYERS * Long.BYTES + Integer.BYTES + MAX_PLAYERS * Integer.BYTES
        + CutReports.MAX_BYTES;

    /** The hash of a state in parts of 32 bits. */
    private static final int HASH_PARTS = 4;

    private static final int LEADS = 1;
    private static final int ESTABLISHED = 1 << 1;
    private static final int JOINING = 1 << 2;
    private static final int BRANCH = 1 << 3;
    private static final int FLAGS_KNOWN = LEADS | ESTABLISHED | JOINING | BRANCH;

    /** Everything up to and including the number of masks in the chain, without the header. */
    private static final int FIXED_BODY_BYTES = 40;

    private final MemberChain chain = new MemberChain();
    private final MaskedValues frames = new MaskedValues("player", Long.BYTES);
    private final MaskedValues incarnations = new MaskedValues("peer", Integer.BYTES);
    private final CutReports reports = new CutReports();
    private Kind kind = Kind.STATUS;
    private int flags;
    private long term;
    private long ballot;
    private int epoch;
    private long epochId;
    private int members;
    private int mask;
    private int seat;

    /** A message to be filled or decoded into. */
    public MembershipMessage() {
    }

    /**
     * The longest CUT of a match.
     *
     * @param seats how many peers it has
     * @return bytes
     */
    public static int longestCut(final int seats) {
        final int half = seats / 2;
        return MAX_BYTES - CutReports.MAX_BYTES - (MAX_PLAYERS - seats) * (Long.BYTES + Integer.BYTES)
            + 2 * Integer.BYTES + half * (seats - half);
    }

    @Override
    public MessageType type() {
        return MessageType.MEMBERSHIP;
    }

    /**
     * Empties the message, to be filled anew: every number is 0, every flag is off, and nothing is listed.
     *
     * @param what what is said
     * @return this
     */
    public MembershipMessage reset(final Kind what) {
        kind = what;
        flags = 0;
        term = 0;
        ballot = 0;
        epoch = 0;
        epochId = 0;
        members = 0;
        mask = 0;
        seat = 0;
        chain.clear();
        frames.clear();
        incarnations.clear();
        reports.reset(0, 0);
        return this;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        if (buffer.remaining() < FIXED_BODY_BYTES) {
            return WireCode.TRUNCATED;
        }
        final int kindCode = buffer.get() & U8;
        final int bits = buffer.get() & U8;
        if ((bits & ~FLAGS_KNOWN) != 0) {
            return WireCode.RESERVED;
        }
        if (kindCode >= Kind.VALUES.length) {
            return WireCode.RANGE;
        }
        reset(Kind.VALUES[kindCode]);
        flags = bits;
        term = buffer.getLong();
        ballot = buffer.getLong();
        epoch = buffer.getInt();
        epochId = buffer.getLong();
        members = buffer.getInt();
        mask = buffer.getInt();
        final int peer = buffer.get() & U8;
        if (peer >= MAX_PLAYERS) {
            return WireCode.RANGE;
        }
        seat = peer;
        return decodeLists(buffer);
    }

    private WireCode decodeLists(final ByteBuffer buffer) {
        WireCode code = chain.decode(buffer);
        if (code == WireCode.OK) {
            code = frames.decode(buffer);
        }
        if (code == WireCode.OK) {
            code = incarnations.decode(buffer);
        }
        if (code == WireCode.OK && kind == Kind.CUT) {
            code = reports.decode(buffer);
        }
        if (code != WireCode.OK) {
            return code;
        }
        return buffer.hasRemaining() ? WireCode.TRAILING : check();
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) kind.ordinal()).put((byte) flags).putLong(term).putLong(ballot).putInt(epoch)
            .putLong(epochId).putInt(members).putInt(mask).put((byte) seat);
        chain.encode(buffer);
        frames.encode(buffer);
        incarnations.encode(buffer);
        if (kind == Kind.CUT) {
            reports.encode(buffer);
        }
    }

    /**
     * Refuses what no peer can mean: an epoch of nobody, and a term that could not be followed by another. A READY
     * speaks of no term, whatever stands in its place.
     */
    @Override
    public WireCode check() {
        final boolean ofNobody = kind == Kind.CUT && members == 0;
        final boolean inNoTerm = kind != Kind.READY && (term < 0 || term > MAX_TERM || ballot < 0);
        final boolean ofSuspects = (reports.suspects() & reports.reporters()) != 0;
        final boolean ofOthers = kind != Kind.CUT && (reports.suspects() | reports.reporters()) != 0;
        return ofNobody || inNoTerm || ofSuspects || ofOthers ? WireCode.RANGE : WireCode.OK;
    }

    private boolean flag(final int bit) {
        return (flags & bit) != 0;
    }

    private MembershipMessage flag(final int bit, final boolean on) {
        flags = on ? flags | bit : flags & ~bit;
        return this;
    }

    /**
     * What is said.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Sets what is said, and leaves the rest as it is.
     *
     * @param what the kind
     * @return this
     */
    public MembershipMessage kind(final Kind what) {
        kind = what;
        return this;
    }

    /**
     * Does the sender lead its term?
     *
     * @return true for yes
     */
    public boolean leads() {
        return flag(LEADS);
    }

    /**
     * Sets whether the sender leads its term.
     *
     * @param yes true for yes
     * @return this
     */
    public MembershipMessage leads(final boolean yes) {
        return flag(LEADS, yes);
    }

    /**
     * Has a quorum of its predecessor applied the epoch? In the STATUS of a newcomer: has a state begun to arrive? In a
     * READY: has it caught up, or as a member, does it keep pace?
     *
     * @return true for yes
     */
    public boolean established() {
        return flag(ESTABLISHED);
    }

    /**
     * Sets whether a quorum of its predecessor has applied the epoch, or what else {@link #established()} means.
     *
     * @param yes true for yes
     * @return this
     */
    public MembershipMessage established(final boolean yes) {
        return flag(ESTABLISHED, yes);
    }

    /**
     * Is the sender a newcomer?
     *
     * @return true for yes
     */
    public boolean joining() {
        return flag(JOINING);
    }

    /**
     * Sets whether the sender is a newcomer.
     *
     * @param yes true for yes
     * @return this
     */
    public MembershipMessage joining(final boolean yes) {
        return flag(JOINING, yes);
    }

    /**
     * Was the epoch made without a quorum, by a policy?
     *
     * @return true for yes
     */
    public boolean branch() {
        return flag(BRANCH);
    }

    /**
     * Sets whether the epoch was made without a quorum, by a policy.
     *
     * @param yes true for yes
     * @return this
     */
    public MembershipMessage branch(final boolean yes) {
        return flag(BRANCH, yes);
    }

    /**
     * The term.
     *
     * @return any 64 bits
     */
    public long term() {
        return term;
    }

    /**
     * Sets the term.
     *
     * @param value all 64 bits travel
     * @return this
     */
    public MembershipMessage term(final long value) {
        term = value;
        return this;
    }

    /**
     * The ballot: the term and the round of its leader.
     *
     * @return any 64 bits
     */
    public long ballot() {
        return ballot;
    }

    /**
     * Sets the ballot: the term and the round of its leader.
     *
     * @param value all 64 bits travel
     * @return this
     */
    public MembershipMessage ballot(final long value) {
        ballot = value;
        return this;
    }

    /**
     * The number of the epoch.
     *
     * @return 0 to 2<sup>32</sup> − 1
     */
    public long epoch() {
        return epoch & U32;
    }

    /**
     * Sets the number of the epoch.
     *
     * @param number 0 to 2<sup>32</sup> − 1
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public MembershipMessage epoch(final long number) {
        if (number < 0 || number > U32) {
            throw new IllegalArgumentException("epoch " + number + " is not in 0 to " + U32);
        }
        epoch = (int) number;
        return this;
    }

    /**
     * The id of the epoch.
     *
     * @return any 64 bits
     */
    public long epochId() {
        return epochId;
    }

    /**
     * Sets the id of the epoch.
     *
     * @param value any 64 bits
     * @return this
     */
    public MembershipMessage epochId(final long value) {
        epochId = value;
        return this;
    }

    /**
     * The members of the epoch.
     *
     * @return bit n for peer n
     */
    public int members() {
        return members;
    }

    /**
     * Sets the members of the epoch.
     *
     * @param value bit n for peer n
     * @return this
     */
    public MembershipMessage members(final int value) {
        members = value;
        return this;
    }

    /**
     * The peers this kind is about.
     *
     * @return bit n for peer n
     */
    public int mask() {
        return mask;
    }

    /**
     * Sets the peers this kind is about.
     *
     * @param value bit n for peer n
     * @return this
     */
    public MembershipMessage mask(final int value) {
        mask = value;
        return this;
    }

    /**
     * The peer this kind is about.
     *
     * @return 0 to 31
     */
    public int seat() {
        return seat;
    }

    /**
     * Sets the peer this kind is about.
     *
     * @param peer 0 to 31
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public MembershipMessage seat(final int peer) {
        seat = checked("seat", peer, 0, MAX_PLAYERS - 1);
        return this;
    }

    /**
     * How many member masks the chain of epochs has.
     *
     * @return 0 to {@link #MAX_CHAIN}
     */
    public int chainCount() {
        return chain.count();
    }

    /**
     * One member mask of the chain of epochs.
     *
     * @param index 0 to {@link #chainCount()} − 1
     * @return bit n for peer n
     */
    public int chain(final int index) {
        return chain.get(index);
    }

    /**
     * Adds a member mask to the chain of epochs.
     *
     * @param memberMask bit n for peer n; there is no epoch without members
     * @return this
     * @throws IllegalArgumentException if the chain is full or nobody is a member
     */
    public MembershipMessage addChain(final int memberMask) {
        chain.add(memberMask);
        return this;
    }

    /**
     * Of which players a frame is said.
     *
     * @return bit p for player p
     */
    public int framesMask() {
        return frames.mask();
    }

    /**
     * The frame said of a player.
     *
     * @param player 0 to 31
     * @return a frame, or −1 when none is said
     */
    public long frame(final int player) {
        return frames.get(player, -1);
    }

    /**
     * Says a frame of a player.
     *
     * @param player 0 to 31
     * @param frame not negative
     * @return this
     * @throws IllegalArgumentException if one is out of range
     */
    public MembershipMessage frame(final int player, final long frame) {
        if (frame < 0) {
            throw new IllegalArgumentException("frame " + frame + " of player " + player + " is negative");
        }
        frames.set(player, frame);
        return this;
    }

    /**
     * Of which peers an incarnation is said.
     *
     * @return bit s for peer s
     */
    public int incarnationsMask() {
        return incarnations.mask();
    }

    /**
     * The incarnation said of a peer.
     *
     * @param peer 0 to 31
     * @return any 32 bits; 0 when none is said
     */
    public int incarnation(final int peer) {
        return (int) incarnations.get(peer, 0);
    }

    /**
     * Says the incarnation of a peer.
     *
     * @param peer 0 to 31
     * @param value any 32 bits
     * @return this
     * @throws IllegalArgumentException if the peer is out of range
     */
    public MembershipMessage incarnation(final int peer, final int value) {
        incarnations.set(peer, value & U32);
        return this;
    }

    /**
     * What a CUT was decided from.
     *
     * @return to be read or filled; of nobody in all other kinds
     */
    public CutReports reports() {
        return reports;
    }

    /**
     * Says the hash of a state, in a VOUCH: its four parts of 32 bits stand where others have four incarnations.
     *
     * @param high its first 64 bits
     * @param low  the others
     * @return this
     */
    public MembershipMessage hash(final long high, final long low) {
        return incarnation(0, (int) high).incarnation(1, (int) (high >>> Integer.SIZE)).incarnation(2, (int) low)
            .incarnation(HASH_PARTS - 1, (int) (low >>> Integer.SIZE));
    }

    /**
     * Is the hash of a state said?
     *
     * @return true for yes
     */
    public boolean hasHash() {
        return incarnationsMask() == (1 << HASH_PARTS) - 1;
    }

    /**
     * The first 64 bits of the hash of a state.
     *
     * @return any 64 bits
     */
    public long hashHigh() {
        return incarnation(0) & U32 | (long) incarnation(1) << Integer.SIZE;
    }

    /**
     * The other 64 bits of the hash of a state.
     *
     * @return any 64 bits
     */
    public long hashLow() {
        return incarnation(2) & U32 | (long) incarnation(HASH_PARTS - 1) << Integer.SIZE;
    }

    @Override
    public String toString() {
        return "Membership{kind=" + kind + ", term=" + term + ", epoch=" + epoch() + ", seat=" + seat + '}';
    }
}
