package io.lockstep.examples.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.dogfight.Buttons;
import java.awt.event.FocusEvent;
import java.awt.event.KeyEvent;
import java.nio.ByteBuffer;
import javax.swing.JPanel;
import org.junit.jupiter.api.Test;

class KeyboardInputTest {

    private final JPanel panel = new JPanel();
    private final ByteBuffer input = ByteBuffer.allocate(2);

    @Test
    void shouldHoldAButtonUntilItsKeyIsReleased() {
        final KeyboardInput keys = KeyboardInput.arrows();
        keys.keyPressed(key(KeyEvent.KEY_PRESSED, KeyEvent.VK_LEFT));
        keys.keyPressed(key(KeyEvent.KEY_PRESSED, KeyEvent.VK_SPACE));
        assertEquals(Buttons.LEFT | Buttons.FIRE, sample(keys));
        assertEquals(Buttons.LEFT | Buttons.FIRE, sample(keys));
        keys.keyReleased(key(KeyEvent.KEY_RELEASED, KeyEvent.VK_LEFT));
        assertEquals(Buttons.FIRE, sample(keys));
    }

    @Test
    void shouldCountATapBetweenTwoSamplesForOneFrame() {
        final KeyboardInput keys = KeyboardInput.wasd();
        keys.keyPressed(key(KeyEvent.KEY_PRESSED, KeyEvent.VK_T));
        keys.keyReleased(key(KeyEvent.KEY_RELEASED, KeyEvent.VK_T));
        assertEquals(Buttons.SWAP, sample(keys));
        assertEquals(0, sample(keys));
    }

    @Test
    void shouldLetGoOfEverythingWhenTheFocusIsLost() {
        final KeyboardInput keys = KeyboardInput.wasd();
        keys.keyPressed(key(KeyEvent.KEY_PRESSED, KeyEvent.VK_W));
        sample(keys);
        keys.focusLost(new FocusEvent(panel, FocusEvent.FOCUS_LOST));
        assertEquals(0, sample(keys));
    }

    @Test
    void shouldKeepTwoPlayersOnOneKeyboardApart() {
        final KeyboardInput left = KeyboardInput.wasd().listenTo(panel);
        final KeyboardInput right = KeyboardInput.arrows().listenTo(panel);
        for (int code = KeyEvent.VK_ENTER; code <= KeyEvent.VK_Z; code++) {
            left.keyPressed(key(KeyEvent.KEY_PRESSED, code));
            right.keyPressed(key(KeyEvent.KEY_PRESSED, code));
            final int leftButtons = sample(left);
            final int rightButtons = sample(right);
            assertTrue(leftButtons == 0 || rightButtons == 0, "key " + code);
            left.keyReleased(key(KeyEvent.KEY_RELEASED, code));
            right.keyReleased(key(KeyEvent.KEY_RELEASED, code));
        }
        assertEquals(2, panel.getKeyListeners().length);
    }

    @Test
    void shouldGiveWhoPlaysAloneBothHalves() {
        final KeyboardInput both = KeyboardInput.both();
        both.keyPressed(key(KeyEvent.KEY_PRESSED, KeyEvent.VK_LEFT));
        both.keyPressed(key(KeyEvent.KEY_PRESSED, KeyEvent.VK_F));
        assertEquals(Buttons.LEFT | Buttons.FIRE, sample(both));
        assertTrue(both.knows(key(KeyEvent.KEY_PRESSED, KeyEvent.VK_W)));
        assertFalse(both.knows(key(KeyEvent.KEY_PRESSED, KeyEvent.VK_F3)));
    }

    private int sample(final KeyboardInput keys) {
        keys.sample(0, 0, input);
        return input.get(0) & 0xFF | (input.get(1) & 0xFF) << 8;
    }

    private KeyEvent key(final int id, final int code) {
        return new KeyEvent(panel, id, 0, 0, code, KeyEvent.CHAR_UNDEFINED);
    }
}
