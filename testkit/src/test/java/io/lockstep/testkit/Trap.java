package io.lockstep.testkit;

import io.lockstep.core.internal.membership.RoundTraps;
import io.lockstep.core.session.RepairTraps;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/** Matches that draw only what one rule is there for. Each draws its timings by its seed, and says what was broken. */
enum Trap {

    /** Somebody leaves while most of what it sends is lost. */
    LEAVING(8, LeavingTrap::play),
    /** Everybody pauses, again and again. */
    PAUSING(4, PausingTrap::often),
    /** Somebody pauses, and that is all. */
    PAUSED(2, PausingTrap::forEver),
    /** Somebody is taken in on a network on which the ways are not equally long. */
    ARRIVING(4, ArrivingTrap::play),
    /** Two do not hear each other for a while, and one of them leaves. */
    DETOUR(4, DetourTrap::play),
    /** The cut of a leader who died arrives late. */
    LATE_CUT(6, LateCutTrap::play),
    /** Inputs of the lost arrive late. */
    FENCE(4, FenceTrap::play),
    /** A newcomer hears late that it was taken in by one who died. */
    ORPHAN(4, OrphanTrap::play),
    /** A game does not take the state that it is given. */
    REFUSED(4, RepairTraps::refused),
    /** A game goes wrong again and again. */
    AGAIN(4, RepairTraps::again),
    /** Another process takes a seat while a leader asks. */
    STRANGER(50, RoundTraps::stranger);

    /** Seeds of the matches of every trap, from this one on; others may be tried. */
    static final long FIRST_SEED = Long.getLong("lockstep.traps.seed", 1);

    /** Matches played at most. */
    final int matches;
    private final LongFunction<String> play;

    Trap(final int matches, final LongFunction<String> play) {
        this.matches = matches;
        this.play = play;
    }

    /** Plays one match; answers which promise was broken and how, or null. */
    String play(final long seed) {
        return play.apply(seed);
    }

    /** The promise that a result breaks first. */
    static String broken(final MatchResult result) {
        return result.ok() ? null : broken(result.violations.get(0));
    }

    private static String broken(final Violation violation) {
        return violation.promise() + ": " + violation.detail() + ", frame " + violation.frame() + ", peers "
            + List.copyOf(violation.peers());
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
