package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.sync.StateFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A game under what the fleet draws: sound ones pass, and what shows only when somebody comes or goes is found. */
class SwarmTestTest {

    private static final InputSource BOT = (frame, player, input) -> input.putShort((short) (frame / 20 + player));
    /** Ten seconds in which one of four goes and comes back. */
    private static final long FRAMES = 600;
    private static final long SEED = 12;

    private enum Fault {
        NONE, EVENT_NOT_SAVED, ABSENCE_NOT_SAVED
    }

    /** Counts events and absences, and may forget to save one of the counts. */
    private static final class Counting extends DeclaredSimulation {
        private final Fault fault;
        private int sum;
        private int events;
        private int absences;

        Counting(final Fault fault) {
            this.fault = fault;
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                events += inputs.event(player).hasRemaining() ? 1 : 0;
                absences += inputs.present(player) ? 0 : player + 1;
                sum = 31 * sum + inputs.bits(player) + events + absences;
            }
        }

        @Override
        public void fields(final StateFields fields) {
            fields.section("counting");
            sum = fields.field("sum", sum);
            if (fault != Fault.EVENT_NOT_SAVED) {
                events = fields.field("events", events);
            }
            if (fault != Fault.ABSENCE_NOT_SAVED) {
                absences = fields.field("absences", absences);
            }
        }
    }

    private static SwarmTest test(final Fault fault) {
        return SwarmTest.of((peer, players, seed) -> new Seat(new Counting(fault), BOT, (frame, event) -> {
            if ((frame + peer) % 10 == 0) {
                event.put((byte) 1);
            }
        })).frames(FRAMES);
    }

    @Test
    void shouldPassASoundGame() {
        final SwarmTest.Result result = test(Fault.NONE).seeds(SEED, SEED).run();
        assertTrue(result.ok(), result::detail);
        assertEquals(1, result.matches());
        assertNull(result.detail());
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldFindWhatIsNotSavedAndNameTheFieldBothValuesAndTheSeed(final Fault fault) {
        final SwarmTest.Result result = test(fault).seeds(SEED, SEED + 8).run();
        assertFalse(result.ok());
        assertTrue(result.detail().matches("match 1, seed 12: S2 at frame \\d+, peers \\[\\d, \\d]: different "
            + "states: counting\\.sum\\[0]: -?\\d+ at peer \\d, -?\\d+ at peer \\d; again: new SimulatedMatch\\("
            + "SwarmScenarios\\.drawChurn\\(12, 600\\), 12, …\\)"), result.detail());
        assertTrue(result.failed().violations.stream().noneMatch(one -> one.promise().equals("S4")),
            result.failed().violations.toString());
    }

    @Test
    void shouldRefuseNoSeedsAtAll() {
        assertEquals("seeds 5 to 4 are none",
            assertThrows(IllegalArgumentException.class, () -> test(Fault.NONE).seeds(5, 4)).getMessage());
    }
}
