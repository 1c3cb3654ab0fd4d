package io.lockstep.examples.view;

import io.lockstep.core.game.InputSource;
import io.lockstep.examples.dogfight.Buttons;
import java.awt.event.FocusEvent;
import java.awt.event.FocusListener;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.swing.JComponent;

/**
 * A keyboard as the source of one player's input. Several can listen to the same component, each to its own keys.
 *
 * <p>Keys arrive on the event thread, the session samples on its own; a key pressed and released between two samples
 * still counts for one frame.
 */
public final class KeyboardInput implements InputSource, KeyListener, FocusListener {

    private static final int[][] ARROWS = {
        {KeyEvent.VK_UP, Buttons.UP}, {KeyEvent.VK_DOWN, Buttons.DOWN},
        {KeyEvent.VK_LEFT, Buttons.LEFT}, {KeyEvent.VK_RIGHT, Buttons.RIGHT},
        {KeyEvent.VK_SPACE, Buttons.FIRE}, {KeyEvent.VK_ENTER, Buttons.FIRE},
        {KeyEvent.VK_SLASH, Buttons.SPECIAL}, {KeyEvent.VK_PERIOD, Buttons.SECONDARY},
        {KeyEvent.VK_COMMA, Buttons.SWAP}, {KeyEvent.VK_M, Buttons.PICKUP}, {KeyEvent.VK_P, Buttons.PAUSE}
    };

    private static final int[][] WASD = {
        {KeyEvent.VK_W, Buttons.UP}, {KeyEvent.VK_S, Buttons.DOWN},
        {KeyEvent.VK_A, Buttons.LEFT}, {KeyEvent.VK_D, Buttons.RIGHT},
        {KeyEvent.VK_F, Buttons.FIRE}, {KeyEvent.VK_R, Buttons.SPECIAL}, {KeyEvent.VK_G, Buttons.SECONDARY},
        {KeyEvent.VK_T, Buttons.SWAP}, {KeyEvent.VK_E, Buttons.PICKUP}, {KeyEvent.VK_Q, Buttons.PAUSE}
    };

    private final int[][] keys;
    private final String help;
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger tapped = new AtomicInteger();

    private KeyboardInput(final int[][] keys, final String help) {
        this.keys = keys;
        this.help = help;
    }

    /**
     * The right half of the keyboard.
     *
     * @return arrows to steer, space or enter to fire
     */
    public static KeyboardInput arrows() {
        return new KeyboardInput(ARROWS, "arrows, Space fire, / boost, . fire back, ',' gun, M reach, P pause");
    }

    /**
     * The left half of the keyboard.
     *
     * @return W, A, S and D to steer, F to fire
     */
    public static KeyboardInput wasd() {
        return new KeyboardInput(WASD, "WASD, F fire, R boost, G fire back, T gun, E reach, Q pause");
    }

    /**
     * All of the keyboard, for who has it alone.
     *
     * @return both halves, each of which does everything
     */
    public static KeyboardInput both() {
        return new KeyboardInput(Stream.of(ARROWS, WASD).flatMap(Stream::of).toArray(int[][]::new),
            arrows().help + "; or " + wasd().help);
    }

    /**
     * The keys in one line.
     *
     * @return what to show to the player
     */
    public String help() {
        return help;
    }

    /**
     * Whether a key is one of these.
     *
     * @param event of the key
     * @return true when it flies the ship
     */
    public boolean knows(final KeyEvent event) {
        return button(event) != 0;
    }

    /**
     * Listens to a component, which must get the focus to hear anything.
     *
     * @param component what to listen to
     * @return this
     */
    public KeyboardInput listenTo(final JComponent component) {
        component.setFocusable(true);
        component.addKeyListener(this);
        component.addFocusListener(this);
        return this;
    }

    @Override
    public void sample(final long frame, final int player, final ByteBuffer input) {
        Buttons.write(held.get() | tapped.getAndSet(0), input);
    }

    @Override
    public void keyPressed(final KeyEvent event) {
        final int button = button(event);
        held.set(held.get() | button);
        tapped.accumulateAndGet(button, (a, b) -> a | b);
    }

    @Override
    public void keyReleased(final KeyEvent event) {
        held.set(held.get() & ~button(event));
    }

    @Override
    public void keyTyped(final KeyEvent event) {
        // Presses and releases say everything.
    }

    @Override
    public void focusGained(final FocusEvent event) {
        letGo();
    }

    /** Releases that happen elsewhere are never heard, so everything is let go. */
    @Override
    public void focusLost(final FocusEvent event) {
        letGo();
    }

    private void letGo() {
        held.set(0);
        tapped.set(0);
    }

    private int button(final KeyEvent event) {
        for (final int[] key : keys) {
            if (key[0] == event.getKeyCode()) {
                return key[1];
            }
        }
        return 0;
    }
}
