package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdviceTest {

    @ParameterizedTest
    @EnumSource(EndReason.class)
    void shouldSayWhatToTryAfterEachEnd(final EndReason reason) {
        assertTrue(Advice.of(reason).matches("Check .+; then start .+\\."), Advice.of(reason));
    }

    /** The window shows head, reason and advice until it is closed, and then the command goes on. */
    @Test
    void shouldShowTheReasonUntilTheWindowIsClosed() {
        final PeerView view = new PeerView(2, 0);
        final int[] looks = {0};
        PeerWindow.keep(view, "There is no match", "player 1 did not answer", "Check it", () -> ++looks[0] > 1);
        assertEquals("There is no match\nplayer 1 did not answer.\nCheck it", view.panel().notice());
        assertEquals(2, looks[0]);
    }
}
