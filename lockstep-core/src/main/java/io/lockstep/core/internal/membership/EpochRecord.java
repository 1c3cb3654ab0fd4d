package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.CutReports;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Quorum;

/**
 * An epoch that can be made, copied and sent. The record is cumulative, so a peer that missed an epoch needs only the
 * newest one. Epochs follow each other like a chain: the id of each is a hash over its predecessor's id and its own
 * contents.
 *
 * <p>An epoch is <em>established</em> once a quorum of its predecessor has applied it. Until then whoever decides needs
 * a quorum of every predecessor that is not established as well; without that two histories can live side by side
 * (model Epochs, property OneHistory).
 */
public final class EpochRecord {

    /** Predecessors that may be unestablished at once; a cut that would make it more has to wait. */
    public static final int MAX_CHAIN = 4;

    /** Of a ballot; a term in which more rounds are needed has ended long before. */
    static final int ROUND_BITS = 16;

    private static final long PRIME = 0x9E3779B97F4A7C15L;
    private static final int HALF = 32;
    private static final long LOW_HALF = 0xFFFFFFFFL;

    private long number;
    private long id;
    private long ballot;
    private int members;
    private int applied;
    private boolean established;
    private boolean branch;
    private int chainCount;
    private final int[] chain = new int[MAX_CHAIN];
    private int closedMask;
    private final long[] closed = new long[Message.MAX_PLAYERS];
    private final int[] incarnations = new int[Message.MAX_PLAYERS];
    private final CutReports reports = new CutReports();

    /** An epoch without members, to be filled. */
    EpochRecord() {
    }

    /** Makes this the first epoch of a match; it is established because everybody starts with it. */
    void first(final long matchId, final int lineUp) {
        number = 0;
        // The seal is 0: peers begin the first epoch at different instants, and seal with 0 before it.
        id = mix(matchId ^ lineUp & LOW_HALF) & ~LOW_HALF;
        ballot = 0;
        members = lineUp;
        applied = lineUp;
        established = true;
        branch = false;
        chainCount = 0;
        closedMask = 0;
        reports.reset(0, 0);
    }

    /**
     * Makes this the epoch after another, which its proposer has applied. Where the inputs of a member once ended is
     * not said any more when they count again: that was settled when everybody knew it.
     */
    void follow(final EpochRecord parent, final long newBallot, final int newMembers, final int active) {
        copy(parent);
        closedMask &= ~(parent.members & active);
        number = parent.number + 1;
        ballot = newBallot;
        members = newMembers;
        applied = 0;
        established = false;
        reports.reset(0, 0);
        chainCount = 0;
        chain[chainCount++] = parent.members;
        for (int i = 0; i < parent.chainCount; i++) {
            chain[chainCount++] = parent.chain[i];
        }
    }

    void copy(final EpochRecord from) {
        number = from.number;
        id = from.id;
        ballot = from.ballot;
        members = from.members;
        applied = from.applied;
        established = from.established;
        branch = from.branch;
        chainCount = from.chainCount;
        System.arraycopy(from.chain, 0, chain, 0, MAX_CHAIN);
        closedMask = from.closedMask;
        System.arraycopy(from.closed, 0, closed, 0, closed.length);
        System.arraycopy(from.incarnations, 0, incarnations, 0, incarnations.length);
        reports.copy(from.reports);
    }

    /** What it was decided from. */
    CutReports reports() {
        return reports;
    }

    /** From this frame on the inputs of a peer no longer count. */
    void close(final int peer, final long frame) {
        closedMask |= 1 << peer;
        closed[peer] = frame;
    }

    /** Takes a peer in, as a process that was not in the epoch before. */
    void admit(final int peer, final int incarnation) {
        members |= 1 << peer;
        incarnations[peer] = incarnation;
    }

    void incarnation(final int peer, final int incarnation) {
        incarnations[peer] = incarnation;
    }

    void branch(final boolean alone) {
        branch = alone;
    }

    /**
     * Fixes the id, once everything else is set.
     *
     * @param reseal whether to refuse datagrams of the previous epoch. That is needed when a member was evicted and may
     *               still be sending. A leave or a join needs no new seal, which would cost the datagrams under way
     */
    void conclude(final boolean reseal) {
        final long parentId = id;
        final long hash = hashAfter(parentId);
        id = reseal ? hash : hash & ~LOW_HALF | parentId & LOW_HALF;
    }

    /** Returns whether this is the epoch after another one. */
    boolean follows(final EpochRecord parent) {
        return (hashAfter(parent.id) ^ id) >>> HALF == 0;
    }

    private long hashAfter(final long parentId) {
        long hash = mix(parentId ^ ballot);
        hash = mix(hash ^ ((long) members << HALF | closedMask & LOW_HALF));
        for (int rest = closedMask; rest != 0; rest &= rest - 1) {
            hash = mix(hash ^ closed[Integer.numberOfTrailingZeros(rest)]);
        }
        for (int rest = members; rest != 0; rest &= rest - 1) {
            hash = mix(hash ^ incarnations[Integer.numberOfTrailingZeros(rest)] & LOW_HALF);
        }
        return hash;
    }

    private static long mix(final long value) {
        final long mixed = (value ^ value >>> HALF) * PRIME;
        return mixed ^ mixed >>> HALF - 1;
    }

    /** Peers, or a quorum, are known to have applied this epoch; says whether that has just established it. */
    boolean applied(final int peers, final int dead, final boolean byQuorum) {
        applied |= peers & members;
        if (!established && (byQuorum || Quorum.reached(chain[0], applied, dead))) {
            establish();
            return true;
        }
        return false;
    }

    /** A quorum of the predecessor has applied it: from now on no predecessor has a say. */
    void establish() {
        established = true;
        chainCount = 0;
    }

    /** Is there room for one more unestablished predecessor, and a number for one more epoch? */
    boolean canBeFollowed() {
        return chainCount < MAX_CHAIN && number < LOW_HALF;
    }

    void writeTo(final MembershipMessage message) {
        message.epoch(number).epochId(id).ballot(ballot).members(members).mask(applied)
            .established(established).branch(branch);
        for (int i = 0; i < chainCount; i++) {
            message.addChain(chain[i]);
        }
        for (int rest = closedMask; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            message.frame(peer, closed[peer]);
        }
        for (int rest = members; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            message.incarnation(peer, incarnations[peer]);
        }
        message.reports().copy(reports);
    }

    void readFrom(final MembershipMessage message) {
        number = message.epoch();
        id = message.epochId();
        ballot = message.ballot();
        members = message.members();
        applied = message.mask() & members;
        established = message.established();
        branch = message.branch();
        chainCount = message.chainCount();
        for (int i = 0; i < chainCount; i++) {
            chain[i] = message.chain(i);
        }
        closedMask = message.framesMask();
        reports.copy(message.reports());
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            closed[peer] = (closedMask & 1 << peer) != 0 ? message.frame(peer) : 0;
            incarnations[peer] = (message.incarnationsMask() & 1 << peer) != 0 ? message.incarnation(peer) : 0;
        }
    }

    /** Takes note of an epoch of the others, which has no part for us yet. */
    void observe(final MembershipMessage message) {
        number = message.epoch();
        id = message.epochId();
        ballot = message.ballot();
        members = message.members();
        established = true;
        chainCount = 0;
    }

    public long number() {
        return number;
    }

    public long id() {
        return id;
    }

    /**
     * The seal of the epoch's input datagrams: the lower 32 bits of the id. It changes only when a member is evicted.
     *
     * @return 0 to 2^32 - 1
     */
    public long seal() {
        return sealOf(id);
    }

    /**
     * The seal of an epoch's input datagrams.
     *
     * @param epochId the epoch's {@link #id()}
     * @return 0 to 2^32 - 1
     */
    public static long sealOf(final long epochId) {
        return epochId & LOW_HALF;
    }

    public long term() {
        return ballot >>> ROUND_BITS;
    }

    long ballot() {
        return ballot;
    }

    public int members() {
        return members;
    }

    public boolean has(final int peer) {
        return (members & 1 << peer) != 0;
    }

    public int closed() {
        return closedMask;
    }

    public long closedAt(final int peer) {
        return closed[peer];
    }

    public int incarnation(final int peer) {
        return incarnations[peer];
    }

    public boolean isEstablished() {
        return established;
    }

    public boolean isBranch() {
        return branch;
    }

    int chainCount() {
        return chainCount;
    }

    int[] chain() {
        return chain;
    }
}
