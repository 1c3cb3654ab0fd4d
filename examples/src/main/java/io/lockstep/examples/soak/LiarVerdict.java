package io.lockstep.examples.soak;

import io.lockstep.testkit.liars.LiarOutcome;
import io.lockstep.testkit.liars.MuteOutcome;

/**
 * The result of a match in which one member misbehaved.
 *
 * @param kind    the kind of misbehaviour, by the name of its option value
 * @param text    the outcome of the match as text
 * @param ok      whether every promise was kept
 * @param harmed  whether the others noticed it
 * @param isNamed whether one of them named it
 */
record LiarVerdict(String kind, String text, boolean ok, boolean harmed, boolean isNamed) {

    static LiarVerdict of(final LiarOutcome outcome) {
        return new LiarVerdict(outcome.deception().name(), outcome.toString(), outcome.ok(),
            !outcome.harm().isEmpty(), !outcome.named().isEmpty());
    }

    static LiarVerdict of(final MuteOutcome outcome) {
        return new LiarVerdict(outcome.unsaid().name(), outcome.toString(), outcome.ok(), outcome.stalledMs() > 0,
            false);
    }
}
