package io.lockstep.examples.benchmarks;

import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.PredictionStatistics;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.foresight.Foresight;
import io.lockstep.core.internal.game.CueLedger;
import io.lockstep.core.internal.game.Entrance;
import io.lockstep.core.internal.game.MatchConfig;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.Ports;
import io.lockstep.core.internal.game.PredictionSettings;
import io.lockstep.core.internal.game.Seating;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameInputs;

/**
 * A game that is always as far ahead as it may be, and whose last player never does what was guessed: each tick takes
 * it back by all of that, as a session does it, without a session around it.
 */
final class AheadGame {

    private static final int TICK_RATE = 60;
    private static final int INPUT_BYTES = 2;

    private final InputLog log;
    private final FrameInputs settled;
    private final Foresight foresight;
    private final int players;
    private final int window;
    private final byte[] input = new byte[INPUT_BYTES];
    private long frame;

    /**
     * A game before its first frame.
     *
     * @param game    what is played
     * @param players how many; the inputs of all but the first come when a frame is settled
     * @param window  by how many frames it is ahead
     */
    AheadGame(final Simulation game, final int players, final int window) {
        this.players = players;
        this.window = window;
        log = new InputLog(players, INPUT_BYTES, 0, 0);
        settled = new FrameInputs(log, players, INPUT_BYTES);
        foresight = Foresight.of(new MatchSettings(
            new MatchRules("benchmark", 1, TICK_RATE, INPUT_BYTES, 0, 0, Long.MAX_VALUE, null),
            new Seating(players, 0, new int[players], 0), null, null,
            PredictionSettings.of(new PredictionOptions().frames(window), false), null, null,
            new Entrance(false, 0, 0, null), new Ports(game, null, null, null, new CueLedger(),
                new MatchConfig(null))), log);
        foresight.polled();
        while (log.next(0) < window) {
            log.append(0, input, 0);
        }
        foresight.advance(window);
    }

    /**
     * One tick: the inputs of the frame to be settled arrive, one of them is not as guessed; the game goes back to that
     * frame, settles it, and plays on until it is as far ahead as before.
     *
     * @return the frame that is settled next
     */
    long tick() {
        input[0] = 0;
        log.append(0, input, 0);
        for (int player = 1; player < players; player++) {
            input[0] = (byte) (player == players - 1 ? frame & 1 ^ 1 : 0);
            log.append(player, input, 0);
        }
        foresight.polled();
        foresight.step(frame, settled.of(frame));
        frame++;
        foresight.advance(frame + window);
        return frame;
    }

    /**
     * Makes sure that the figures are of what they say.
     *
     * @throws IllegalStateException if a tick did not go back by the whole window
     */
    void check() {
        final PredictionStatistics statistics = foresight.statistics();
        if (statistics.rollbacks(window) != frame || statistics.steps() != frame * (window + 1) + window) {
            throw new IllegalStateException("in " + frame + " ticks " + statistics.rollbacks(window)
                + " rollbacks by " + window + " frames, and " + statistics.steps() + " steps");
        }
    }
}
