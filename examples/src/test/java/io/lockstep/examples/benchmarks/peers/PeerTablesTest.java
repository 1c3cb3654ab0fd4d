package io.lockstep.examples.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a contest looks like in print. */
class PeerTablesTest {

    private final PeerContest contest = new PeerContest(List.of(Contender.UDP, Contender.NETTY), 10, 2);
    private final PeerTables tables = new PeerTables(contest);

    private static PeerMatch match(final double all, final String fault) {
        final double[] figures = new double[Measure.values().length];
        Arrays.fill(figures, all);
        return new PeerMatch(figures, fault);
    }

    private static String cells(final String cell) {
        return (" " + cell + " |").repeat(Measure.values().length);
    }

    @Test
    void shouldNameWhatDiedOrFrozeInItsRow() {
        contest.add(Weather.CLEAN, Contender.UDP, match(1, "froze at frame 95"));
        contest.add(Weather.CLEAN, Contender.NETTY, PeerMatch.failed("died"));
        final List<String> rows = tables.table("clean");
        assertTrue(rows.get(2).startsWith("| Lockstep over plain UDP (froze at frame 95) | 1.0 | 1.00 |"), rows.get(2));
        assertEquals("| Netty UDP (died) |" + cells("-"), rows.get(3));
        assertFalse(tables.isFaultless());
    }

    @Test
    void shouldDivideMediansAndTellTheLeastAndTheGreatestOfTheProfiles() {
        contest.add(Weather.CLEAN, Contender.UDP, match(3, null));
        contest.add(Weather.CLEAN, Contender.NETTY, match(4, null));
        contest.add(Weather.RTT_50, Contender.UDP, match(9, null));
        contest.add(Weather.RTT_50, Contender.NETTY, match(3, null));
        assertEquals("| Netty UDP |" + cells("0.75–3.00"), tables.table("udp").get(2));
        assertTrue(tables.isFaultless());
    }

    @Test
    void shouldDivideByNothingThatIsMissingOrNought() {
        contest.add(Weather.CLEAN, Contender.UDP, match(3, null));
        contest.add(Weather.CLEAN, Contender.NETTY, match(0, null));
        contest.add(Weather.RTT_50, Contender.NETTY, match(1, null));
        assertEquals("| Netty UDP |" + cells("-"), tables.table("udp").get(2));
    }

    @Test
    void shouldHaveATableOfEachName() {
        for (final String name : PeerTables.names()) {
            assertTrue(tables.table(name).get(1).startsWith("|---|"), name);
        }
    }
}
