package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every fault that drawn matches do not find walks into the trap that was laid for it, and nothing else does. */
class HiddenFaultsIT {

    private static final Path PAGE = Path.of("../docs/NETWORK.md");
    private static final Map<HiddenFaults, String> TABLE = new ConcurrentSkipListMap<>();

    @TempDir
    private Path directory;

    /** The table of the page, to be made anew. */
    @AfterAll
    static void print() {
        TABLE.values().forEach(System.out::println);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBreakNothingWithoutAFault(final Trap trap) {
        assertEquals("green", TrapProbe.run(trap.name()));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindHiddenFault(final HiddenFaults fault) throws Exception {
        final String found = new MutantLab(directory).probe(fault.mutant(), TrapProbe.class, fault.trap.name());
        assertNotEquals("green", found, () -> "not found: " + fault);
        final String[] parts = found.split("[ :]", 3);
        TABLE.put(fault, "| " + fault + " | " + fault.trap + " | " + parts[1] + " | " + parts[0] + " |");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameEveryFaultOnThePage(final HiddenFaults fault) throws IOException {
        assertTrue(Files.readString(PAGE).contains("| " + fault + " | " + fault.trap + " | "), fault::toString);
    }
}
