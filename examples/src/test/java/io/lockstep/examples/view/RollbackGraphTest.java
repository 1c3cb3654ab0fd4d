package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.lockstep.examples.dogfight.Dogfight;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RollbackGraphTest {

    private static final int NEWEST = RollbackGraph.TICKS - 1;

    private final RollbackGraph graph = new RollbackGraph();

    @Test
    void shouldHoldADepthForEachTickAndTheDeeperOneOfTwoInTheSame() {
        graph.note(90, 95, 3);
        graph.note(90, 96, 0);
        graph.note(91, 96, 5);
        graph.note(91, 96, 2);
        assertEquals(3, graph.depths()[NEWEST - 1]);
        assertEquals(5, graph.depths()[NEWEST]);
        assertEquals("settled 91\nplayed  96", graph.text());
    }

    @Test
    void shouldForgetWhatIsOlderThanItIsWide() {
        for (int tick = 0; tick <= RollbackGraph.TICKS; tick++) {
            graph.note(tick, tick, tick == 0 ? 7 : 0);
        }
        assertEquals(0, Arrays.stream(graph.depths()).max().orElseThrow());
    }

    @Test
    void shouldBePaintedOfAGameThatIsPlayedAheadAlone() {
        final DogfightPanel panel = new DogfightPanel(2, 0);
        panel.present(new Dogfight(2, 1), "");
        final int[] lockstep = pixels(panel);
        panel.ahead(0, 0, 0);
        final int[] ahead = pixels(panel);
        assertFalse(Arrays.equals(lockstep, ahead));
        panel.ahead(1, 3, 2);
        assertFalse(Arrays.equals(ahead, pixels(panel)));
    }

    private static int[] pixels(final DogfightPanel panel) {
        final BufferedImage image = panel.picture(660, 400);
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }
}
