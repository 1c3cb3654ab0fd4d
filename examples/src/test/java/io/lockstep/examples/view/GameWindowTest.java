package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Rectangle;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said of a window without a display: sizes and texts. */
class GameWindowTest {

    /** A screen of 1366 by 768, without the window's own borders, the sliders and the keys. */
    private static final int WIDTH = 1354;
    private static final int HEIGHT = 560;

    private static List<DogfightPanel> views(final int players) {
        return IntStream.range(0, players).mapToObj(player -> new DogfightPanel(players, player)).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFitOnASmallScreen(final int count) {
        final List<DogfightPanel> views = views(Math.max(2, count)).subList(0, count);
        final int columns = GamePane.columns(views, WIDTH, HEIGHT);
        final int rows = (count + columns - 1) / columns;
        final int wide = GamePane.viewWidth(views, columns, WIDTH, HEIGHT);
        assertTrue(columns * wide <= WIDTH && rows * views.get(0).heightFor(wide) <= HEIGHT,
            columns + " of " + wide + " pixels");
        assertTrue(wide >= 300, columns + " of " + wide + " pixels");
    }

    /** A window that was moved to a corner, grew for a match, or is larger than its screen, the second one. */
    @ParameterizedTest
    @CsvSource({"100, 50, 900, 600, 100, 50, 900, 600", "900, 400, 1000, 700, 366, 38, 1000, 700",
        "-40, -9, 1000, 700, 0, 0, 1000, 700", "10, 10, 1400, 800, 0, 0, 1366, 738"})
    void shouldKeepAllOfTheWindowOnItsScreen(final int x, final int y, final int width, final int height,
                                             final int placedX, final int placedY, final int placedWidth,
                                             final int placedHeight) {
        final Rectangle screen = new Rectangle(0, 0, 1366, 738);
        final Rectangle second = new Rectangle(1920, 30, 1366, 738);
        assertEquals(new Rectangle(placedX, placedY, placedWidth, placedHeight),
            GameWindow.placed(new Rectangle(x, y, width, height), screen));
        assertEquals(new Rectangle(1920 + placedX, 30 + placedY, placedWidth, placedHeight),
            GameWindow.placed(new Rectangle(1920 + x, 30 + y, width, height), second));
    }

    @ParameterizedTest
    @CsvSource({"0, 16", "5000000, 11", "20000000, 20", "150000000, 150", "5000000000, 200"})
    void shouldRestAtLeastAsLongAsPaintingTook(final long tookNs, final int pauseMs) {
        assertEquals(pauseMs, PaintPace.pauseMs(tookNs));
    }

    @Test
    void shouldAskForPaintingOnceForEachChange() {
        final DogfightPanel view = views(2).get(0);
        assertFalse(view.takeStale());
        view.say("a line", null);
        assertTrue(view.takeStale());
        assertFalse(view.takeStale());
    }

    @Test
    void shouldStopOfferingBotsOnceAKeyWasPressed() {
        final KeyHelp help = new KeyHelp("Bots fly until you press a key.", "You fly.",
            List.of("Player 1: " + KeyboardInput.wasd().help()));
        assertTrue(help.text(false).contains("until you press a key"));
        assertFalse(help.text(true).contains("until you press a key"));
        assertTrue(help.text(true).contains("You fly.") && help.text(true).contains("Player 1: WASD"));
    }
}
