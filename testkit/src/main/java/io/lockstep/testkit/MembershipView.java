package io.lockstep.testkit;

import io.lockstep.core.session.Session;

/** What a session says of its match's membership, as the oracle asks it. */
interface MembershipView {

    /** {@link #leader} while nobody leads. */
    int NOBODY = -1;

    /** Who leads, by what this session knows; {@link #NOBODY} if nobody. */
    int leader();

    /** The highest term this session has accepted. */
    long term();

    /** Number of the epoch this session has applied: 0 at the start. */
    long epoch();

    /** What tells the epoch from all others, and its whole history with it. */
    long epochId();

    /** What its inputs are sealed with; the same in successive epochs from which nobody was dropped. */
    long seal();

    /** The term in which the epoch was ordered; of the first one that of the session. */
    long epochTerm();

    /** Members of the epoch, bit n for peer n. */
    int members();

    /** What an old datagram must not change in a session; never 0. */
    default long digest(final Session session) {
        long digest = Hashing.mix(leader(), session.phase().ordinal());
        digest = Hashing.mix(digest ^ term(), members());
        digest = Hashing.mix(digest ^ epochId(), (int) session.frame());
        return digest | 1;
    }
}
