package io.lockstep.core.membership;

import io.lockstep.election.Electorate;

/**
 * Who may decide: the members of the epochs that have a say, without those who decide nothing any more because they are
 * proven dead or have left.
 */
final class Franchise {

    private final Epoch epoch;
    private final Electorate electorate;
    private int dead;
    private int gone;

    Franchise(final Epoch epoch, final Electorate electorate) {
        this.epoch = epoch;
        this.electorate = electorate;
    }

    void reset() {
        dead = 0;
        gone = 0;
    }

    /** Proven dead by its successor: a new process on the same seat. */
    void died(final int peer) {
        dead |= 1 << peer;
    }

    /** Gone with a goodbye; false when that was known. */
    boolean left(final int peer) {
        final boolean known = (gone & 1 << peer) != 0;
        gone |= 1 << peer;
        return !known;
    }

    /** A seat taken anew is that of a living member. */
    void lives(final int peer) {
        dead &= ~(1 << peer);
    }

    /** Who is new in an epoch has not left it. */
    void returned(final int peers) {
        gone &= ~peers;
    }

    int gone() {
        return gone;
    }

    /** Who decides nothing any more. */
    int departed() {
        return dead | gone;
    }

    /**
     * Tells the election. A seat that another process has taken since an epoch is that of a dead member there: the new
     * one has no say for the old.
     */
    void update() {
        electorate.set(epoch.members(), epoch.chain(), epoch.chainCount());
        electorate.dead(departed());
        int throughout = -1;
        for (int i = 0; i < epoch.chainCount(); i++) {
            electorate.deadIn(i, epoch.members() & epoch.chain()[i] & ~throughout);
            throughout &= epoch.chain()[i];
        }
    }
}
