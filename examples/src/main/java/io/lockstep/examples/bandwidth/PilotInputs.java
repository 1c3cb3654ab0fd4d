package io.lockstep.examples.bandwidth;

import io.lockstep.core.game.Inputs;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.DogfightBot;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bots that play a game without a session, to get it into a state worth sending. */
final class PilotInputs implements Inputs {

    private static final ByteBuffer NO_EVENT = ByteBuffer.allocate(0);

    private final DogfightBot[] pilots;
    private final ByteBuffer[] inputs;

    private PilotInputs(final Dogfight game) {
        pilots = new DogfightBot[game.players()];
        inputs = new ByteBuffer[game.players()];
        for (int i = 0; i < pilots.length; i++) {
            pilots[i] = new DogfightBot(game, i);
            inputs[i] = ByteBuffer.allocate(Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** A match after so many frames, always the same. */
    static Dogfight play(final int players, final int frames) {
        final Dogfight game = new Dogfight(players, players);
        final PilotInputs inputs = new PilotInputs(game);
        for (int frame = 0; frame < frames; frame++) {
            for (int i = 0; i < players; i++) {
                inputs.pilots[i].sample(frame, i, inputs.inputs[i].clear());
            }
            game.step(frame, inputs);
        }
        return game;
    }

    @Override
    public int players() {
        return pilots.length;
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
        return inputs[player].clear();
    }

    @Override
    public ByteBuffer event(final int player) {
        return NO_EVENT;
    }
}
