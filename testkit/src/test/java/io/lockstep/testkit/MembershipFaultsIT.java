package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** As {@link PlantedFaultsIT}, for faults in membership: votes, cuts, those who come and go. */
class MembershipFaultsIT extends FaultsToFind {

    MembershipFaultsIT() {
        super(ChurnProbe.class);
    }

    static List<Mutant> mutants() {
        return MembershipMutants.all();
    }

    @Test
    void shouldPlantEnoughFaults() {
        assertTrue(mutants().size() >= 15, () -> mutants().size() + " faults");
    }

    @Test
    void shouldNotBelieveLiars() throws Exception {
        assertEquals("green", found(MembershipMutants.liars()));
    }
}
