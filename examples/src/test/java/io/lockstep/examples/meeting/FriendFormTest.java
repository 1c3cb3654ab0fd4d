package io.lockstep.examples.meeting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.Parts;
import java.util.ArrayList;
import java.util.List;
import javax.swing.AbstractButton;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The form, filled in without a display. */
class FriendFormTest {

    private static final String LOBBY = "http://127.0.0.1:7707";

    private final List<Invitation> chosen = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private final FriendForm form = new FriendForm(LOBBY, chosen::add, () -> left.add("back"));
    private final JTextField name = Parts.all(form, JTextField.class).get(0);
    private final JTextField lobby = Parts.all(form, JTextField.class).get(1);
    private final JTextField code = Parts.all(form, JTextField.class).get(2);

    private AbstractButton button(final String text) {
        return Parts.button(form, text);
    }

    private String complaint() {
        return Parts.all(form, JTextArea.class).get(0).getText();
    }

    @BeforeEach
    void fill() {
        name.setText("Ann");
    }

    @Test
    void shouldHostInThisNetworkForTwoUnlessSomethingElseIsChosen() {
        button("Host a match").doClick(0);
        button("A lobby").doClick(0);
        button("5").doClick(0);
        button("Host a match").doClick(0);
        assertEquals(List.of(new Invitation(true, "Ann", null, 2, ""), new Invitation(true, "Ann", LOBBY, 5, "")),
            chosen);
    }

    @Test
    void shouldJoinByTheCodeThatWasTyped() {
        button("A lobby").doClick(0);
        lobby.setText("https://lobby.example.org");
        code.setText("7k2p-m3xd");
        code.postActionEvent();
        assertEquals(List.of(new Invitation(false, "Ann", "https://lobby.example.org", 2, "7K2PM3XD")), chosen);
    }

    @Test
    void shouldSayWhatIsWrongAndTakeItBackOnceItIsRight() {
        code.setText("hello");
        button("Join").doClick(0);
        assertTrue(complaint().startsWith("A code has 8 letters and digits"), complaint());
        assertTrue(chosen.isEmpty());
        code.setText("7K2P-M3XD");
        button("Join").doClick(0);
        assertEquals("", complaint());
        assertEquals(1, chosen.size());
    }

    @Test
    void shouldGoBackUntilThereIsNothingToGoBackTo() {
        button("Back to the demo").doClick(0);
        assertEquals(List.of("back"), left);
        form.stay();
        assertFalse(button("Back to the demo").isVisible());
        form.complain("the lobby does not answer: look at the network");
        assertEquals("The lobby does not answer: look at the network", complaint());
    }
}
