package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusLineTest {

    private static final String LINE = "frame 123456  delay 12  rtt 1234.56 ms  stalls 12345  P0 leads  in step again  "
        + "player 1 dropped, player 2 left";

    private final StatusLine status = new StatusLine();
    private final Graphics2D g = new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB).createGraphics();

    @Test
    void shouldStandInOneRowWhereThereIsRoom() {
        assertEquals(List.of(LINE), status.layOut(g, LINE, 2000));
    }

    /** The narrowest views there are: eight of them on a screen of 1366 pixels. */
    @ParameterizedTest
    @ValueSource(ints = {311, 400, 634})
    void shouldCutNothingOffInANarrowView(final int width) {
        final List<String> rows = status.layOut(g, LINE, width);
        assertEquals(LINE, String.join("  ", rows));
        assertTrue(rows.size() <= StatusLine.ROWS);
        for (final String row : rows) {
            assertTrue(g.getFontMetrics().stringWidth(row) <= width, row);
        }
    }

    @Test
    void shouldLeaveOutWholePartsWhereNothingElseHelps() {
        final List<String> rows = status.layOut(g, LINE, 150);
        assertEquals(StatusLine.ROWS, rows.size());
        assertTrue(LINE.startsWith(String.join("  ", rows) + "  "), rows.toString());
    }
}
