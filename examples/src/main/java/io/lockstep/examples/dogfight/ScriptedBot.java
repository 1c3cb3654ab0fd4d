package io.lockstep.examples.dogfight;

import io.lockstep.core.game.InputSource;
import java.nio.ByteBuffer;

/**
 * A player who looks at nothing: its buttons are a function of seed, player and frame alone. For tests and fleets,
 * where anybody must be able to say what anybody pressed in any frame. Arrows and trigger change a few times a second,
 * the other buttons seldom. It has no state, so one serves any number of players.
 */
public final class ScriptedBot implements InputSource {

    /** How long an arrow is held. */
    private static final int ARROW_FRAMES = 26;
    /** How long the trigger is held or left alone. */
    private static final int TRIGGER_FRAMES = 20;
    /** How long one of the other buttons is held, when it is pressed at all. */
    private static final int EXTRA_FRAMES = 12;
    private static final int EXTRA_ODDS = 10;
    /** Pausing takes two presses, one at the start of such a stretch and one a little later. */
    private static final int PAUSE_STRETCH_FRAMES = 256;
    private static final int PAUSE_ODDS = 12;
    private static final int PAUSE_AGAIN_AFTER_FRAMES = 64;
    private static final int PAUSE_PRESS_FRAMES = 6;
    private static final int IDLE_ODDS = 6;
    private static final int FIRE_ODDS = 3;
    private static final int[] EXTRAS = {Buttons.SPECIAL, Buttons.SECONDARY, Buttons.SWAP, Buttons.PICKUP};

    private final long seed;

    /**
     * A bot.
     *
     * @param seed what it presses buttons by
     */
    public ScriptedBot(final long seed) {
        this.seed = seed;
    }

    @Override
    public void sample(final long frame, final int player, final ByteBuffer input) {
        Buttons.write(buttons(seed, player, frame), input);
    }

    /**
     * What a bot presses.
     *
     * @param seed   of the bot
     * @param player 0 to 31
     * @param frame  0 or more
     * @return buttons
     */
    public static int buttons(final long seed, final int player, final long frame) {
        final long own = SplitMix.hash(seed, player, 0);
        // Players do not all press in the same frame.
        final long shifted = frame + SplitMix.scale(own, ARROW_FRAMES);
        final long arrow = SplitMix.hash(own, 1, shifted / ARROW_FRAMES);
        final long trigger = SplitMix.hash(own, 2, shifted / TRIGGER_FRAMES);
        final long extra = SplitMix.hash(own, 3, shifted / EXTRA_FRAMES);
        int buttons = 0;
        if (SplitMix.scale(arrow, IDLE_ODDS) != 0) {
            buttons |= Direction.button(Direction.UP + (int) (arrow & 3));
        }
        if (SplitMix.scale(trigger, FIRE_ODDS) == 0) {
            buttons |= Buttons.FIRE;
        }
        if (SplitMix.scale(extra, EXTRA_ODDS) == 0) {
            buttons |= EXTRAS[(int) (extra & 3)];
        }
        return buttons | pause(own, shifted);
    }

    private static int pause(final long own, final long frame) {
        final long stretch = SplitMix.hash(own, 4, frame / PAUSE_STRETCH_FRAMES);
        final long within = frame % PAUSE_STRETCH_FRAMES % PAUSE_AGAIN_AFTER_FRAMES;
        final boolean firstTwo = frame % PAUSE_STRETCH_FRAMES < 2 * PAUSE_AGAIN_AFTER_FRAMES;
        final boolean press = firstTwo && within < PAUSE_PRESS_FRAMES;
        return press && SplitMix.scale(stretch, PAUSE_ODDS) == 0 ? Buttons.PAUSE : 0;
    }
}
