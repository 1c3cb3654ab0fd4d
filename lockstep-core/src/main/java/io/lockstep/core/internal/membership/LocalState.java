package io.lockstep.core.internal.membership;

/** Where this peer stands. {@link Membership} alone writes it; its parts read it. */
final class LocalState {

    private static final int TRIPS_PER_SUSPICION = 4;

    private final int self;
    private final EpochRecord epoch = new EpochRecord();
    private boolean joining;
    private int suspects;
    private int votesOut;
    private long nowNs;
    private long stalledNs;
    private long suspicionNs;

    LocalState(final int self) {
        this.self = self;
    }

    void now(final long ns) {
        nowNs = ns;
    }

    void joining(final boolean outside) {
        joining = outside;
    }

    void suspects(final int mask) {
        suspects = mask;
    }

    void voteOut(final int peer) {
        votesOut |= 1 << peer;
    }

    /** Votes about all others are over: they are out, or another process sits there. */
    void keepVotes(final int mask) {
        votesOut &= mask;
    }

    void stalled(final long ns) {
        stalledNs = ns;
    }

    void suspicion(final long ns) {
        suspicionNs = ns;
    }

    /** This peer. */
    int self() {
        return self;
    }

    /** The line-up that holds here; while this process joins, what it knows of that of the others. */
    EpochRecord epoch() {
        return epoch;
    }

    /** The time of the call that is being served. */
    long nowNs() {
        return nowNs;
    }

    /** Is this process still to be taken in? */
    boolean isJoining() {
        return joining;
    }

    /** Whom this peer has lost: it has not seen them make progress for the drop timeout. */
    int suspects() {
        return suspects;
    }

    /** Who sends but makes no progress any more renews no lease with that. */
    boolean isLost(final int peer) {
        return (suspects & 1 << peer) != 0;
    }

    /** Whom this peer asks the others to drop. */
    int votesOut() {
        return votesOut;
    }

    /** For how long no frame could be simulated. */
    long stalledNs() {
        return stalledNs;
    }

    /** A slow round trip, by what the session says. */
    long slowTripNs() {
        return suspicionNs / TRIPS_PER_SUSPICION;
    }

    /**
     * Between two copies on the lane that repairs its losses one after the other, each in a round trip. With more of
     * them than one a round trip a line that loses many falls behind, by seconds, and with it the cuts on that lane.
     */
    long repeatNs(final long leastNs) {
        return Math.max(leastNs, slowTripNs());
    }
}
