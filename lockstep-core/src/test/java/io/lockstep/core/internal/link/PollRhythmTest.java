package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PollRhythmTest {

    private static final long MS = 1_000_000L;
    private final PollRhythm rhythm = new PollRhythm();
    private long nowNs;

    private boolean poll(final long afterNs) {
        nowNs += afterNs;
        rhythm.poll(nowNs);
        return rhythm.isLate();
    }

    private void pollEvery(final long gapNs, final int count) {
        for (int i = 0; i < count; i++) {
            poll(gapNs);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, 5_000_000_000L})
    void shouldNotTakeTheFirstPollForLate(final long startNs) {
        nowNs = startNs;
        assertFalse(poll(0));
        assertEquals(startNs, rhythm.beforeNs());
    }

    @Test
    void shouldKnowWhenThePollBeforeWas() {
        poll(0);
        poll(7 * MS);
        assertEquals(0, rhythm.beforeNs());
        assertEquals(7 * MS, rhythm.nowNs());
    }

    @Test
    void shouldCallAPollLateThatTookThreeUsualOnes() {
        pollEvery(2 * MS, 100);
        assertFalse(poll(5 * MS));
        assertTrue(poll(20 * MS));
        assertFalse(poll(2 * MS), "only the one that was");
    }

    @Test
    void shouldBearWhatASleepingThreadTakes() {
        pollEvery(MS / 10, 100);
        assertFalse(poll(4 * MS));
        assertTrue(poll(4 * MS + 1));
    }

    /** A game that draws polls once a frame: that is its rhythm, not a hitch. */
    @Test
    void shouldGetUsedToRarePolls() {
        pollEvery(2 * MS, 100);
        pollEvery(17 * MS, 100);
        assertFalse(poll(17 * MS));
        assertFalse(poll(40 * MS));
        assertTrue(poll(60 * MS));
    }
}
