package io.lockstep.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.Parts;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.awt.Component;
import java.util.ArrayList;
import java.util.List;
import javax.swing.AbstractButton;
import javax.swing.JSlider;
import org.junit.jupiter.api.Test;

/** Sliders and buttons, pressed without a display. */
class ControlPanelTest {

    private final List<String> done = new ArrayList<>();
    private final Mishaps mishaps = new Mishaps() {
        @Override
        public State state(final int player) {
            return player == 2 ? State.KILLED : State.PLAYING;
        }

        @Override
        public void freeze(final int player, final boolean still) {
            done.add("freeze " + player + ' ' + still);
        }

        @Override
        public void kill(final int player) {
            done.add("kill " + player);
        }

        @Override
        public void rejoin(final int player) {
            done.add("rejoin " + player);
        }

        @Override
        public void flipBit(final int player) {
            done.add("flip " + player);
        }

        @Override
        public void pause(final int player) {
            done.add("pause " + player);
        }
    };
    private final Lines lines = new Lines(3, 1, LinkConditions.latency(30));
    private final ControlPanel panel = new ControlPanel(3, mishaps, lines, () -> done.add("graph"),
        () -> done.add("friend"));

    private AbstractButton button(final String text) {
        return Parts.button(panel, text);
    }

    private JSlider slider(final int index) {
        return Parts.all(panel, JSlider.class).get(index);
    }

    @Test
    void shouldMakeTheLinesOfTheChosenPlayerWorseInOneDirection() {
        slider(0).setValue(100);
        slider(5).setValue(20);
        final LinkConditions from = lines.get(1, true);
        final LinkConditions to = lines.get(1, false);
        assertEquals(LinkConditions.latency(100), from);
        assertEquals(LinkConditions.latency(30).withLoss(0.2), to);
        assertEquals(LinkConditions.latency(100), lines.get(0, false));
        assertEquals(LinkConditions.latency(30).withLoss(0.2), lines.get(0, true));
    }

    @Test
    void shouldShowTheLinesOfAnotherPlayerWhoIsChosenAndNotChangeThem() {
        slider(0).setValue(100);
        button("P2").doClick(0);
        assertEquals(30, slider(0).getValue());
        button("P1").doClick(0);
        assertEquals(100, slider(0).getValue());
        assertEquals(LinkConditions.latency(30), lines.get(2, true));
    }

    @Test
    void shouldDoWhatTheButtonsSayToTheChosenPlayer() {
        button("Freeze").doClick(0);
        button("Kill").doClick(0);
        button("Flip a bit").doClick(0);
        button("Pause / resume").doClick(0);
        button("Net graph (F3)").doClick(0);
        button("Play with a friend...").doClick(0);
        assertEquals(List.of("freeze 1 true", "kill 1", "flip 1", "pause 1", "graph", "friend"), done);
        assertFalse(button("Rejoin").isEnabled());
        button("P2").doClick(0);
        assertFalse(button("Kill").isEnabled());
        button("Rejoin").doClick(0);
        assertEquals("rejoin 2", done.get(6));
    }

    @Test
    void shouldPullTheCableOfBothDirectionsAndPlugItInAgain() {
        final SimulatedNetwork network = new SimulatedNetwork(3, 1);
        for (int player = 0; player < 3; player++) {
            lines.connect(player, network.endpoint(player));
        }
        button("Cut the cable").doClick(0);
        assertTrue(lines.isCut(1));
        assertEquals(1, lines.end(1).outbound(0).loss());
        assertEquals(1, lines.end(0).outbound(1).loss());
        assertEquals(LinkConditions.latency(30), lines.end(0).outbound(2));
        assertEquals(LinkConditions.latency(30), lines.get(1, true));
        lines.cut(1, false);
        assertEquals(LinkConditions.latency(30), lines.end(1).outbound(0));
        assertEquals(LinkConditions.latency(30), lines.end(0).outbound(1));
    }

    @Test
    void shouldTakeNoFocusFromTheShips() {
        assertTrue(Parts.all(panel, AbstractButton.class).stream().noneMatch(Component::isFocusable));
        assertTrue(Parts.all(panel, JSlider.class).stream().noneMatch(Component::isFocusable));
    }
}
