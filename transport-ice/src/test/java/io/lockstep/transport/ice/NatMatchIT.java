package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole matches by a code behind mixed NATs, see src/test/natlab/natmatch.py: of two, four and eight players, over
 * plain UDP and over Aeron, with one who is killed and comes back. Of the profile "nat".
 */
@Tag("sockets")
@EnabledIfSystemProperty(named = "lockstep.nat", matches = "all", disabledReason = "of the profile \"nat\"")
class NatMatchIT {

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> shouldPlayToTheEndWithEqualStates() throws IOException, InterruptedException {
        return NatLab.run("natmatch.py", folder, "all").stream()
            .map(line -> DynamicTest.dynamicTest(line, () -> check(line.split(" "))));
    }

    /** MATCH, a name as "udp-4-back", and an end for each player. */
    private static void check(final String... words) {
        final String[] name = words[1].split("-");
        final String[] ends = Arrays.copyOfRange(words, 2, words.length);
        assertEquals(Integer.parseInt(name[1]), ends.length);
        assertTrue(ends[0].matches("FINISHED-(300|1500)-.*"), ends[0]);
        assertEquals(Set.of(ends[0]), Set.copyOf(Arrays.asList(ends)), "states at the end");
    }
}
