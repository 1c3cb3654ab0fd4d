package io.lockstep.core.internal.foresight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.input.InputPredictor;
import io.lockstep.core.internal.game.CueLedger;
import io.lockstep.core.internal.game.PredictionSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameInputs;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a recorder is told of frames that are taken back. */
class RollbackLogTest {

    private static final int PLAYERS = 3;
    private static final int WINDOW = 8;

    private final InputLog log = new InputLog(PLAYERS, 1, 4, 0);
    private final FrameInputs settled = new FrameInputs(log, PLAYERS, 1);
    private final Lines told = new Lines();

    private Foresight foresight(final boolean sparse) {
        final PredictionSettings settings =
            new PredictionSettings(WINDOW, InputPredictor.repeat(), sparse, Integer.MAX_VALUE);
        final Foresight foresight = new Foresight(new Nothing(), new CueLedger(),
            new PlayedFrames(log, InputPredictor.repeat(), PLAYERS, 1, 4, WINDOW), settings, 1, 0, told);
        foresight.polled();
        return foresight;
    }

    private void arrive(final int player, final int... values) {
        for (final int value : values) {
            log.append(player, new byte[] {(byte) value}, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSayOfWhomTheGuessWasWrong(final boolean sparse) {
        final Foresight foresight = foresight(sparse);
        foresight.advance(5);
        arrive(0, 0);
        arrive(1, 0, 1);
        arrive(2, 0);
        foresight.advance(5);
        // With one state it can only go back to that.
        told.isOnly((sparse ? 0 : 1) + " to 5: 10");
        foresight.step(0, settled.of(0));
        foresight.advance(5);
        arrive(0, 1);
        arrive(2, 1);
        foresight.step(1, settled.of(1));
        told.isOnly("1 to 5: 101");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSayWhoSentAnEventOrIsGone(final boolean sparse) {
        final Foresight foresight = foresight(sparse);
        foresight.advance(4);
        arrive(0, 0);
        arrive(1, 0);
        log.attachEvent(1, new byte[] {7}, 0, 1);
        log.close(2, 0);
        foresight.step(0, settled.of(0));
        told.isOnly("0 to 4: 110");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNameNobodyWhereTheMatchStoodStill(final boolean sparse) {
        final Foresight foresight = foresight(sparse);
        foresight.advance(3);
        for (int player = 0; player < PLAYERS; player++) {
            arrive(player, 0);
        }
        foresight.stoodStill(0);
        told.isOnly("0 to 3: 0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellNothingOfWhatIsForeseen(final boolean sparse) {
        final Foresight foresight = foresight(sparse);
        foresight.advance(3);
        for (int player = 0; player < PLAYERS; player++) {
            arrive(player, 0);
        }
        foresight.step(0, settled.of(0));
        foresight.advance(4);
        foresight.end();
        told.isOnly();
    }

    /** A game without a state. */
    private static final class Nothing implements Simulation {

        @Override
        public void step(final long frame, final Inputs inputs) {
            // Nothing to do.
        }

        @Override
        public void save(final StateWriter out) {
            out.writeByte("nothing", 0);
        }

        @Override
        public void load(final ByteBuffer from) {
            from.get();
        }
    }

    /** Keeps what it is told of rollbacks; the rest is the session's. */
    private static final class Lines implements MatchRecorder {

        private final List<String> lines = new ArrayList<>();

        /** And of nothing else, since this was asked last. */
        void isOnly(final String... expected) {
            assertEquals(List.of(expected), lines);
            lines.clear();
        }

        @Override
        public void begin(final MatchDescription match, final long frame, final boolean paused,
                          final Simulation game) {
            throw new UnsupportedOperationException("no session is here");
        }

        @Override
        public void frame(final ExecutedFrame frame, final Simulation game) {
            throw new UnsupportedOperationException("no session is here");
        }

        @Override
        public void rolledBack(final long from, final long next, final IdSet players) {
            lines.add(from + " to " + next + ": " + Integer.toBinaryString(players.mask()));
        }

        @Override
        public void end(final long frame, final EndReason reason) {
            throw new UnsupportedOperationException("no session is here");
        }
    }
}
