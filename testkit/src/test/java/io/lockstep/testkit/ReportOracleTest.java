package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.sync.DesyncCause;
import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.sync.FirstDifference;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Peer 3 has loaded a state that is right from frame 71 on, and peer 1 does not hear it: after check frame 89 it sees
 * the difference that it saw before, and looks into another one when word of that load comes.
 */
class ReportOracleTest {

    private static final int ALL = 0b1111;
    private static final int INTERVAL = 30;
    private static final long CHECK = 89;
    private static final long RIGHT_FROM = 71;
    /** Of the check frame no checksum is kept any more. */
    private static final long LATE = CHECK + ChecksumLog.FRAMES + 1;

    private final Observations seen = new Observations(4);
    private final ReportOracle reports =
        new ReportOracle(new Nothing(), new PeerTruths(4), seen.oracle, INTERVAL, new Scenario());

    /** Of the states themselves nothing is known here. */
    private static final class Nothing implements ReportOracle.History {

        @Override
        public long noticedAt(final int reporter, final int other) {
            return CHECK + 1;
        }

        @Override
        public boolean wentWrong(final int peer, final long frame) {
            return false;
        }

        @Override
        public boolean isLoadable(final int peer) {
            return true;
        }
    }

    private void report(final long checkFrame) {
        reports.reported(1, new DesyncReport(1, 1, 3, checkFrame, 5, 6, null,
            new FirstDifference(FirstDifference.NONE, FirstDifference.NONE, false, 0, FirstDifference.NONE),
            DesyncCause.UNKNOWN, DesyncCause.UNKNOWN, FirstDifference.NONE, null, null, null, null, 0, List.of(), "",
            null), false);
    }

    private boolean hearsOfTheLoad(final long next) {
        return reports.told(1, 3, -1, RIGHT_FROM, next);
    }

    @Test
    void shouldTakeALaterCheckFrameWhereWordOfALoadCameWhenTheFirstWasForgotten() {
        reports.noticed(1, 3, CHECK, true);
        assertTrue(hearsOfTheLoad(LATE));
        report(CHECK + INTERVAL);
        reports.ended(ALL);
        assertEquals(List.of(), seen.broken(), seen.toString());
    }

    @Test
    void shouldAskForTheFirstCheckFrameWhereWordOfALoadCameInTime() {
        reports.noticed(1, 3, CHECK, true);
        assertTrue(hearsOfTheLoad(LATE - 1));
        report(CHECK + INTERVAL);
        reports.ended(ALL);
        assertEquals(List.of("S16"), seen.broken(), seen.toString());
    }

    @Test
    void shouldAskForAReportHoweverLateWordOfALoadCame() {
        reports.noticed(1, 3, CHECK, true);
        assertTrue(hearsOfTheLoad(LATE));
        report(CHECK - INTERVAL);
        reports.ended(ALL);
        assertEquals(List.of("S16"), seen.broken(), seen.toString());
    }

    @Test
    void shouldAskAtOnceForWhatWasSeenToBeAnotherDifference() {
        reports.noticed(1, 3, CHECK, false);
        assertFalse(hearsOfTheLoad(LATE));
        report(CHECK + INTERVAL);
        reports.ended(ALL);
        assertEquals(List.of("S16"), seen.broken(), seen.toString());
    }
}
