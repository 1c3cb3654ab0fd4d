package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
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

    /** Datagrams given to carriers in each of some seconds by a peer to which inputs are owed. */
    private List<Integer> givenTo(final boolean deaf, final int seconds) {
        final List<Integer> given = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            int datagrams = 0;
            for (long now = START + second * 1000 * MS; now < START + (second + 1) * 1000 * MS; now += MS) {
                if (deaf) {
                    detour.word(true, now);
                }
                datagrams += detour.isDue(true, now) ? detour.carriers(7, true, now) : 0;
            }
            given.add(datagrams);
        }
        return given;
    }

    @Test
    void shouldSendMoreSeldomToManyCarriersInVain() {
        final List<Integer> deaf = givenTo(true, 6);
        assertTrue(deaf.stream().allMatch(datagrams -> datagrams <= 440), deaf::toString);
        detour.restart();
        final List<Integer> silent = givenTo(false, 6);
        assertTrue(silent.stream().allMatch(datagrams -> datagrams <= 120), silent::toString);
        assertEquals(25, detour.carriers(7, true, START + 6000 * MS), "each number is tried");
    }

    @Test
    void shouldKeepToFourCarriersAsLongAsInputsAreAcknowledged() {
        for (long now = START; now <= START + 1000 * MS; now += 10 * MS) {
            assertEquals(4, detour.carriers(now, true, now));
        }
    }
}
