package io.lockstep.examples.view;

import io.lockstep.core.game.InputSource;
import io.lockstep.examples.dogfight.Buttons;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Who flies a ship: a bot, until somebody touches the ship's keys and perhaps again some time after. */
public final class Pilot implements InputSource {

    /** Whoever has touched a key flies on, and no bot any more. */
    public static final long FOR_GOOD = Long.MAX_VALUE / 2;

    private final InputSource person;
    private final InputSource bot;
    private final long idleFrames;
    private final ByteBuffer keys = ByteBuffer.allocate(Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long botFrom;

    /**
     * A ship that the bot flies at first.
     *
     * @param person     pressed buttons; none when nobody is there
     * @param bot        who flies in between
     * @param idleFrames frames without a pressed button until the bot takes over
     */
    public Pilot(final InputSource person, final InputSource bot, final long idleFrames) {
        this.person = person;
        this.bot = bot;
        this.idleFrames = idleFrames;
    }

    @Override
    public void sample(final long frame, final int player, final ByteBuffer input) {
        keys.clear();
        person.sample(frame, player, keys);
        final short pressed = keys.getShort(0);
        if (pressed != 0) {
            botFrom = frame + idleFrames;
        }
        if (frame < botFrom) {
            Buttons.write(pressed, input);
        } else {
            bot.sample(frame, player, input);
        }
    }
}
