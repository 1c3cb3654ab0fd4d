package io.lockstep.examples.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.CommandRun;
import io.lockstep.examples.benchmarks.peers.PeerTables;
import io.lockstep.examples.soak.TablePage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is typed, and the page that is made of it. */
class PeersCommandTest {

    private static final Path PAGE = Path.of("../docs/BENCHMARKS.md");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--seconds 1|--seconds 1 is not in 2 to 600",
        "--seconds 601|--seconds 601 is not in 2 to 600",
        "--repeats 0|--repeats 0 is not in 1 to 99",
        "--profiles fog|profile 'fog' is none of clean, rtt50, rtt100, rtt200",
        "--only udp,them|contestant 'them' is none of udp, udp-fixed, aeron, aeron-fixed, select, poll, netty",
        "--table all|--table 'all' is none of contestants, clean, rtt50, rtt100, rtt200, udp, udp-fixed",
        "--page nowhere.md|--page nowhere.md cannot be written",
        "--json --page pom.xml|--page goes with neither --json nor --table"})
    void shouldRefuseInOneClearLine(final String typed, final String said) {
        final CommandRun run = CommandRun.of(("bench peers " + typed).split(" "));
        assertEquals(2, run.code());
        assertTrue(run.err().get(0).startsWith("lockstep bench peers: " + said), run.err()::toString);
        assertEquals(List.of(), run.out());
    }

    @Test
    void shouldSayOnThePageWhoPlaysAndWhatTheyLack() throws IOException {
        final List<TablePage.Table> tables = new TablePage(PAGE, PeersCommand.PROGRAM).tables();
        final List<String> rows = tables.stream().filter(one -> one.command().equals("--table contestants"))
            .findFirst().orElseThrow().rows();
        assertEquals(CommandRun.of("bench", "peers", "--table", "contestants").out(), rows,
            "make it anew: ./lockstep bench peers --page docs/BENCHMARKS.md");
    }

    @Test
    void shouldHaveATableForEachCommandOfThePage() throws IOException {
        for (final TablePage.Table table : new TablePage(PAGE, PeersCommand.PROGRAM).tables()) {
            final String name = table.command().replace("--table ", "");
            assertTrue(PeerTables.names().contains(name), name);
            assertTrue(table.rows().size() > TablePage.HEAD_LINES, name);
        }
    }
}
