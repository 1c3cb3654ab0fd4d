package io.lockstep.examples.dogfight;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Inputs set by hand, reused every frame. */
final class HandInputs implements Inputs {

    private static final int MAX_EVENT = 64;

    private final ByteBuffer[] inputs;
    private final ByteBuffer[] events;
    private final GameEvents writer = new GameEvents();

    HandInputs(final int players) {
        inputs = new ByteBuffer[players];
        events = new ByteBuffer[players];
        for (int i = 0; i < players; i++) {
            inputs[i] = ByteBuffer.allocate(2).order(ByteOrder.LITTLE_ENDIAN);
            events[i] = ByteBuffer.allocate(MAX_EVENT).limit(0);
        }
    }

    void set(final int player, final int bits) {
        inputs[player].putShort(0, (short) bits);
    }

    void event(final int player, final byte... bytes) {
        events[player].clear().put(bytes).flip();
    }

    void emote(final int player, final int id) {
        writer.putEmote(player, id, events[player].clear());
        events[player].flip();
    }

    void scuttle(final int player) {
        writer.putScuttle(player, events[player].clear());
        events[player].flip();
    }

    void move(final int player, final int direction) {
        writer.putMove(player, direction, events[player].clear());
        events[player].flip();
    }

    void shoot(final int player) {
        writer.putShoot(player, events[player].clear());
        events[player].flip();
    }

    void noEvents() {
        for (final ByteBuffer event : events) {
            event.position(0).limit(0);
        }
    }

    void sample(final InputSource source, final int player, final long frame) {
        inputs[player].putShort(0, (short) 0);
        source.sample(frame, player, inputs[player]);
    }

    /** A bot's buttons for everybody, and now and then an event, good ones and bad ones. */
    void scripted(final long seed, final long frame) {
        noEvents();
        for (int player = 0; player < inputs.length; player++) {
            set(player, ScriptedBot.buttons(seed, player, frame));
            final long dice = SplitMix.hash(seed, player + 100L, frame);
            if (SplitMix.scale(dice, 50) == 0) {
                final int id = (int) (dice >>> 2 & 7);
                if ((dice & 3) == 1 && id >= 1 && id <= GameEvents.EMOTES) {
                    emote(player, id);
                } else {
                    event(player, (byte) (dice & 3), (byte) id);
                }
            } else if (SplitMix.scale(dice, 2000) == 1999) {
                scuttle(player);
            }
        }
    }

    @Override
    public int players() {
        return inputs.length;
    }

    @Override
    public boolean present(final int player) {
        return true;
    }

    @Override
    public int bits(final int player) {
        return inputs[player].getShort(0) & 0xFFFF;
    }

    @Override
    public ByteBuffer bytes(final int player) {
        return inputs[player];
    }

    @Override
    public ByteBuffer event(final int player) {
        return events[player];
    }
}
