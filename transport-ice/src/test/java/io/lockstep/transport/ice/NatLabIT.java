package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pairs of hosts behind NATs, see src/test/natlab/natlab.py: each NAT is of its class, and each pair finds a way, a
 * direct one where these NATs allow it, and plays a match with keys over it to the end. Of the profile "nat";
 * {@code -Dlockstep.nat=few} asks eight pairs.
 */
@Tag("sockets")
@EnabledIfSystemProperty(named = "lockstep.nat", matches = "(?!measure$).+", disabledReason = "of the profile \"nat\"")
class NatLabIT {

    /** From Wi-Fi to LTE in mid-match: 0.75 s to notice, and time for a way. */
    private static final long LONGEST_SILENCE_MS = 3000;
    private static final String PLAYED = "FINISHED-(90|480)-.*";

    /** Filtered by address and port, with a port that cannot be foreseen: two such need a relay, or one and a cone. */
    private static final Set<String> SYMMETRIC = Set.of("sym", "cgnsym", "v6");
    private static final Set<String> BY_PORT = Set.of("port", "sym", "cgn", "cgnsym", "v6");

    @TempDir
    private Path folder;

    /** What becomes of a pair, by the kinds of its hosts. */
    static String expected(final String pair) {
        final String[] kinds = pair.replaceAll("\\b[ab]-", "").split("\\+");
        if (kinds[0].equals("block") || kinds[1].equals("block")) {
            return "none";
        }
        if (pair.equals("a-v6+b-v6")) {
            return "direct";
        }
        final boolean relayed = SYMMETRIC.contains(kinds[0]) && BY_PORT.contains(kinds[1])
            || SYMMETRIC.contains(kinds[1]) && BY_PORT.contains(kinds[0]) || pair.startsWith("iso")
            || pair.startsWith("move");
        return relayed ? "relayed" : "direct";
    }

    @TestFactory
    Stream<DynamicTest> shouldFindTheBestWay() throws IOException, InterruptedException {
        return NatLab.run("natlab.py", folder, System.getProperty("lockstep.nat").split(" ")).stream()
            .map(line -> DynamicTest.dynamicTest(line, () -> check(line.split(" "))));
    }

    private static void check(final String... words) {
        switch (words[0]) {
            case "NAT" -> assertEquals(words[3], words[2]);
            case "PLANTED" -> assertNotEquals(words[3], words[2], "a NAT that is another than it says");
            default -> {
                assertEquals(expected(words[0]), words[1]);
                assertEquals(words[3], words[4], "states at the end");
                assertEquals(!words[1].equals("none"), words[3].matches(PLAYED));
                assertTrue(!words[0].startsWith("move") || Long.parseLong(words[5]) <= LONGEST_SILENCE_MS,
                    "silent for " + words[5] + " ms");
            }
        }
    }
}
