package io.lockstep.examples.meeting;

import io.lockstep.examples.view.Palette;
import io.lockstep.examples.view.Widgets;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.Font;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.swing.BorderFactory;
import javax.swing.Box;
import javax.swing.BoxLayout;
import javax.swing.ButtonGroup;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JRadioButton;
import javax.swing.JTextArea;
import javax.swing.JTextField;

/** Where somebody fills in with whom to play: who one is, where to meet, and to host a match or join one by its code. */
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
    private static final Font BOLD = PLAIN.deriveFont(Font.BOLD);
    private static final Font TITLE = BOLD.deriveFont(22f);
    private static final Font CODE = new Font(Font.MONOSPACED, Font.BOLD, 20);

    private final transient Consumer<Invitation> chosen;
    private final JTextField name = Widgets.field(PLAIN, NAME_COLUMNS);
    private final JRadioButton near = radio("this network: no server is needed");
    private final JRadioButton far = radio("a lobby, at");
    private final JTextField lobby = Widgets.field(PLAIN, LOBBY_COLUMNS);
    private final JTextField code = Widgets.field(CODE, CODE_COLUMNS);
    private final JComboBox<Integer> seats =
        new JComboBox<>(IntStream.rangeClosed(2, MOST_SEATS).boxed().toArray(Integer[]::new));
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
        lobby.addCaretListener(moved -> far.setSelected(far.isSelected() || lobby.isFocusOwner()));
        code.addActionListener(enter -> choose(false));
        seats.setFont(PLAIN);
        seats.setFocusable(false);
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
    }

    private JComponent rows() {
        final JPanel all = new JPanel();
        all.setOpaque(false);
        all.setLayout(new BoxLayout(all, BoxLayout.Y_AXIS));
        all.add(row(text("Play with a friend", TITLE)));
        all.add(Box.createVerticalStrut(MARGIN / 2));
        all.add(row(text("Your name", BOLD), name));
        all.add(row(text("Meet in", BOLD), near));
        all.add(row(Box.createHorizontalStrut(text("Meet in", BOLD).getPreferredSize().width), far, lobby));
        all.add(Box.createVerticalStrut(MARGIN));
        final JButton host = Widgets.button("Host a match", () -> choose(true));
        final JButton join = Widgets.button("Join", () -> choose(false));
        host.setFont(BOLD);
        join.setFont(BOLD);
        all.add(row(host, text("of", PLAIN), seats, text("players, and see the code for the others", PLAIN)));
        all.add(row(join, text("with the code", PLAIN), code, text("that your friend sees", PLAIN)));
        all.add(Box.createVerticalStrut(MARGIN / 2));
        complaint.setBorder(BorderFactory.createEmptyBorder(0, GAP, 0, GAP));
        complaint.setAlignmentX(Component.LEFT_ALIGNMENT);
        all.add(complaint);
        all.add(Box.createVerticalStrut(MARGIN / 2));
        all.add(row(back));
        all.setPreferredSize(new Dimension(WIDEST, all.getPreferredSize().height));
        return all;
    }

    private static JComponent row(final Component... parts) {
        final JPanel row = new JPanel(new FlowLayout(FlowLayout.LEFT, GAP, GAP / 2));
        row.setOpaque(false);
        row.setAlignmentX(Component.LEFT_ALIGNMENT);
        for (final Component part : parts) {
            row.add(part);
        }
        return row;
    }

    private static JLabel text(final String text, final Font font) {
        final JLabel label = new JLabel(text);
        label.setFont(font);
        label.setForeground(Palette.TEXT);
        return label;
    }

    private static JRadioButton radio(final String text) {
        final JRadioButton radio = new JRadioButton(text);
        radio.setFont(PLAIN);
        radio.setForeground(Palette.TEXT);
        radio.setOpaque(false);
        radio.setFocusable(false);
        return radio;
    }

    private void choose(final boolean hosting) {
        final Invitation filled = new Invitation(hosting, name.getText(), near.isSelected() ? null : lobby.getText(),
            (Integer) seats.getSelectedItem(), code.getText());
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
        complaint.setText(why == null ? "" : why);
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
