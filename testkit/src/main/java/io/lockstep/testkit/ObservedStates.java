package io.lockstep.testkit;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.sync.ChecksumWriter;
import org.jspecify.annotations.NullUnmarked;

/** What the oracles are told of the states that a peer's game comes to, and of those that it is given. */
@NullUnmarked
final class ObservedStates {

    private final int peer;
    private final Simulation settled;
    private final Oracle oracle;
    /** Null when nothing goes wrong with anybody's game. */
    private final DivergenceOracle divergences;
    /** Is the game's state one that was loaded in the place of a wrong one just now? */
    private boolean fresh;
    private final ChecksumWriter walk = new ChecksumWriter();

    /**
     * Of a peer.
     *
     * @param settled has the state after the newest settled frame
     */
    ObservedStates(final int peer, final Simulation settled, final Oracle oracle, final DivergenceOracle divergences) {
        this.peer = peer;
        this.settled = settled;
        this.oracle = oracle;
        this.divergences = divergences;
    }

    /** If a state was loaded just now, it is that after this frame, and after those before it while it stood still. */
    void loadedAfter(final long frame, final boolean joins) {
        if (!fresh) {
            return;
        }
        fresh = false;
        final SeatHistory seats = oracle.membership().seats(peer);
        long first = frame;
        while (seats != null && first > frame - StateTruth.FRAMES && seats.isPaused(first)) {
            first--;
        }
        for (long each = first; each <= frame; each++) {
            known(each, joins);
        }
    }

    /** The frames of a pause are passed over while a game catches up: the state after them is the one that it has. */
    void stoodStillUpTo(final long last, final boolean joins) {
        final SeatHistory seats = divergences == null ? null : oracle.membership().seats(peer);
        final StateTruth truth = divergences == null ? null : divergences.states().of(peer);
        for (long frame = last; seats != null && truth.lacks(frame) && seats.isPaused(frame); frame--) {
            known(frame, joins);
        }
    }

    /** The settled state is now that after a frame. */
    void known(final long frame, final boolean joins) {
        if (divergences != null) {
            divergences.simulated(peer, settled, joins, frame);
        }
    }

    /** A frame that was due before was simulated after a repair. */
    void replayed(final long frame, final boolean joins) {
        walk.reset();
        settled.save(walk);
        oracle.replayed(peer, frame, walk.checksum());
        known(frame, joins);
    }

    /** A state was loaded that is not one of this game's own. */
    void loaded(final Simulation game) {
        if (divergences == null || oracle.isJoining(peer) || !divergences.isLoadExpected()) {
            oracle.loaded(peer);
            if (divergences != null) {
                divergences.restarted(peer);
                fresh = true;
            }
        } else if (divergences.loaded(peer, game)) {
            oracle.repaired(peer);
            fresh = true;
        } else if (fresh) {
            oracle.putBack(peer);
            fresh = false;
        } else {
            // In a pause a state is that of many frames: those behind it are replayed though nothing has changed.
            oracle.repaired(peer);
        }
    }
}
