package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows that take longest to play: {@code mvn verify -Pfleet}. */
@EnabledIfSystemProperty(named = "lockstep.fleet", matches = "full")
class FullNetworkPageIT {

    @ParameterizedTest
    @CsvSource({"NETWORK.md,''", "ROLLBACK.md,' --prediction 8'"})
    void shouldShowTheSmallTablesAsTheyArePrinted(final String page, final String more) throws IOException {
        final TablePage.Table table =
            NetworkPageTest.table(NetworkPageTest.FILE.resolveSibling(page), NetworkPageTest.SMALL + more);
        assertEquals(table.rows(),
            PageMaker.play(SoakCommand::new, table, 1, new PrintWriter(new StringWriter())), NetworkPageTest.ADVICE);
    }

    @ParameterizedTest
    @CsvSource({"bursty,--seeds 1..20 --stats-from-ms 5000 --input-delay rtt",
        "lan,--delays --seeds 1..20 --stats-from-ms 5000",
        "wifi_good,--peers 2 --frames 1800 --seeds 1..5 --stats-from-ms 5000 --versus \"--stack aeron\"",
        "bursty,--seeds 1..10 --stats-from-ms 5000 --tick-rate 30 --versus \"--batching adaptive\"",
        "terrible,--peers 8 --seeds 1..5 --stats-from-ms 5000",
        "mobile_3g,--seeds 1..20 --stats-from-ms 5000 --versus \"--redundancy no-copies\""})
    void shouldShowARowAsItIsPrinted(final String profile, final String command) throws IOException {
        NetworkPageTest.assertHasRow(NetworkPageTest.FILE, profile, command);
    }
}
