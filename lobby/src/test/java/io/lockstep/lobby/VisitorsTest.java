package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an address may ask for, with a hand-moved clock. */
class VisitorsTest {

    private static final String ANN = "192.0.2.1";
    private static final String BOB = "192.0.2.2";

    private final Visitors visitors = new Visitors(120);
    private long nowMs = 5_000;

    private int admitted(final String address, final int requests) {
        int admitted = 0;
        for (int i = 0; i < requests; i++) {
            admitted += visitors.admit(address, nowMs) == 0 ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void shouldAdmitOneHundredAndTwentyOfTenThousandJoins() {
        assertEquals(120, admitted(ANN, 10_000));
        assertEquals(120, admitted(BOB, 120));
        assertEquals(1, visitors.admit(ANN, nowMs));
        nowMs += 10_000;
        assertEquals(20, admitted(ANN, 10_000));
        nowMs += 3_600_000;
        assertEquals(120, admitted(ANN, 10_000));
    }

    @Test
    void shouldWaitLongerWithEachWrongCode() {
        for (int i = 0; i < Limits.FREE_GUESSES; i++) {
            assertEquals(0, visitors.guess(ANN, nowMs));
        }
        for (final int waitS : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}) {
            assertEquals(0, visitors.guess(ANN, nowMs));
            assertEquals(waitS, visitors.guess(ANN, nowMs));
            nowMs += waitS * 1000L - 1;
            assertEquals(1, visitors.guess(ANN, nowMs));
            nowMs++;
        }
        assertEquals(0, visitors.guess(BOB, nowMs));
    }

    @Test
    void shouldLeaveBruteForceLessThanThreeHundredGuessesADay() {
        int guesses = 0;
        for (final long end = nowMs + 86_400_000; nowMs < end; nowMs += 1000) {
            guesses += visitors.guess(ANN, nowMs) == 0 ? 1 : 0;
        }
        assertTrue(guesses < 310, guesses + " guesses");
    }

    @Test
    void shouldNotForgiveWrongCodesForARightOne() {
        for (int i = 0; i < Limits.FREE_GUESSES + 2; i++) {
            visitors.guess(ANN, nowMs);
            nowMs += 1000;
        }
        nowMs += 2000;
        assertEquals(0, visitors.guess(ANN, nowMs));
        visitors.guessedRight(ANN, nowMs);
        assertEquals(0, visitors.guess(ANN, nowMs), "who has guessed right may go on at once");
        assertEquals(4, visitors.guess(ANN, nowMs), "and finds the wait of before");
    }

    @Test
    void shouldForgetGuessesAfterAWhile() {
        for (int i = 0; i < Limits.FREE_GUESSES + 1; i++) {
            visitors.guess(ANN, nowMs);
        }
        nowMs += Limits.GUESSES_KEPT_MS;
        for (int i = 0; i < Limits.FREE_GUESSES; i++) {
            assertEquals(0, visitors.guess(ANN, nowMs));
        }
    }

    @Test
    void shouldRememberNoMoreAddressesThanItMay() {
        for (int i = 0; i < Limits.MAX_ADDRESSES + 5_000; i++) {
            visitors.admit("a" + i, nowMs);
        }
        assertEquals(Limits.MAX_ADDRESSES, visitors.size());
    }

    @Test
    void shouldTakeAHouseForOneAddress() throws UnknownHostException {
        assertEquals(visitor("2001:db8:0:1::1"), visitor("2001:db8:0:1:ffff::9"));
        assertNotEquals(visitor("2001:db8:0:1::1"), visitor("2001:db8:0:2::1"));
        assertNotEquals(visitor("192.0.2.1"), visitor("192.0.2.2"));
    }

    private static String visitor(final String address) throws UnknownHostException {
        return Visitor.of(InetAddress.getByName(address));
    }

    @Test
    void shouldBelieveOfAProxyWhatItSawItself() throws Refusal {
        assertEquals("192.0.2.9", Visitor.forwarded("10.0.0.1, 192.0.2.9"));
        assertEquals("192.0.2.9", Visitor.forwarded("192.0.2.9"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "dead", "1.2.3", "300.1.1.1", "::1, example.org", ":::::", "fe80::1%eth0"})
    void shouldLookUpNoNameForAProxy(final String header) {
        assertThrows(Refusal.class, () -> Visitor.forwarded(header));
    }
}
