package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.link.PeerReport;
import io.lockstep.core.internal.protocol.ArrivalReport;
import io.lockstep.core.internal.protocol.InputWindow;
import org.junit.jupiter.api.Test;

class PeerReportTest {

    private static final long MS = 1_000_000L;
    private static final long UNIT_NS = ArrivalReport.SLACK_UNIT_NS;
    private final PeerReport report = new PeerReport();
    private final ArrivalReport message = new InputWindow(2, 1, 0).report();

    private void file(final long meanNs, final long spareNs, final double loss, final int delay) {
        message.set(meanNs, spareNs, loss, delay);
        report.file(message);
    }

    @Test
    void shouldKnowNothingAtFirst() {
        assertFalse(report.known());
        assertEquals(0, report.loss());
        assertEquals(0, report.slackNs());
    }

    @Test
    void shouldTakeTheNewestReport() {
        file(30 * MS, 10 * MS, 0.2, 4);
        file(20 * MS, -8 * MS, 0.1, 5);
        assertTrue(report.known());
        assertEquals(20 * MS, report.slackNs(), UNIT_NS);
        assertEquals(-8 * MS, report.spareNs(), UNIT_NS);
        assertEquals(0.1, report.loss(), 1.0 / ArrivalReport.MAX_LOSS);
        assertEquals(5, report.delay());
    }

    @Test
    void shouldCutASlackThatTheWireCannotHold() {
        file(-2_000 * MS, 2_000 * MS, 7, 300);
        assertEquals(Short.MIN_VALUE * UNIT_NS, report.slackNs());
        assertEquals(Short.MAX_VALUE * UNIT_NS, report.spareNs());
        assertEquals(1, report.loss());
        assertEquals(300 & 0xFF, report.delay());
    }
}
