package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** As {@link PlantedFaultsIT}, for faults in membership: votes, cuts, those who come and go. */
class MembershipFaultsIT extends FaultsToFind {

    MembershipFaultsIT() {
        super(ChurnProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return FaultFile.table("membership");
    }

    @Test
    void shouldPlantEnoughFaults() {
        assertTrue(mutants().size() >= 15, () -> mutants().size() + " faults");
    }

    /** In the matches in which who believes one of the lies is found out. */
    @Test
    void shouldNotBelieveLiars() throws Exception {
        final Mutant liars = FaultFile.table("false answers").get(0);
        assertNull(wrong(liars, played(mutants().stream()
            .filter(fault -> fault.patches.stream().anyMatch(liars.patches::contains)))));
    }
}
