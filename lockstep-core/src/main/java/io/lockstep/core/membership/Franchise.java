package io.lockstep.core.membership;

import io.lockstep.election.Electorate;

/**
 * Who may decide: the members of the epochs that have a say, without those who left them with a goodbye. Who left said
 * in which epoch, and so that it knew of no newer one.
 *
 * <p>A member that is proven dead by a new process on its seat proves less: before it died it may have decided with
 * others, and have taken in a process that goes on from there. So the dead are left out of the count only while
 * <em>everybody attends</em>: every process there is, on whatever seat, is a living member here or wants to be taken in
 * and has no epoch of its own; and a cut decided that way needs the promise of each of them in its own ballot (model
 * Epochs, {@code Obituary = "Attend"}; without it two histories live side by side).
 */
final class Franchise {

    private final Epoch epoch;
    private final Electorate electorate;
    private int dead;
    private int gone;
    private final Electorate strict = new Electorate();
    private boolean attended;

    Franchise(final Epoch epoch, final Electorate electorate) {
        this.epoch = epoch;
        this.electorate = electorate;
    }

    void reset() {
        dead = 0;
        gone = 0;
        attended = false;
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

    /** Who need not be asked: gone with a goodbye, and dead while everybody attends. */
    int excused() {
        return attended ? dead | gone : gone;
    }

    /** Who decides beside the living members whether the dead count: everybody else on a seat of the match. */
    int witnesses(final int seats, final int self) {
        return seats & ~(1 << self) & ~(epoch.members() & ~dead) & ~(gone & ~dead);
    }

    /** Everybody attends, or not any more; true when that is new. */
    boolean attend(final boolean all) {
        final boolean changed = attended != all;
        attended = all;
        return changed;
    }

    /** Do these decide without any obituary? */
    boolean decidesPlainly(final int voters) {
        return strict.decides(voters & ~dead);
    }

    void update() {
        tell(electorate, excused());
        tell(strict, gone);
    }

    /** A seat that another process has taken since an epoch is that of a dead member there: it has no say for it. */
    private void tell(final Electorate whom, final int left) {
        whom.set(epoch.members(), epoch.chain(), epoch.chainCount());
        whom.dead(left);
        int throughout = -1;
        for (int i = 0; i < epoch.chainCount(); i++) {
            whom.deadIn(i, epoch.members() & epoch.chain()[i] & ~throughout);
            throughout &= epoch.chain()[i];
        }
    }
}
