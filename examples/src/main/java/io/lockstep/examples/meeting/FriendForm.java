package io.lockstep.examples.meeting;

import io.lockstep.examples.view.Palette;
import io.lockstep.examples.view.Widgets;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.Font;
import java.awt.GridLayout;
import java.awt.event.FocusAdapter;
import java.awt.event.FocusEvent;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.Box;
import javax.swing.BoxLayout;
import javax.swing.ButtonGroup;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.JToggleButton;

/** Where somebody fills in who plays and where to meet, and chooses to host a match or to join one by its code. */
public final class FriendForm extends JPanel {

    private static final long serialVersionUID = 1L;
    private static final int GAP = 8;
    private static final int WIDEST = 640;
    private static final int MARGIN = 28;
    private static final int NAME_COLUMNS = 16;
    private static final int CODE_COLUMNS = 9;
    private static final int LOBBY_COLUMNS = 26;
    private static final int LONGEST_NAME = 32;
    private static final int MOST_SEATS = 8;
    private static final int COMPLAINT_ROWS = 4;
    private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 15);
    private static final Font SMALL = PLAIN.deriveFont(13f);
    private static final Font BOLD = PLAIN.deriveFont(Font.BOLD);
    private static final Font TITLE = BOLD.deriveFont(22f);
    private static final Font CODE = new Font(Font.MONOSPACED, Font.BOLD, 20);

    private final transient Consumer<Invitation> chosen;
    private final JTextField name = Widgets.field(PLAIN, NAME_COLUMNS);
    private final JToggleButton near = Widgets.toggle("This network");
    private final JToggleButton far = Widgets.toggle("A lobby");
    private final JTextField lobby = Widgets.field(PLAIN, LOBBY_COLUMNS);
    private final JTextField code = Widgets.field(CODE, CODE_COLUMNS);
    private int seats = 2;
    private final JTextArea complaint = new JTextArea(COMPLAINT_ROWS, 1);
    private final JButton back;

    /**
     * On the event thread.
     *
     * @param defaultLobby where a lobby is looked for at first
     * @param chosen       given what was filled in when Host or Join is pressed and nothing is wrong with it
     * @param onBack       run when it is left
     */
    public FriendForm(final String defaultLobby, final Consumer<Invitation> chosen, final Runnable onBack) {
        this.chosen = chosen;
        back = Widgets.button("Back to the demo", onBack);
        final String user = System.getProperty("user.name", "player").strip();
        name.setText(user.substring(0, Math.min(LONGEST_NAME, user.length())));
        lobby.setText(defaultLobby);
        near.setSelected(true);
        final ButtonGroup where = new ButtonGroup();
        where.add(near);
        where.add(far);
        lobby.addFocusListener(new FocusAdapter() {
            @Override
            public void focusGained(final FocusEvent event) {
                far.setSelected(true);
            }
        });
        code.addActionListener(enter -> choose(false));
        complaint.setFont(PLAIN);
        complaint.setForeground(Palette.HURT);
        complaint.setOpaque(false);
        complaint.setEditable(false);
        complaint.setFocusable(false);
        complaint.setLineWrap(true);
        complaint.setWrapStyleWord(true);
        setBackground(Widgets.BACKGROUND);
        setLayout(new FlowLayout(FlowLayout.CENTER, 0, 2 * MARGIN));
        add(rows());
        setMinimumSize(getPreferredSize());
    }

    private JComponent rows() {
        final JPanel all = new JPanel();
        all.setOpaque(false);
        all.setLayout(new BoxLayout(all, BoxLayout.Y_AXIS));
        all.add(row(text("Play with a friend", TITLE)));
        all.add(Box.createVerticalStrut(MARGIN / 2));
        all.add(row(text("Your name", BOLD), name));
        all.add(row(text("Meet in", BOLD), near, far, text("at", PLAIN), lobby));
        all.add(row(text("In this network no server is needed, and a code only if there are several matches.", SMALL)));
        all.add(Box.createVerticalStrut(MARGIN));
        final JButton host = Widgets.button("Host a match", () -> choose(true));
        final JButton join = Widgets.button("Join", () -> choose(false));
        host.setFont(BOLD);
        join.setFont(BOLD);
        all.add(row(host, text("of", PLAIN), seatChoice(), text("players", PLAIN)));
        all.add(row(join, text("with the code", PLAIN), code, text("that your friend sees", PLAIN)));
        all.add(Box.createVerticalStrut(MARGIN / 2));
        complaint.setAlignmentX(Component.LEFT_ALIGNMENT);
        all.add(complaint);
        all.add(Box.createVerticalStrut(MARGIN / 2));
        all.add(row(back));
        all.setPreferredSize(new Dimension(WIDEST, all.getPreferredSize().height));
        return all;
    }

    private JComponent seatChoice() {
        final JPanel choice = new JPanel(new GridLayout(1, 0, 2, 0));
        choice.setOpaque(false);
        final ButtonGroup group = new ButtonGroup();
        for (int count = seats; count <= MOST_SEATS; count++) {
            final int chosenSeats = count;
            final JToggleButton toggle = Widgets.toggle(String.valueOf(count));
            toggle.setSelected(count == seats);
            toggle.addActionListener(pressed -> seats = chosenSeats);
            group.add(toggle);
            choice.add(toggle);
        }
        return choice;
    }

    /** Parts side by side, each as wide as it wishes. */
    private static JComponent row(final JComponent... parts) {
        final Box row = Box.createHorizontalBox();
        row.setAlignmentX(Component.LEFT_ALIGNMENT);
        row.setBorder(BorderFactory.createEmptyBorder(GAP / 2, 0, GAP / 2, 0));
        for (final JComponent part : parts) {
            part.setMaximumSize(part.getPreferredSize());
            row.add(part);
            row.add(Box.createHorizontalStrut(GAP));
        }
        return row;
    }

    private static JLabel text(final String text, final Font font) {
        final JLabel label = new JLabel(text);
        label.setFont(font);
        label.setForeground(font.equals(SMALL) ? Palette.DIM : Palette.TEXT);
        return label;
    }

    private void choose(final boolean hosting) {
        final Invitation filled = new Invitation(hosting, name.getText(), near.isSelected() ? null : lobby.getText(),
            seats, code.getText());
        final String problem = filled.problem();
        complain(problem);
        if (problem == null) {
            chosen.accept(filled);
        }
    }

    /**
     * Says what is wrong, or went wrong.
     *
     * @param why a line or more; null for nothing
     */
    public void complain(final String why) {
        complaint.setText(why == null ? "" : MeetingPainter.capital(why));
    }

    /** From now on there is nothing to go back to. */
    public void stay() {
        back.setVisible(false);
    }

    @Override
    public boolean requestFocusInWindow() {
        return code.requestFocusInWindow();
    }
}
