package io.lockstep.testkit.liars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Members who lie do not spoil the match of the others, and what judges that sees it when they do. */
class LiarMatchTest {

    static final int SEEDS = 3;

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
        INPUTS_OF_THE_DEAD | 57 | who spoke of a peer while it lived is believed as soon as it is being cut
        """)
    void shouldNotHarmTheHonestAsItOnceDid(final Deception lie, final long seed, final String what) {
        final LiarOutcome outcome = new LiarMatch(seed, lie).play();
        assertTrue(outcome.ok(), () -> what + ": seed " + seed + ", " + outcome);
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
