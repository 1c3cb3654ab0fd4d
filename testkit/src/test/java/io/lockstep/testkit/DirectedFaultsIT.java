package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fault that drawn matches do not find, rule that is left out, and slip is found by a match of its own fleet. */
class DirectedFaultsIT extends FaultsToFind {

    private static final Path PAGE = Path.of("../docs/NETWORK.md");

    DirectedFaultsIT() {
        super(DirectedFleet.class, mutants());
    }

    static List<Mutant> mutants() {
        return Stream.of("hidden", "rules", "slips").flatMap(table -> FaultFile.table(table).stream()).toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldNameEveryFaultOnThePage(final Mutant mutant) throws IOException {
        final int match = mutant.foundBy.lastIndexOf(' ');
        final String row = "| " + mutant + " | " + mutant.foundBy.substring(0, match) + " | ";
        final String end = " |" + mutant.foundBy.substring(match) + " |";
        assertTrue(Files.readAllLines(PAGE).stream().anyMatch(line -> line.startsWith(row) && line.endsWith(end)),
            () -> row + "…" + end);
    }

    @Test
    void shouldPlantEnoughFaults() {
        assertTrue(FaultFile.table("rules").size() >= 17, () -> FaultFile.table("rules").size() + " rules left out");
        assertTrue(FaultFile.table("slips").size() >= 20, () -> FaultFile.table("slips").size() + " slips");
    }
}
