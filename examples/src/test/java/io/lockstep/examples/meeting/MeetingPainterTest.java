package io.lockstep.examples.meeting;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where what is read stands, without a display. */
class MeetingPainterTest {

    /** What the buttons leave of a window on a screen of 1366 by 768. */
    private static final int HEIGHT = 640;

    private final BufferedImage image = new BufferedImage(1354, HEIGHT, BufferedImage.TYPE_INT_RGB);

    /** As much as there ever is: eight players with long names, and a command that names a lobby. */
    private static Meeting full() {
        final Meeting meeting = new Meeting();
        meeting.begin("Hosting a match", "asking the lobby");
        meeting.invite("7K2P-M3XD");
        meeting.explain("Tell the others this code. They press \"Play with a friend\" in lockstep demo, or type:\n"
            + "lockstep join 7K2P-M3XD --lobby https://lobby.in.a.rather.long.domain.example.org");
        final String name = "W".repeat(32);
        meeting.seats(8, Map.of(0, name, 1, name, 2, name, 3, name, 4, name, 5, name, 6, name, 7, name), 0);
        for (int peer = 1; peer <= 8; peer++) {
            meeting.progress(peer, "finding a way to P" + peer + ' ' + name + ": through the relay, after 1130 ms");
        }
        return meeting;
    }

    private int paint(final Meeting meeting, final int width) {
        final Graphics2D g = image.createGraphics();
        final int bottom = new MeetingPainter().paint(g, meeting.shown(), width, HEIGHT);
        g.dispose();
        return bottom;
    }

    @ParameterizedTest
    @ValueSource(ints = {1354, 1000, 800})
    void shouldFitOnASmallScreen(final int width) {
        final int bottom = paint(full(), width);
        assertTrue(bottom <= HEIGHT, bottom + " pixels of " + HEIGHT);
    }

    @Test
    void shouldShowAFailureInThePlaceOfTheProgress() {
        final Meeting meeting = full();
        paint(meeting, 1000);
        final int[] before = pixels();
        meeting.fail("no way to P0 Ann within 40 s: one of the networks lets no UDP out; try another network");
        assertTrue(paint(meeting, 1000) < HEIGHT);
        assertNotEquals(Arrays.hashCode(before), Arrays.hashCode(pixels()));
    }

    private int[] pixels() {
        return image.getRGB(0, 0, image.getWidth(), HEIGHT, null, 0, image.getWidth());
    }
}
