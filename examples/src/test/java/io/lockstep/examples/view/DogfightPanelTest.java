package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.Rules;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DogfightPanelTest {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 394;

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 32})
    void shouldPaintWithoutADisplay(final int players) {
        final DogfightPanel panel = new DogfightPanel(players, players - 1);
        final int[] empty = pixels(panel.picture(WIDTH, HEIGHT));
        panel.present(new Dogfight(players, 1), "a line");
        final BufferedImage picture = panel.picture(WIDTH, HEIGHT);
        assertEquals(WIDTH, picture.getWidth());
        assertEquals(HEIGHT, picture.getHeight());
        final int[] painted = pixels(picture);
        assertTrue(different(empty, painted) > 50 * players, "nothing seems to be drawn");
    }

    @Test
    void shouldPaintTheSamePictureTwice() {
        final DogfightPanel panel = new DogfightPanel(2, 0);
        panel.present(new Dogfight(2, 1), "a line");
        assertArrayEquals(pixels(panel.picture(WIDTH, HEIGHT)), pixels(panel.picture(WIDTH, HEIGHT)));
    }

    @Test
    void shouldPaintNothingWhereThereIsNoRoom() {
        final DogfightPanel panel = new DogfightPanel(2, 0);
        panel.present(new Dogfight(2, 1), "a line that is much longer than the picture is wide");
        panel.picture(1, 1);
        panel.picture(40, 60);
    }

    @Test
    void shouldRefuseAViewOfNobody() {
        assertThrows(IllegalArgumentException.class, () -> new DogfightPanel(2, 2));
        assertThrows(IllegalArgumentException.class, () -> new DogfightPanel(2, -1));
        final DogfightPanel panel = new DogfightPanel(2, 0);
        assertThrows(IllegalArgumentException.class, () -> panel.present(new Dogfight(3, 1), ""));
    }

    @Test
    void shouldGoTheShortWayAroundTheField() {
        final int unit = Rules.UNITS_PER_PIXEL;
        assertEquals(50, Scene.between(0, 100 * unit, 1_000 * unit, 0.5f), 1e-6);
        assertEquals(995, Scene.between(990 * unit, 0, 1_000 * unit, 0.5f), 1e-6);
        assertEquals(990, Scene.between(0, 980 * unit, 1_000 * unit, 0.5f), 1e-6);
    }

    @Test
    void shouldGiveEveryPlayerAColour() {
        for (int i = 0; i < 32; i++) {
            for (int j = 0; j < i; j++) {
                assertNotEquals(Palette.player(i), Palette.player(j), i + " and " + j);
            }
        }
    }

    @Test
    void shouldShowNamesInPlay() {
        final DogfightPanel panel = new DogfightPanel(2, 0);
        panel.present(new Dogfight(2, 1), "a line");
        final BufferedImage numbers = panel.picture(WIDTH, HEIGHT);
        panel.names(List.of("Ann", "Benjamin"));
        final BufferedImage names = panel.picture(WIDTH, HEIGHT);
        final int strip = HEIGHT - panel.heightFor(0);
        assertTrue(differs(numbers, names, WIDTH / 2, 0, WIDTH / 2, 80), "no name in the scores");
        assertTrue(differs(numbers, names, 0, strip, 96, HudPainter.STRIP), "no name in the strip");
        assertTrue(differs(numbers, names, 0, 80, WIDTH / 2, strip - 80), "no name under a ship");
        panel.names(List.of("", ""));
        assertArrayEquals(pixels(numbers), pixels(panel.picture(WIDTH, HEIGHT)));
    }

    @ParameterizedTest
    @ValueSource(ints = {240, 320, 640})
    void shouldKeepTheWaitForTheNextShipOffTheScores(final int width) {
        final Dogfight game = new Dogfight(2, 1);
        final Shown shown = new Shown(2);
        shown.names = List.of("Ann", "Benjamin");
        shown.scene.capture(game);
        final HudPainter hud = new HudPainter(2, 0);
        final BufferedImage flying = hudOn(hud, shown, width);
        shown.scene.hp[0] = 0;
        shown.scene.respawn[0] = 80;
        final BufferedImage waiting = hudOn(hud, shown, width);
        final int scores = width - HudPainter.scoresWidth(shown, width);
        final int field = HEIGHT - HudPainter.STRIP;
        assertTrue(differs(flying, waiting, 0, 0, scores, field), "nothing is said");
        assertFalse(differs(flying, waiting, scores, 0, width - scores, field), "over the scores");
        shown.notice = "paused\nby player 1";
        final BufferedImage paused = hudOn(hud, shown, width);
        shown.scene.hp[0] = 1;
        assertFalse(differs(paused, hudOn(hud, shown, width), 0, 0, width, field), "under a notice");
    }

    private static BufferedImage hudOn(final HudPainter hud, final Shown shown, final int width) {
        final BufferedImage image = new BufferedImage(width, HEIGHT, BufferedImage.TYPE_INT_RGB);
        hud.paint(image.createGraphics(), shown, width, HEIGHT, HEIGHT - HudPainter.STRIP);
        return image;
    }

    @Test
    void shouldBreakALongReasonIntoRowsThatHideWhatIsBelow() {
        final DogfightPanel panel = new DogfightPanel(2, 0);
        panel.present(new Dogfight(2, 1), "a line");
        panel.say("ended", "The match has ended\nshort");
        final BufferedImage one = panel.picture(WIDTH, HEIGHT);
        panel.say("ended", "The match has ended\n" + "a reason with many words ".repeat(10));
        final BufferedImage many = panel.picture(WIDTH, HEIGHT);
        final int strip = HEIGHT - HudPainter.STRIP;
        assertTrue(differs(one, many, 0, strip / 2, WIDTH, strip / 2), "the reason stands in one row");
    }

    @Test
    void shouldDrawAnIconInEachSizeWithTwoColours() {
        for (final Image icon : WindowIcon.images()) {
            final int[] pixels = pixels((BufferedImage) icon);
            assertTrue(Arrays.stream(pixels).anyMatch(pixel -> (pixel & 0xFF) > 200 && (pixel >> 16 & 0xFF) < 150)
                && Arrays.stream(pixels).anyMatch(pixel -> (pixel >> 16 & 0xFF) > 200 && (pixel & 0xFF) < 120),
                icon.getWidth(null) + " pixels");
        }
    }

    private static boolean differs(final BufferedImage a, final BufferedImage b, final int x, final int y,
                                   final int wide, final int high) {
        return !Arrays.equals(a.getRGB(x, y, wide, high, null, 0, wide), b.getRGB(x, y, wide, high, null, 0, wide));
    }

    private static int different(final int[] a, final int[] b) {
        int count = 0;
        for (int i = 0; i < a.length; i++) {
            count += a[i] == b[i] ? 0 : 1;
        }
        return count;
    }

    private static int[] pixels(final BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }
}
