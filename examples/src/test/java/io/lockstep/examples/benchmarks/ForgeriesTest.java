package io.lockstep.examples.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.examples.CommandRun;
import org.junit.jupiter.api.Test;

/** Of a million datagrams that somebody makes up who sees all others, a link with keys takes none. */
class ForgeriesTest {

    private static final long FORGED = 1_000_000;

    @Test
    void shouldAcceptNoForgedDatagramAndEveryGenuineOne() {
        final Forgeries forgeries = new Forgeries(15);
        forgeries.play(FORGED);
        assertEquals(0, forgeries.accepted());
        long refused = 0;
        for (final Forgeries.Kind kind : Forgeries.Kind.values()) {
            final long ofKind = forgeries.refused(kind);
            assertTrue(ofKind > FORGED / 20, () -> kind + ": " + ofKind);
            refused += ofKind;
        }
        assertEquals(FORGED, refused);
        assertTrue(forgeries.genuine() > FORGED / 100, () -> "genuine: " + forgeries.genuine());
    }

    @Test
    void shouldSayHowManyItAccepted() {
        final CommandRun run = CommandRun.of("bench", "forgeries", "--count", "1000", "--json");
        assertEquals(0, run.code(), run::toString);
        assertTrue(run.out().get(0).startsWith("{\"forged\":1000,\"accepted\":0,\"genuine\":"), run::toString);
        assertEquals(2, CommandRun.of("bench", "forgeries", "--count", "0").code());
    }
}
