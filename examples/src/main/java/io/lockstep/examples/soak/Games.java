package io.lockstep.examples.soak;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.Seat;
import io.lockstep.testkit.SeatFactory;
import io.lockstep.testkit.StampedGame;
import java.nio.ByteBuffer;

/** The games that scenario files can name. */
final class Games {

    private Games() {
    }

    static boolean known(final String name) {
        return name.equals(Scenario.DEFAULT_GAME) || name.equals(StampedGame.NAME)
            || name.equals(StampedGame.HELD);
    }

    static SeatFactory seats(final Scenario scenario) {
        if (!scenario.game.equals(Scenario.DEFAULT_GAME)) {
            return StampedGame.seats(scenario);
        }
        return (peer, players, seed) -> {
            final Dogfight game = new Dogfight(players, seed);
            return new Seat(new Shifted(game, scenario.startFrame), new Filled(new DogfightBot(game, seed + peer)),
                scenario.eventFrames > 0 ? new DogfightEvents(peer, seed, scenario.eventFrames) : null);
        };
    }

    /** Inputs of a player whose game reads no more than the buttons: what is left of longer ones changes by frame. */
    private record Filled(InputSource buttons) implements InputSource {
        @Override
        public void sample(final long frame, final int player, final ByteBuffer input) {
            buttons.sample(frame, player, input);
            for (int i = Short.BYTES; i < input.limit(); i++) {
                input.put(i, (byte) (frame * i + player));
            }
        }
    }

    /** A game that counts from 0 in a match that does not. */
    private record Shifted(Simulation game, long startFrame) implements Simulation {
        @Override
        public void configure(final ByteBuffer matchConfig) {
            game.configure(matchConfig);
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            game.step(frame - startFrame, inputs);
        }

        @Override
        public void save(final StateWriter out) {
            game.save(out);
        }

        @Override
        public void load(final ByteBuffer state) {
            game.load(state);
        }
    }
}
