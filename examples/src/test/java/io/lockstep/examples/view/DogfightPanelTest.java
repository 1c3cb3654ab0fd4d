package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.Rules;
import java.awt.image.BufferedImage;
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
