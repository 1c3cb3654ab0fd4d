package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When windows take a detour, and by how many carriers. */
class DetourTest {

    private static final long MS = 1_000_000L;
    /** Windows and their second copies leave every ten milliseconds. */
    private static final int TICK_RATE = 50;
    private static final long START = -3000 * MS;

    private final Detour detour = new Detour(TICK_RATE);

    /** Windows that leave in a second if one may every millisecond. */
    private int inASecond(final boolean silent, final boolean deaf) {
        int sent = 0;
        for (long now = START; now < START + 1000 * MS; now += MS) {
            if (deaf) {
                detour.word(true, now);
            }
            if (detour.isDue(silent, now)) {
                detour.carriers(0, false, now);
                sent++;
            }
        }
        return sent;
    }

    @Test
    void shouldTakeNoDetourToWhoIsHeard() {
        assertEquals(0, inASecond(false, false));
    }

    @Test
    void shouldGoAsOftenAsWindowsLeaveToWhoHearsNothing() {
        assertEquals(100, inASecond(false, true));
    }

    @Test
    void shouldTryNowAndThenToReachWhoSaysNothing() {
        assertEquals(10, inASecond(true, false));
    }

    @Test
    void shouldTakeNoDetourToWhoIsSilentAndHearsUs() {
        detour.word(false, START);
        assertFalse(detour.isDue(true, START + 110 * MS));
        assertTrue(detour.isDue(true, START + 111 * MS), "the word is old");
    }

    @Test
    void shouldTakeAPeerForSilentOnlyWhenMoreThanOneWindowCanHaveBeenLost() {
        assertEquals(110 * MS, Detour.silentNs(60));
        assertEquals(300 * MS, Detour.silentNs(10));
    }

    @Test
    void shouldTakeMoreCarriersWhereNothingIsAcknowledged() {
        int carriers = 0;
        for (long now = START; now <= START + 1000 * MS; now += 10 * MS) {
            carriers = detour.carriers(7, true, now);
        }
        assertEquals(8, carriers);
        assertEquals(8, detour.carriers(8, true, START + 1400 * MS));
        assertEquals(4, detour.carriers(8, true, START + 2000 * MS), "it begins anew after a while without");
    }

    @Test
    void shouldKeepToFourCarriersAsLongAsInputsAreAcknowledged() {
        for (long now = START; now <= START + 1000 * MS; now += 10 * MS) {
            assertEquals(4, detour.carriers(now, true, now));
        }
    }
}
