package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prints what docs/INTERNET.md says under "Paths measured", see src/test/natlab/natmeasure.py: with
 * {@code -Dlockstep.nat=measure} alone. Of times it asserts nothing.
 */
@Tag("sockets")
@EnabledIfSystemProperty(named = "lockstep.nat", matches = "measure", disabledReason = "needs a quiet machine")
class NatMeasureIT {

    @TempDir
    private Path folder;

    @Test
    void shouldPlayWithEqualStatesWhileItIsMeasured() throws IOException, InterruptedException {
        final List<String> table = NatLab.run("natmeasure.py", folder);
        assertTrue(table.stream().anyMatch(line -> line.contains("states equal")), table::toString);
        assertFalse(table.stream().anyMatch(line -> line.contains("DIFFER")), table::toString);
    }
}
