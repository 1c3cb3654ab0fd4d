package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link PlantedFaultsIT}, for faults in membership: votes, cuts, those who come and go. */
class MembershipFaultsIT extends FaultsToFind {

    MembershipFaultsIT() {
        super(ChurnProbe.class);
    }

    static List<Mutant> mutants() {
        return MembershipMutants.all();
    }

    static List<Mutant> liars() {
        return MembershipMutants.liars();
    }

    @Test
    void shouldPlantEnoughFaults() {
        assertTrue(mutants().size() >= 15, () -> mutants().size() + " faults");
    }

    @ParameterizedTest
    @MethodSource("liars")
    void shouldNotBelieveALiar(final Mutant liar) throws Exception {
        assertEquals("green", found(liar));
    }
}
