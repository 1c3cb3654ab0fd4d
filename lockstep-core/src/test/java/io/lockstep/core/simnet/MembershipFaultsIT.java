package io.lockstep.core.simnet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link PlantedFaultsIT}, for faults in membership: votes, cuts, those who come and go. */
class MembershipFaultsIT {

    @TempDir
    private Path directory;

    static List<Mutant> mutants() {
        return MembershipMutants.all();
    }

    static List<Mutant> liars() {
        return MembershipMutants.liars();
    }

    @Test
    void shouldFindNothingWrongWithoutAFault() {
        assertEquals("green", ChurnProbe.run());
    }

    @Test
    void shouldPlantEnoughFaults() {
        assertTrue(mutants().size() >= 15, () -> mutants().size() + " faults");
    }

    @ParameterizedTest
    @MethodSource("liars")
    void shouldNotBelieveALiar(final Mutant liar) throws Exception {
        assertEquals("green", new MutantLab(directory).probe(liar, ChurnProbe.class));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldFindPlantedFault(final Mutant mutant) throws Exception {
        final String found = new MutantLab(directory).probe(mutant, ChurnProbe.class);
        assertNotEquals("green", found, () -> "not found: " + mutant.name);
    }
}
