package io.lockstep.examples.demo;

import io.lockstep.examples.view.Palette;
import io.lockstep.examples.view.Widgets;
import io.lockstep.testkit.LinkConditions;
import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.GridLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import javax.swing.BorderFactory;
import javax.swing.ButtonGroup;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JSlider;
import javax.swing.JToggleButton;
import javax.swing.Timer;

/**
 * What the demo's watcher does to the match: chooses a player, moves the sliders of its line in each direction, and
 * presses the buttons of what may befall it. Takes no focus.
 */
final class ControlPanel extends JPanel {

    private static final long serialVersionUID = 1L;
    private static final int LATENCY_MS = 500;
    private static final int JITTER_MS = 200;
    private static final int LOSS_PERCENT = 50;
    private static final int PERCENT = 100;
    private static final int LOOK_MS = 200;
    private static final int GAP = 6;
    private static final int TITLE_WIDTH = 74;
    private static final int VALUE_WIDTH = 112;

    private final transient Mishaps mishaps;
    private final transient Lines lines;
    private final List<JLabel> titles = new ArrayList<>();
    private final transient List<Runnable> fromLines = new ArrayList<>();
    private final JButton cut = Widgets.button("Cut the cable", this::cutOrMend);
    private final JButton freeze = Widgets.button("Freeze", this::freezeOrThaw);
    private final JButton kill = Widgets.button("Kill", this::killIt);
    private final JButton rejoin = Widgets.button("Rejoin", this::bringBack);
    private final Timer timer = new Timer(LOOK_MS, event -> follow());
    private int player;
    /** The sliders follow the chosen player, and are not moved by anybody. */
    private boolean following;

    ControlPanel(final int players, final Mishaps mishaps, final Lines lines, final Runnable toggleGraph,
                 final Runnable playWithFriend) {
        super(new BorderLayout());
        this.mishaps = mishaps;
        this.lines = lines;
        setBackground(Widgets.BACKGROUND);
        setBorder(BorderFactory.createEmptyBorder(GAP / 2, GAP, 0, GAP));
        add(buttons(players, toggleGraph, playWithFriend), BorderLayout.NORTH);
        final JPanel both = new JPanel(new GridLayout(2, 1));
        both.setOpaque(false);
        both.add(sliders(true));
        both.add(sliders(false));
        add(both, BorderLayout.CENTER);
        Widgets.runWhileShown(timer, this);
        choose(1);
    }

    private JComponent buttons(final int players, final Runnable toggleGraph, final Runnable playWithFriend) {
        final JPanel row = new JPanel(new FlowLayout(FlowLayout.CENTER, GAP, GAP / 2));
        row.setOpaque(false);
        final ButtonGroup group = new ButtonGroup();
        for (int i = 0; i < players; i++) {
            final int chosen = i;
            final JToggleButton toggle = new JToggleButton("P" + i, i == 1);
            Widgets.style(toggle);
            toggle.setForeground(Palette.player(i));
            toggle.addActionListener(event -> choose(chosen));
            group.add(toggle);
            row.add(toggle);
        }
        row.add(cut);
        row.add(freeze);
        row.add(kill);
        row.add(rejoin);
        row.add(Widgets.button("Flip a bit", () -> mishaps.flipBit(player)));
        row.add(Widgets.button("Pause / resume", () -> mishaps.pause(player)));
        row.add(Widgets.button("Net graph (F3)", toggleGraph));
        final JButton friend = Widgets.button("Play with a friend...", playWithFriend);
        friend.setForeground(Palette.GOLD);
        row.add(friend);
        return row;
    }

    private void cutOrMend() {
        lines.cut(player, !lines.isCut(player));
        follow();
    }

    private void freezeOrThaw() {
        mishaps.freeze(player, mishaps.state(player) != Mishaps.State.FROZEN);
    }

    private void killIt() {
        mishaps.kill(player);
    }

    private void bringBack() {
        mishaps.rejoin(player);
    }

    private JComponent sliders(final boolean outwards) {
        final JPanel row = new JPanel(new BorderLayout(GAP, 0));
        row.setOpaque(false);
        row.setBorder(BorderFactory.createEmptyBorder(GAP / 2, 0, GAP / 2, 0));
        final JLabel title = Widgets.label("", TITLE_WIDTH);
        titles.add(title);
        row.add(title, BorderLayout.WEST);
        final JPanel three = new JPanel(new GridLayout(1, 3, GAP, 0));
        three.setOpaque(false);
        three.add(slider("latency %d ms", outwards, LATENCY_MS, LinkConditions::latencyMs,
            LinkConditions::withLatency));
        three.add(slider("jitter %d ms", outwards, JITTER_MS, LinkConditions::jitterMs, LinkConditions::withJitter));
        three.add(slider("loss %d %%", outwards, LOSS_PERCENT, like -> like.loss() * PERCENT,
            (like, percent) -> like.withLoss(percent / PERCENT)));
        row.add(three, BorderLayout.CENTER);
        return row;
    }

    /** Changes one of a line's conditions. */
    private interface Change {
        LinkConditions to(LinkConditions like, double value);
    }

    private JComponent slider(final String text, final boolean outwards, final int most,
                              final ToDoubleFunction<LinkConditions> value, final Change change) {
        final JSlider slider = Widgets.slider(most);
        final JLabel shown = Widgets.label(String.format(Locale.ROOT, text, 0), VALUE_WIDTH);
        slider.addChangeListener(event -> {
            shown.setText(String.format(Locale.ROOT, text, slider.getValue()));
            if (!following) {
                lines.set(player, outwards, change.to(lines.get(player, outwards), slider.getValue()));
            }
        });
        fromLines.add(() -> {
            // What the command line asked for may lie beyond what a slider offers.
            final int now = (int) Math.round(value.applyAsDouble(lines.get(player, outwards)));
            slider.setMaximum(Math.max(slider.getMaximum(), now));
            slider.setValue(now);
        });
        final JPanel pair = new JPanel(new BorderLayout());
        pair.setOpaque(false);
        pair.add(shown, BorderLayout.WEST);
        pair.add(slider, BorderLayout.CENTER);
        return pair;
    }

    private void choose(final int chosen) {
        player = chosen;
        titles.get(0).setText("from P" + chosen + ":");
        titles.get(1).setText("to P" + chosen + ":");
        titles.forEach(title -> title.setForeground(Palette.player(chosen)));
        following = true;
        fromLines.forEach(Runnable::run);
        following = false;
        follow();
    }

    /** The buttons say what they would do now. */
    private void follow() {
        final Mishaps.State state = mishaps.state(player);
        cut.setText(lines.isCut(player) ? "Plug it in" : "Cut the cable");
        freeze.setText(state == Mishaps.State.FROZEN ? "Thaw" : "Freeze");
        freeze.setEnabled(state == Mishaps.State.PLAYING || state == Mishaps.State.FROZEN);
        kill.setEnabled(state == Mishaps.State.PLAYING || state == Mishaps.State.FROZEN);
        rejoin.setEnabled(state == Mishaps.State.KILLED || state == Mishaps.State.ENDED);
    }
}
