package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Tests drawn orders, seats and rounds; a failure names its seed. */
class MembershipPropertiesTest {

    private static final int SEEDS = 100;

    private static void holds(final LongFunction<String> property) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            final long drawn = seed;
            assertNull(property.apply(seed), () -> "seed " + drawn);
        }
    }

    @Test
    void shouldObeyNoLeaderWhoseTermIsOver() {
        holds(MembershipProperties::orders);
    }

    @Test
    void shouldLetOnlyThoseDecideWhoSatInAnEpoch() {
        holds(MembershipProperties::seats);
    }

    @Test
    void shouldDecideNothingWithTheAnswersOfFormerProcesses() {
        holds(RoundTraps::stranger);
    }
}
