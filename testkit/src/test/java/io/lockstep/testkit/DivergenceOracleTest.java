package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The game of peer 1 goes wrong while peer 1 still joins. It compares frames from then on, tells of the difference at
 * once, and does not hear of some frames; what counts as a difference that it must tell of begins with its first frame.
 */
class DivergenceOracleTest {

    private static final int JOINER = 1;
    private static final int TOLD_AT_ONCE = 4;
    private static final int PLAYS_FROM = 20;
    private static final int FRAMES = 30;

    private final Observations seen = new Observations(2);
    private final DivergenceOracle oracle = new DivergenceOracle(2, 1, new Scenario(), seen.oracle);

    /** A game whose state is one number. */
    private record Number(int value) implements Simulation {

        @Override
        public void step(final long frame, final Inputs inputs) {
        }

        @Override
        public void save(final StateWriter out) {
            out.writeInt("value", value);
        }

        @Override
        public void load(final ByteBuffer state) {
        }
    }

    private static FieldTape tape(final int value) {
        final FieldTape tape = new FieldTape();
        new Number(value).save(tape.reset());
        return tape;
    }

    /** Up to the end, with the two states equal after one frame. The joiner tells of the first frames at once. */
    private void play(final int equalAfter) {
        seen.look(0).look(JOINER);
        oracle.restarted(JOINER);
        oracle.injected(JOINER, 0, DivergenceKind.FLIP, tape(0), tape(1));
        for (int frame = 0; frame < FRAMES; frame++) {
            oracle.simulated(0, new Number(0), false, frame);
            oracle.simulated(JOINER, new Number(frame == equalAfter ? 0 : 1), frame < PLAYS_FROM, frame);
            if (frame < TOLD_AT_ONCE) {
                report(frame, frame);
            }
        }
    }

    private void report(final int first, final int last) {
        for (int frame = first; frame <= last; frame++) {
            oracle.reported(JOINER, 0, frame, FRAMES);
        }
    }

    private List<String> broken() {
        oracle.reports().ended(1 << JOINER);
        return seen.broken();
    }

    @Test
    void shouldAskForOneReportOfADifferenceThatIsSeenWithGaps() {
        play(FRAMES);
        report(10, 15);
        report(25, FRAMES - 1);
        assertEquals(List.of(), broken(), seen.toString());
    }

    @Test
    void shouldAskForAReportWhereTheStatesWereEqualInTheGap() {
        play(8);
        report(10, 15);
        report(25, FRAMES - 1);
        assertEquals(List.of("S16"), broken(), seen.toString());
    }
}
