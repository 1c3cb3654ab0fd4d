package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.CommandRun;
import io.lockstep.examples.Lockstep;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Execution(ExecutionMode.CONCURRENT)
class SoakCommandTest {

    private static final List<String> KEYS = List.of("scenario", "seed", "ok", "violations", "frames", "stateCrc",
        "simulatedSeconds", "wallMillis", "stallTicks", "longestStallMs", "inputDelayTicks", "inputLatencyMs",
        "bytesPerSecond", "datagramsPerSecond", "maxPayloadBytes", "leaders", "members", "cuts", "desyncs", "faults",
        "traceHash");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final StringWriter complaints = new StringWriter();

    @TempDir
    private Path directory;

    private int soak(final String... args) {
        final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        final CommandLine line = new CommandLine(new SoakCommand(out)).setErr(new PrintWriter(complaints, true));
        line.setParameterExceptionHandler(Lockstep.commandLine().getParameterExceptionHandler());
        return line.execute(args);
    }

    private String output() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private Path file(final String json) throws Exception {
        return Files.writeString(directory.resolve("scenario.json"), json);
    }

    @Test
    void shouldPrintALineForEachSeedInOrderAndASummary() {
        assertEquals(0, soak("--profile", "lan", "--frames", "60", "--seeds", "3..6", "--json", "--threads", "2"));
        final String[] lines = output().split("\n");
        assertEquals(5, lines.length);
        for (int i = 0; i < 4; i++) {
            assertTrue(lines[i].startsWith("{\"scenario\":\"lan\",\"seed\":" + (i + 3) + ",\"ok\":true"), lines[i]);
            int at = 0;
            for (final String key : KEYS) {
                final int next = lines[i].indexOf("\"" + key + "\":", at);
                assertTrue(next >= at, key + " in " + lines[i]);
                at = next;
            }
        }
        assertEquals("{\"summary\":true,\"seeds\":4,\"ok\":4,\"failed\":[],\"liveness\":0,\"judged\":0}", lines[4]);
        assertEquals("", complaints.toString());
    }

    @Test
    void shouldDrawWhatItPlayed() throws Exception {
        final Path report = directory.resolve("report.html");
        assertEquals(0, soak("--table", "--profile", "terrible", "--frames", "120", "--seeds", "1..2", "--report",
            report.toString()));
        final String page = Files.readString(report);
        assertTrue(page.contains("Simulated matches: 2 played, every promise kept"), page);
        assertEquals(2, page.split("<svg ", -1).length - 1, "a distribution and a time line");
        assertTrue(page.contains("<td>2 of 2</td>") && page.contains(">terrible 1, peer 0<"), page);
        assertTrue(page.contains("#[Mean"), "no .hgrm");
    }

    @Test
    void shouldReportAFailureInTheReport() throws Exception {
        final Path report = directory.resolve("report.html");
        assertEquals(1, soak("--profile", "terrible", "--redundancy", "none", "--frames", "600", "--failures",
            directory.toString(), "--report", report.toString()));
        assertTrue(Files.readString(report).contains("Simulated matches: 1 played, 1 failed"));
    }

    @Test
    void shouldRefuseAReportThatCannotBeWrittenBeforeItPlays() {
        assertEquals(2, soak("--calm", "--report", directory.resolve("missing").resolve("r.html").toString()));
        assertTrue(complaints.toString().contains("--report: there is no directory " + directory.resolve("missing")),
            complaints.toString());
        assertEquals(2, soak("--calm", "--report", directory.getRoot().toString()));
        assertTrue(complaints.toString().contains("--report: cannot write to " + directory.getRoot()),
            complaints::toString);
        assertEquals(2, soak("--calm", "--report", directory.toString()));
        assertTrue(complaints.toString().contains("--report: cannot write to " + directory), complaints.toString());
        assertEquals(2, soak("--liars", "--report", directory.resolve("r.html").toString()));
        assertEquals("", output());
    }

    @Test
    void shouldReportShrinkAndWriteDownWhatFails() throws Exception {
        final Path scenario = file("{\"name\":\"frozen\",\"peers\":3,\"frames\":120,\"redundancy\":\"none\","
            + "\"game\":\"stamps\",\"links\":[{\"from\":\"*\",\"to\":\"*\",\"latencyMs\":20,\"loss\":0.2}],"
            + "\"clocks\":[{\"peer\":1,\"driftPpm\":100}]}");
        final Path failures = directory.resolve("failures");
        assertEquals(1, soak("--scenario", scenario.toString(), "--seeds", "1..1", "--failures", failures.toString()));
        assertTrue(output().contains("FAILED S16"), output());
        assertTrue(complaints.toString().contains("replay: ./lockstep soak --scenario "), complaints.toString());
        final String shrunk = Files.readString(failures.resolve("frozen-1-shrunk.json"));
        assertTrue(shrunk.contains("\"clocks\": []"), shrunk);
        bytes.reset();
        assertEquals(1, soak("--scenario", failures.resolve("frozen-1.json").toString(), "--seeds", "1..1", "--json",
            "--failures", failures.toString()));
        assertTrue(output().endsWith("{\"summary\":true,\"seeds\":1,\"ok\":0,\"failed\":[1],\"liveness\":0,"
            + "\"judged\":0}\n"), output());
    }

    @Test
    void shouldPlayGamesThatGoWrongAndHoursInWhichNothingDoes() {
        assertEquals(0, soak("--divergences", "--seeds", "1..3"), output());
        assertTrue(output().contains("divergence seed 3: ok"), output());
        bytes.reset();
        assertEquals(0, soak("--churn", "--seeds", "1..3"), output());
        assertTrue(output().contains("churn seed 2: ok"), output());
        bytes.reset();
        assertEquals(0, soak("--calm", "--frames", "600", "--seeds", "7..9"), output());
        assertTrue(output().contains("calm seed 8: ok, 4 peers, 600 frames"), output());
        assertEquals(2, soak("--calm", "--swarm"));
        assertEquals(2, soak("--calm", "--peers", "3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"kill\":1", "\"leave\":1", "\"kill\":1},{\"atMs\":100,\"restart\":1",
        "\"killAt\":{\"peer\":0,\"message\":\"Cut\",\"n\":1}"})
    void shouldPlayMatchesThatLosePeers(final String event) throws Exception {
        final Path scenario =
            file("{\"name\":\"x\",\"peers\":3,\"frames\":60,\"events\":[{\"atMs\":400," + event + "}]}");
        assertEquals(0, soak("--scenario", scenario.toString(), "--seeds", "1..1"), output());
    }

    @Test
    void shouldFailWithATableOfMatchesThatDoNotFinish() {
        assertEquals(1, soak("--table", "--profile", "wifi_good", "--frames", "120", "--seeds", "3..4", "--redundancy",
            "none"), output());
        final String[] lines = output().split("\n");
        assertEquals(3, lines.length, output());
        assertTrue(lines[0].startsWith("| profile | finished | rate % |"), output());
        assertTrue(lines[2].startsWith("| wifi_good | 0 of 2 |"), output());
        assertTrue(complaints.toString().startsWith("wifi_good --frames 120 --redundancy none: 2 of 2 matches failed, "
            + "the first one with "), complaints.toString());
        assertTrue(complaints.toString().contains("; replay: ./lockstep soak --profile wifi_good --frames 120 "
            + "--redundancy none --seeds 3..3\n"), complaints.toString());
    }

    @Test
    void shouldPrintATableAsJson() {
        assertEquals(0, soak("--table", "--frames", "60", "--json", "--seeds", "1..2"), output());
        final String[] lines = output().split("\n");
        assertEquals(12, lines.length, output());
        assertTrue(lines[0].startsWith("{\"profile\":\"lan\",\"options\":\"--frames 60\",\"matches\":2,\"finished\":2,"
            + "\"ratePercent\":"), output());
        assertEquals("{\"summary\":true,\"matches\":22,\"finished\":22}", lines[11]);
    }

    @Test
    void shouldMakeATableOnTheStackThatWasNamed() {
        assertEquals(2, soak("--table", "--peers", "12", "--stack", "aeron"));
        assertTrue(complaints.toString().contains("12 peers are too many for --stack aeron"), complaints.toString());
        assertEquals(0, soak("--table", "--profile", "terrible", "--frames", "120", "--json"));
        final String memory = output().replace("--frames 120", "");
        bytes.reset();
        assertEquals(0, soak("--table", "--profile", "terrible", "--frames", "120", "--json", "--stack", "udp"));
        assertTrue(output().contains("\"options\":\"--frames 120 --stack udp\""), output());
        assertFalse(memory.equals(output().replace("--frames 120 --stack udp", "")), output());
    }

    @Test
    void shouldCompareTwoWaysToPlay() {
        assertEquals(0, soak("--table", "--profile", "lan", "--frames", "120"));
        final String[] once = output().split("\n")[2].split(" \\| ");
        bytes.reset();
        assertEquals(0, soak("--table", "--profile", "lan", "--frames", "120", "--tick-rate", "30", "--versus",
            "--tick-rate 60"));
        final String[] both = output().split("\n")[2].split(" \\| ");
        assertEquals(once.length, both.length, output());
        for (int i = 1; i < once.length; i++) {
            assertTrue(both[i].endsWith(" / " + once[i]), both[i] + " and " + once[i]);
        }
        assertTrue(both[5].startsWith("1.00 / "), output());
        assertEquals(2, soak("--table", "--versus", "--swarm"));
        assertEquals(2, soak("--profile", "lan", "--versus", "--stack udp"));
    }

    @Test
    void shouldCompareWithTheBestDelayOfAHand() {
        assertEquals(0, soak("--table", "--delays", "--profile", "wifi_average", "--frames", "900", "--stats-from-ms",
            "5000"));
        final String[] cells = output().split("\n")[2].split(" \\| ");
        final double own = Double.parseDouble(cells[3]);
        final double best = Double.parseDouble(cells[6]);
        assertTrue(Double.parseDouble(cells[5]) <= Double.parseDouble(cells[2]), output());
        assertEquals(own - best, Double.parseDouble(cells[7].replace(" |", "")), 0.11, output());
        bytes.reset();
        assertEquals(0, soak("--table", "--delays", "--profile", "lan", "--frames", "120", "--json"));
        assertTrue(output().contains("\"bestFixed\":{\"inputDelayTicks\":1"), output());
    }

    @Test
    void shouldSayThatDelaysAreForATable() {
        assertEquals(2, soak("--profile", "lan", "--delays"));
        assertTrue(complaints.toString().contains("--delays is for a --table"), complaints.toString());
        assertEquals(2, soak("--table", "--delays", "--versus", "--stack udp"));
    }

    @Test
    void shouldShowTheRateOfCombinations() {
        assertEquals(0, soak("--table", "--stack", "udp", "--rates", "seconds=1 rtt=0 event=0,255"));
        final String[] lines = output().split("\n");
        assertEquals(4, lines.length, output());
        assertTrue(lines[0].endsWith("| B/s per peer |"), output());
        assertTrue(lines[2].startsWith("| 2 | 1 | 2 | 0 | 60 | 0 | 0 | 100.00 | 0.000 | 1.0 | "), output());
        assertTrue(lines[3].startsWith("| 2 | 1 | 2 | 255 | 60 | 0 | 0 | 100.00 | 0.000 | 1.0 | "), output());
        final double[] bytes = {cell(lines[2]), cell(lines[3])};
        // Each of 60 frames has an event.
        assertTrue(bytes[1] - bytes[0] >= 60 * 255, output());
        assertTrue(complaints.toString().startsWith("2 of 2 combinations kept rate and queue"), complaints.toString());
    }

    private static double cell(final String line) {
        final String[] cells = line.split(" \\|");
        return Double.parseDouble(cells[cells.length - 1].trim());
    }

    /**
     * Two planted faults: a line on which the inputs alone take 123 kbit/s, and one that loses half of the datagrams.
     */
    @Test
    void shouldCountWhatKeptNoPromise() {
        assertEquals(1, soak("--table", "--json", "--rates", "seconds=2 rtt=0 hz=240 input=64 uplink=0.2;"
            + " local=5 input=64 event=255; rtt=600 loss=50 hz=240 input=64 event=255"));
        final String[] lines = output().split("\n");
        assertTrue(lines[0].contains("\"uplinkMbit\":0.2,\"neededPercent\":109.4"), output());
        assertTrue(lines[0].contains("\"queueP99Ms\":"), output());
        assertTrue(lines[1].contains("\"refused\":\"one frame of 5 local players needs "), output());
        assertTrue(complaints.toString().startsWith("0 of 3 combinations kept rate and queue, 1 did not, 1 did not and"
            + " need more than 80 % of their line, 1 were refused by build()"), complaints.toString());
    }

    @Test
    void shouldSayWhatDoesNotGoWithRates() {
        assertEquals(2, soak("--rates", "hz=60", "--swarm"));
        assertTrue(complaints.toString().contains("--rates is for a --table"), complaints.toString());
        assertEquals(2, soak("--table", "--rates", "hz=60", "--versus", "--stack udp"));
        assertEquals(2, soak("--table", "--rates", "hz=60", "--stack", "aeron"));
        assertEquals(2, soak("--table", "--rates", "hz=60", "--tick-rate", "30"));
        assertEquals(2, soak("--table", "--rates", "hz=0"));
        assertTrue(complaints.toString().contains("--rates: hz=0 is not a whole number from 1 to 1000"),
            complaints.toString());
    }

    @Test
    void shouldMakeTheTablesOfAPageAnew() throws Exception {
        final Path page = Files.writeString(directory.resolve("page.md"), "# A page\n\n"
            + "    ./lockstep soak --table --profile lan --frames 60\n\n| old |\n|---|\n| row |\n\nBetween.\n\n"
            + "    ./lockstep soak --swarm\n\n| not | ours |\n\n"
            + "    ./lockstep soak --table --profile lan --frames 60 --versus \"--tick-rate 30\"\n\nThe end.\n");
        assertEquals(0, soak("--table", "--profile", "lan", "--frames", "60"));
        final String table = output();
        bytes.reset();
        assertEquals(0, soak("--page", page.toString(), "--tables", "1..1"), complaints.toString());
        assertEquals(1, output().lines().count(), output());
        assertTrue(output().startsWith("table 1 of 2: 1 rows, 1 of them new, "), output());
        String now = Files.readString(page);
        assertTrue(now.contains("--frames 60\n\n" + table + "\nBetween.\n"), now);
        assertTrue(now.endsWith("30\"\n\nThe end.\n"), now);
        assertEquals(0, soak("--page", page.toString()), complaints.toString());
        now = Files.readString(page);
        assertTrue(now.contains("--frames 60\n\n" + table + "\nBetween.\n"), now);
        assertTrue(now.contains("--versus \"--tick-rate 30\"\n\n| profile | finished |"), now);
        assertTrue(now.contains("| lan | 1 of 1 / 1 of 1 |"), now);
        assertTrue(now.contains("    ./lockstep soak --swarm\n\n| not | ours |\n\n"), now);
        assertEquals(2, soak("--page", page.toString(), "--tables", "2..3"));
        assertEquals(2, soak("--page", directory.resolve("none.md").toString()));
        Files.writeString(page, "# A page\n\n| without | a command |\n");
        assertEquals(2, soak("--page", page.toString()));
        assertTrue(complaints.toString().contains("has a ./lockstep soak --table"), complaints.toString());
        Files.writeString(page, "    ./lockstep soak --table --peers 1\n");
        assertEquals(2, soak("--page", page.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--profile none", "--profile lan --swarm", "--profile lan --peers 1",
        "--profile lan --peers 33", "--profile lan --frames 0", "--profile lan --seeds 5..4", "--profile lan --seeds x",
        "--profile lan --stack paper", "--scenario no-such-file.json", "--swarm --peers 4", "--profile lan --threads 0",
        "--profile lan --game chess"})
    void shouldRefuseBadArguments(final String args) {
        assertEquals(2, soak(args.isEmpty() ? new String[0] : args.split(" ")), args);
        assertEquals("", output());
    }

    @Test
    void shouldNameTheProfilesToWhoAsksForAnother() {
        final CommandRun run = CommandRun.of("soak", "--profile", "none");
        assertEquals("lockstep soak: --profile none is not known, there are lan, wifi_good, wifi_average, "
            + "wifi_congested, mobile_4g, mobile_3g, intercontinental, terrible, heavy_reorder, duplicating, bursty",
            run.err().get(0));
    }

    @Test
    void shouldFindNoDifferenceBetweenTwoRuns() {
        assertEquals(0, soak("--swarm", "--frames", "120", "--seeds", "1..3", "--twice"));
    }
}
