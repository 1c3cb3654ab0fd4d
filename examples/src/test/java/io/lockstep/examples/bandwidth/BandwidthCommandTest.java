package io.lockstep.examples.bandwidth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Transport;
import io.lockstep.examples.Lockstep;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BandwidthCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(final String... args) {
        final CommandLine line = Lockstep.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(args);
    }

    private List<String> table(final String... args) {
        assertEquals(0, run(args), err::toString);
        return out.toString().lines().filter(line -> line.startsWith("|")).toList();
    }

    @Test
    void shouldCountWhatTheDocumentsClaim() {
        final List<String> table = table("bandwidth");
        assertTrue(table.contains("| lockstep | FrameInput | 99 | 6 | 93.9 | 5,940 | 360 | 3,960 | 2,460 |"),
            out::toString);
        assertTrue(table.contains("| 2 players at 30 Hz | 360 B/s | 360 B/s | yes "
            + "| payload; the table has what is on the wire |"), out::toString);
        assertEquals(List.of("FrameInput saves", "the same as JSON"),
            table.stream().filter(row -> row.contains("| no |")).map(row -> row.split(" \\| |\\| ")[1]).toList());
    }

    @Test
    void shouldPrintWhatTheDocumentHas() throws IOException {
        final String document = Files.readString(document());
        for (final String row : table("bandwidth")) {
            assertTrue(document.contains(row + '\n'), row);
        }
    }

    private static Path document() {
        Path dir = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(dir.resolve("docs"))) {
            dir = dir.getParent();
        }
        return dir.resolve("docs").resolve("CODECS.md");
    }

    @Test
    void shouldScaleWithPlayersAndRate() {
        final List<String> table = table("bandwidth", "--players", "4", "--hz", "60");
        assertTrue(table.contains("| lockstep | FrameInput | 99 | 6 | 93.9 | 71,280 | 4,320 | 47,520 | 29,520 |"),
            out::toString);
    }

    @Test
    void shouldPrintOneObjectAsJson() {
        assertEquals(0, run("bandwidth", "--json"), err::toString);
        assertEquals(1, out.toString().lines().count());
        assertTrue(out.toString().startsWith("{\"hz\":30,\"players\":2,\"messages\":[{\"codec\":\"lockstep\","
            + "\"message\":\"FrameInput\",\"jsonBytes\":99,\"bytes\":6,"), out::toString);
    }

    @ParameterizedTest
    @CsvSource({"--hz, 0, 1 to 1000", "--hz, 1001, 1 to 1000", "--players, 1, 2 to 32", "--players, 33, 2 to 32"})
    void shouldRefuseWhatIsOutOfRange(final String option, final String value, final String range) {
        assertEquals(2, run("bandwidth", option, value));
        assertEquals("lockstep bandwidth: " + option + " is " + value + ", allowed is " + range,
            err.toString().lines().findFirst().orElseThrow());
    }

    @Test
    void shouldAgreeWithTheTransportsAboutTheWire() {
        final Transport aeron = new SimulatedNetwork(2, 1).endpoint(0);
        for (int payload = 0; payload <= aeron.maxPayloadBytes(); payload++) {
            assertEquals(aeron.wireBytes(payload), Carrier.AERON.wireBytes(payload), "payload of " + payload);
        }
        assertEquals(92, Carrier.AERON.wireBytes(32));
        assertEquals(93, Carrier.AERON.wireBytes(33));
        assertEquals(1 + 6 + 6 + 28, Carrier.UDP.wireBytes(6));
        assertEquals(496 + 35, Carrier.UDP.wireBytes(496));
        assertEquals(496 + 40 + 1 + 40, Carrier.UDP.wireBytes(497));
    }
}
