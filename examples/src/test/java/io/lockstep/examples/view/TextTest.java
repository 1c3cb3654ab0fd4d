package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTest {

    private static FontMetrics metrics() {
        return new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics()
            .getFontMetrics(new Font(Font.MONOSPACED, Font.PLAIN, 12));
    }

    @Test
    void shouldCutOffTheEndOfATextForOneRow() {
        final FontMetrics metrics = metrics();
        final int ten = metrics.stringWidth("0123456789");
        assertEquals("P1  Bobbie", Text.cut("P1  Bobbie", metrics, ten));
        assertEquals("P1  Bob...", Text.cut("P1  Bobbie Brown", metrics, ten));
    }

    @Test
    void shouldBreakLinesAtBlanksAndWordsOnlyWhereTheyAreTooLong() {
        final FontMetrics metrics = metrics();
        final int ten = metrics.stringWidth("0123456789");
        assertEquals(List.of("one two", "three", "four"), Text.rows("one two three\nfour", metrics, ten));
        assertEquals(List.of("see", "0123456789", "0123"), Text.rows("see 01234567890123", metrics, ten));
        assertEquals(List.of("0123456789"), Text.rows("0123456789", metrics, ten));
    }
}
