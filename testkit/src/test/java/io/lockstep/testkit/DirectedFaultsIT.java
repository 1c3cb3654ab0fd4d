package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule that is left out, and each slip, is found by a directed fleet in a few matches. */
class DirectedFaultsIT {

    private static final Path PAGE = Path.of("../docs/NETWORK.md");
    private static final List<String> TABLE = new ArrayList<>();
    /** Matches of each fleet without a fault; many more are played by hand. */
    private static final int SOUND = 5;

    @TempDir
    private Path directory;

    static List<PlantedFault> faults() {
        final List<PlantedFault> faults = new ArrayList<>(RuleMutants.all());
        faults.addAll(SlipMutants.all());
        return faults;
    }

    /** The rows of the page, to be made anew. */
    @AfterAll
    static void print() {
        TABLE.forEach(System.out::println);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBreakNothingWithoutAFault(final DirectedFleet fleet) {
        assertEquals("green", DirectedFleet.run(fleet, SOUND));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldFindPlantedFault(final PlantedFault fault) throws Exception {
        final String found = new MutantLab(directory).probe(fault.mutant(), DirectedFleet.class, fault.fleet().name());
        assertNotEquals("green", found, () -> "not found by " + fault.fleet() + ": " + fault);
        final String[] parts = found.split("[ :]", 3);
        TABLE.add("| " + fault + " | " + fault.fleet() + " | " + parts[1] + " | " + parts[0] + " |");
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldNameEveryFaultOnThePage(final PlantedFault fault) throws IOException {
        assertTrue(Files.readString(PAGE).contains("| " + fault + " | " + fault.fleet() + " | "), fault::toString);
    }

    @Test
    void shouldPlantEnoughFaults() {
        assertTrue(RuleMutants.all().size() >= 17, () -> RuleMutants.all().size() + " rules left out");
        assertTrue(SlipMutants.all().size() >= 20, () -> SlipMutants.all().size() + " slips");
    }
}
