package io.lockstep.examples.view;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.GridLayout;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.util.List;
import javax.swing.BorderFactory;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.SwingConstants;

/** A match as a window shows it: one view or several, room for what else belongs there, and the keys below. */
final class GamePane extends JPanel {

    private static final long serialVersionUID = 1L;
    private static final int GAP = 6;
    private static final int MARGIN = 6;
    /** A single view larger than this shows no more. */
    private static final int WIDEST_VIEW = 1000;
    private static final int NARROWEST_VIEW = 200;

    private final transient List<DogfightPanel> views;
    private final transient PaintPace pace;
    private final JPanel south = new JPanel(new BorderLayout());
    private final GridLayout layout;

    /** On the event thread; the extra may be null. */
    GamePane(final List<DogfightPanel> views, final List<KeyboardInput> keyboards, final KeyHelp help,
             final JComponent extra) {
        super(new BorderLayout());
        this.views = List.copyOf(views);
        pace = new PaintPace(this.views);
        south.setBackground(Color.BLACK);
        if (extra != null) {
            south.add(extra, BorderLayout.CENTER);
        }
        final JLabel keys = keys(help);
        south.add(keys, BorderLayout.SOUTH);
        final JPanel grid = new JPanel();
        grid.setBackground(Color.BLACK);
        final Dimension room = GameWindow.room();
        layout = layOut(grid, room.width, room.height - south.getPreferredSize().height);
        keyboards.forEach(keyboard -> keyboard.listenTo(this));
        setFocusable(true);
        addKeyListener(new KeyAdapter() {
            @Override
            public void keyPressed(final KeyEvent event) {
                if (event.getKeyCode() == KeyEvent.VK_F3) {
                    toggleGraph();
                } else if (keyboards.stream().anyMatch(keyboard -> keyboard.knows(event))) {
                    keys.setText(help.text(true));
                }
            }
        });
        add(grid, BorderLayout.CENTER);
        add(south, BorderLayout.SOUTH);
    }

    @Override
    public void addNotify() {
        super.addNotify();
        pace.start();
    }

    @Override
    public void removeNotify() {
        pace.stop();
        super.removeNotify();
    }

    private static JLabel keys(final KeyHelp help) {
        final JLabel keys = new JLabel(help.text(false), SwingConstants.CENTER);
        keys.setOpaque(true);
        keys.setBackground(Color.BLACK);
        keys.setForeground(Palette.TEXT);
        keys.setFont(keys.getFont().deriveFont(Font.PLAIN));
        keys.setBorder(BorderFactory.createEmptyBorder(MARGIN, MARGIN, MARGIN, MARGIN));
        return keys;
    }

    /** Made smaller than this, buttons would be missing and views be nothing but text. */
    @Override
    public Dimension getMinimumSize() {
        final Dimension below = south.getPreferredSize();
        return new Dimension(below.width, below.height + layout.getRows() * views.get(0).heightFor(NARROWEST_VIEW));
    }

    private GridLayout layOut(final JPanel grid, final int width, final int height) {
        final int columns = columns(views, width, height);
        final int rows = (views.size() + columns - 1) / columns;
        final int wide = viewWidth(views, columns, width, height);
        final Dimension size = new Dimension(wide, views.get(0).heightFor(wide));
        final GridLayout places = new GridLayout(rows, columns, GAP, GAP);
        grid.setLayout(places);
        views.forEach(view -> {
            view.setPreferredSize(size);
            grid.add(view);
        });
        return places;
    }

    /** In how many columns views are largest. */
    static int columns(final List<DogfightPanel> views, final int width, final int height) {
        int best = 1;
        for (int columns = 2; columns <= views.size(); columns++) {
            best = viewWidth(views, columns, width, height) > viewWidth(views, best, width, height) ? columns : best;
        }
        return best;
    }

    /** How wide each view can be for all of them to fit. */
    static int viewWidth(final List<DogfightPanel> views, final int columns, final int width, final int height) {
        final int rows = (views.size() + columns - 1) / columns;
        int wide = Math.min(WIDEST_VIEW, (width - (columns - 1) * GAP) / columns);
        while (wide > NARROWEST_VIEW && rows * (views.get(0).heightFor(wide) + GAP) > height) {
            wide--;
        }
        return wide;
    }

    void toggleGraph() {
        views.forEach(DogfightPanel::toggleGraph);
    }
}
