package io.lockstep.election;

/** Whom this peer heard lately, for CheckQuorum. */
final class Hearing {

    private final long[] lastNs = new long[Election.MAX_PEERS];
    private int known;

    void note(final int from, final long nowNs) {
        lastNs[from] = nowNs;
    }

    /** Counts all as heard now: whoever begins to lead, or to be a member, has one timeout to be heard. */
    void restart(final int members, final long nowNs) {
        known = 0;
        admit(members, nowNs);
    }

    /** Counts those as heard now that were no members before. */
    void admit(final int members, final long nowNs) {
        for (int added = members & ~known; added != 0; added &= added - 1) {
            lastNs[Integer.numberOfTrailingZeros(added)] = nowNs;
        }
        known = members;
    }

    /** The members heard within the window. */
    int within(final long windowNs, final long nowNs) {
        int heard = 0;
        for (int rest = known; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (nowNs - lastNs[peer] < windowNs) {
                heard |= 1 << peer;
            }
        }
        return heard;
    }
}
