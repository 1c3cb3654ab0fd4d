package io.lockstep.examples.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.CommandRun;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes play for moments; no figure is asked how great it is. */
@Tag("sockets")
class PeersCommandIT {

    private static final int COLUMNS = 10;

    @Test
    void shouldPlayOursBesideEachLibrary() {
        final CommandRun run = CommandRun.of("bench", "peers", "--quick", "--table", "clean", "--only",
            "aeron-fixed,udp,select,netty,kryo-udp");
        assertEquals(0, run.code(), run::toString);
        final List<String> rows = run.out().subList(2, run.out().size());
        assertEquals(List.of("Lockstep over plain UDP", "Lockstep over Aeron, fixed delay",
            "hand-written UDP, a selector", "Netty UDP", "KryoNet UDP"),
            rows.stream().map(row -> row.split(Pattern.quote(" | "))[0].substring(2)).toList());
        for (final String row : rows) {
            assertTrue(row.matches("\\|[^|]+\\|( -?\\d+(\\.\\d+)? \\|){" + COLUMNS + "}"), row);
        }
    }
}
