package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateListTest {

    private static List<RateCase> cases(final String text) {
        return new RateList(text, 1).cases();
    }

    @Test
    void shouldCombineWhatIsNamedWithWhatIsUsual() {
        assertEquals(List.of(new RateCase(2, 1, 2, 0, 60, 100, 0, 0)), cases(""));
        assertEquals(List.of(new RateCase(2, 1, 2, 0, 60, 100, 0, 0), new RateCase(2, 1, 2, 0, 60, 100, 2.5, 0),
            new RateCase(8, 1, 2, 0, 60, 100, 0, 0), new RateCase(8, 1, 2, 0, 60, 100, 2.5, 0)),
            cases("loss=0,2.5 peers=2,8"));
        assertEquals(List.of(new RateCase(2, 1, 64, 0, 60, 100, 0, 0), new RateCase(2, 1, 2, 255, 20, 100, 0, 1)),
            cases("input=64; hz=20 event=255 uplink=1"));
        assertEquals(7, new RateList("seconds=7", 1).seconds());
        assertEquals(10, new RateList("thin", 1).seconds());
        assertTrue(cases("sizes").stream().allMatch(one -> one.uplink() == 0));
        assertTrue(cases("thin").stream().allMatch(one -> one.uplink() > 0));
    }

    @Test
    void shouldLeaveOutCombinationsWithTooManyPlayers() {
        assertEquals(List.of(new RateCase(16, 2, 2, 0, 60, 100, 0, 0)), cases("peers=16,32 local=2"));
        assertThrows(IllegalArgumentException.class, () -> cases("peers=32 local=2"));
    }

    @Test
    void shouldDrawSomeOfAllCombinationsEachOnce() {
        final List<RateCase> drawn = cases("draw=100 rtt=300");
        assertEquals(100, new HashSet<>(drawn).size());
        assertTrue(drawn.stream().allMatch(one -> one.rttMs() == 300));
        assertTrue(drawn.stream().map(RateCase::inputBytes).distinct().count() > 1);
        assertEquals(drawn, cases("draw=100 rtt=300"));
        assertNotEquals(drawn, new RateList("draw=100 rtt=300", 2).cases());
        assertEquals(3, cases("draw=100 peers=2 local=1 input=2 event=0 hz=60 rtt=0 uplink=0").size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "peers=1 | peers=1 is not a whole number from 2 to 32", "hz=2.5 | hz=2.5 is not a whole number from 1 to 1000",
        "loss=x | loss=x is not from 0 to 50", "players=2 | 'players=2' is none of peers=", "=2 | '=2' is none of",
        "event=256 | event=256 is not a whole number from 0 to 255"})
    void shouldNameWhatIsWrong(final String text, final String why) {
        final String said = assertThrows(IllegalArgumentException.class, () -> cases(text)).getMessage();
        assertTrue(said.startsWith("--rates: " + why), said);
    }

    @Test
    void shouldSayHowMuchOfItsLineACombinationNeeds() {
        // 60 datagrams a second to each of 7, of 50 bytes and an input of 50: 336 kbit/s, and as much again for losses.
        assertEquals(33.6, new RateCase(8, 1, 50, 0, 60, 100, 0, 1).neededPercent(), 1e-9);
        assertEquals(67.2, new RateCase(8, 1, 50, 0, 60, 100, 50, 1).neededPercent(), 1e-9);
        assertEquals(0, new RateCase(8, 1, 50, 0, 60, 100, 50, 0).neededPercent());
    }
}
