package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests matches that keep their tick rate though a datagram cannot hold all unacknowledged frames. */
class FullRateTest {

    /** Number of matches over whose mean rate a line with losses is judged. */
    private static final int LOSSY_MATCHES = 4;

    @Test
    void shouldKeepTheRateWithAnEventOf255BytesInEachFrame() {
        assertNull(RateProbe.largeEvents());
    }

    @Test
    void shouldKeepTheRateWithInputsOf64BytesOverALongLine() {
        assertNull(RateProbe.largeInputs());
    }

    @Test
    void shouldAddNoQueueToANarrowLine() {
        assertNull(RateProbe.narrowLine());
    }

    @Test
    void shouldKeepTheRateOnALossyLine() {
        assertNull(RateProbe.lossyLine());
    }

    @Test
    void shouldKeepFramesAfterAGap() {
        assertNull(RateProbe.gaps());
    }

    @ParameterizedTest
    @CsvSource({
        "2, 1, 64,   0, 240, 150, 0,    0.999",
        "2, 1, 64,   0, 240, 150, 0.01, 0.98",
        "2, 1,  2,   0, 240, 300, 0,    0.99",
        "2, 4, 64,   0,  60, 150, 0,    0.999",
        "2, 3, 64, 255,  60, 150, 0,    0.999",
        "6, 1, 16,   0,  60, 100, 0.02, 0.97",
        "2, 1, 64,   0,  60, 300, 0.1,  0.97",
        "2, 1, 64, 255,  20, 300, 0,    0.99",
    })
    void shouldKeepTheRate(final int peers, final int locals, final int inputBytes, final int eventBytes,
                           final int tickRate, final int oneWayMs, final double loss, final double rate) {
        // A frame that is lost in all of its windows stalls a match for a second, so one match tells little.
        final int matches = loss > 0 ? LOSSY_MATCHES : 1;
        final List<RateProbe.Outcome> outcomes = new ArrayList<>();
        for (int seed = 1; seed <= matches; seed++) {
            outcomes.add(RateProbe.play(new RateProbe.Play().peers(peers).locals(locals)
                .inputs(inputBytes).events(eventBytes).rate(tickRate).seed(seed)
                .line(LinkConditions.latency(oneWayMs).withLoss(loss))));
        }
        assertTrue(outcomes.stream().allMatch(one -> one.alike), outcomes::toString);
        assertTrue(outcomes.stream().mapToDouble(one -> one.rate).average().orElse(0) >= rate,
            outcomes::toString);
    }

    @Test
    void shouldAllowADelayOfHalfASecondAtEachTickRate() {
        assertEquals(30, SessionConfig.maxInputDelay(20));
        assertEquals(30, SessionConfig.maxInputDelay(60));
        assertEquals(60, SessionConfig.maxInputDelay(120));
        assertEquals(120, SessionConfig.maxInputDelay(240));
        assertEquals(120, SessionConfig.maxInputDelay(1000));
        final SessionConfig config = Session.builder().gameId("rate").simulation(new TestGame()).localPlayer(0)
            .players(2).sessionSeed(1).transport(new SimulatedNetwork(2, 0).endpoint(0))
            .input((frame, player, input) -> { }).tickRate(120);
        assertEquals("inputDelay is 61 at tickRate 120, allowed is 0 to 60",
            assertThrows(IllegalArgumentException.class, config.inputDelay(61)::build).getMessage());
        config.inputDelay(60).build();
    }
}
