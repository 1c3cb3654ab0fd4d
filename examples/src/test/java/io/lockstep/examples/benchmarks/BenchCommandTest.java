package io.lockstep.examples.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.examples.Lockstep;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;

/**
 * The command and what it needs in the build; no test asks how long anything took. Bytes are counted for the whole JVM,
 * so no other test may run beside.
 */
@Isolated
class BenchCommandTest {

    /**
     * What a JVM allocates on the side in a short run, divided by its operations, is far below this; an object on the
     * path is far above.
     */
    private static final double NO_BYTES = 0.5;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(final String... args) {
        final CommandLine line = Lockstep.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(args);
    }

    @Test
    void shouldListEveryBenchmark() {
        assertEquals(0, run("bench", "--list"), err::toString);
        final List<String> names = out.toString().lines().toList();
        assertTrue(names.containsAll(List.of("FrameInput.decode", "FrameInput.encode", "Session.peerTick")),
            names::toString);
        assertEquals(BenchRunner.names(), names);
    }

    @Test
    void shouldListWhatTheFilterLeaves() {
        assertEquals(0, run("bench", "frameinput", "--list", "--json"), err::toString);
        assertEquals("[\"FrameInput.decode\",\"FrameInput.encode\"]", out.toString().strip());
    }

    @Test
    void shouldMeasureTheCodecsBesideJackson() {
        assertEquals(0, run("bench", "codecs", "--list"), err::toString);
        assertEquals(List.of("Codecs.dogfightState", "Codecs.rabbitSnapshot", "Codecs.schemaUpdate",
            "CodecsJackson.dogfightState", "CodecsJackson.rabbitSnapshot", "CodecsJackson.schemaUpdate"),
            out.toString().lines().toList());
    }

    @Test
    void shouldGiveJacksonTheSameValues() throws IOException {
        same(JacksonModels.snakeCase(), CodecValues.stateJson(), JacksonModels.State.class);
        same(JacksonModels.snakeCase(), CodecValues.snapshotJson(), JacksonModels.Snapshot.class);
        same(JacksonModels.camelCase(), CodecValues.marioJson(), JacksonModels.Mario.class);
    }

    /** Read and written again it is the same, but for members that are null, which Jackson leaves out here. */
    private static void same(final ObjectMapper mapper, final String json, final Class<?> type) throws IOException {
        final String again = mapper.writeValueAsString(mapper.readValue(json, type));
        assertEquals(json.replace(",\"kind\":null", ""), again);
    }

    @Test
    void shouldNameTheFilterThatMatchesNothing() {
        assertEquals(2, run("bench", "nonsense"));
        assertTrue(err.toString().startsWith("lockstep bench: no benchmark's name contains 'nonsense'; there are "),
            err::toString);
        assertEquals("", out.toString());
    }

    @Test
    void shouldRefuseAnUnknownOption() {
        assertEquals(2, run("bench", "--fast"));
        assertTrue(err.toString().contains("--fast"), err::toString);
    }

    @Test
    void shouldRefuseANumberOfMatchesThatIsNone() {
        assertEquals(2, run("bench", "sync", "--seeds", "0"));
        assertEquals(2, run("bench", "failover", "--seeds", "-3"));
        assertTrue(err.toString().contains("--seeds -3 is not in 1 to 100000"), err::toString);
        assertEquals("", out.toString());
    }

    @Test
    void shouldPrintOneRowForEachFigure() {
        assertEquals(0, run("bench", "--quick", "FrameInput.encode"), err::toString);
        final List<String> lines = out.toString().lines().toList();
        assertTrue(lines.get(lines.size() - 2).startsWith("benchmark "), out::toString);
        assertTrue(lines.get(lines.size() - 1).startsWith("FrameInput.encode "), out::toString);
    }

    @Test
    void shouldPrintNothingButOneObjectAsJson() {
        assertEquals(0, run("bench", "--quick", "--json", "Seal.seal"), err::toString);
        final List<String> lines = out.toString().lines().toList();
        assertEquals(1, lines.size(), out::toString);
        assertTrue(lines.get(0).startsWith("{\"jvm\":\""), out::toString);
        assertTrue(lines.get(0).contains("{\"name\":\"Seal.seal\",\"parameters\":"
            + "{\"bytes\":\"120\",\"keys\":\"encrypted\"},\"nsPerOp\":"),
            out::toString);
    }

    @Test
    void shouldAllocateNothingForAFrameInput() {
        final BenchRunner runner = new BenchRunner(true);
        for (final String name : List.of("FrameInput.decode", "FrameInput.encode")) {
            final List<Figure> figures = runner.run(name);
            assertFalse(figures.isEmpty(), name);
            for (final Figure figure : figures) {
                assertTrue(figure.bytesPerOp() < NO_BYTES, figure::toString);
            }
        }
    }

    @Test
    void shouldPlayTheMatchesOfTheBenchmarksWithoutAStall() {
        for (final int peers : new int[] {2, 8, 32}) {
            final VirtualMatch match = VirtualMatch.tiny(peers, peers == 2);
            match.tickAll();
            match.check();
        }
    }

    /** The fifth match is one of two peers, whose repair the application has to agree to. */
    @Test
    void shouldMeasureRepairsOfTwoAndMore() {
        assertEquals(0, run("bench", "sync", "--seeds", "5"), err::toString);
        assertEquals(10, out.toString().lines().count(), out::toString);
    }
}
