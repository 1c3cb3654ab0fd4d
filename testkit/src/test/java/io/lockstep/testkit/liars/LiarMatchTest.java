package io.lockstep.testkit.liars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.core.transport.Lane;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Members who lie do not spoil the match of the others, and what judges that sees it when they do. */
class LiarMatchTest {

    private static final int SEEDS = Tier.of(1, 3);
    private static final int SILENT_FROM_MS = 8000;
    /** Time, in milliseconds, for which a liar is silent: shorter than the drop timeout, and longer than is no harm. */
    private static final int SILENT_MS = 2500;

    /** What goes wrong in a match of the same network, stage and seats is not because of the lie. */
    @ParameterizedTest
    @EnumSource
    void shouldFindNothingWrongWithATruthfulLiar(final Deception lie) {
        final LiarOutcome outcome = new LiarMatch(1, lie).truthful().play();
        assertTrue(outcome.ok(), outcome::toString);
        assertEquals(List.of(), outcome.named());
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotHarmTheHonestUnnamed(final Deception lie) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            final LiarOutcome outcome = new LiarMatch(seed, lie).play();
            assertTrue(outcome.ok(), outcome::toString);
        }
    }

    /** Matches in which something was wrong once, and what. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        WITHHELD_PATTERN | 97004320 | short waits are excused for ever, as the liar says that it waits for another
        MISQUOTED_REPORTS | 97003939 | a cut that denies the only full report is refused by the one that reported
        FORGED_PREPARE | 99002409 | its goodbye comes behind its lies, and a wait after the end counts as harm
        FORGED_PREPARE | 99002611 | the same, and two of the honest wait for it
        CLAIMED_LEAD | 101001529 | who voted for one and follows the liar counts as one that has not voted
        INPUTS_OF_THE_DEAD | 57 | who spoke of a peer while it lived is believed as soon as it is being cut
        """)
    void shouldNotHarmTheHonestAsItOnceDid(final Deception lie, final long seed, final String what) {
        final LiarOutcome outcome = new LiarMatch(seed, lie).play();
        assertTrue(outcome.ok(), () -> what + ": seed " + seed + ", " + outcome);
    }

    /** It lets them play on before they may drop it, so no event tells that they stood still. */
    @Test
    void shouldSeeThatTheHonestWereHeldUp() {
        final LiarOutcome outcome = new LiarMatch(1, Deception.FORGED_PREPARE).lying(view -> new Deceiver(view) {

            @Override
            byte[] said(final int to, final Lane lane, final byte[] payload) {
                return view.nowMs < SILENT_FROM_MS || view.nowMs >= SILENT_FROM_MS + SILENT_MS ? payload : null;
            }
        }).play();
        assertEquals(List.of("LATE"), outcome.harm(), outcome::toString);
        assertFalse(outcome.ok(), outcome::toString);
    }

    /** One of the honest has a game that goes wrong by itself. */
    @Test
    void shouldSeeThatSomebodyWasHarmed() {
        assertFalse(new LiarMatch(1, Deception.FALSE_VOUCH).truthful().play().harm().isEmpty());
    }

    @Test
    void shouldPlayTheSameMatchAgain() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            assertEquals(new LiarMatch(seed, null).play(), new LiarMatch(seed, null).play());
        }
    }
}
