package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Checks the digest of a match's settings against docs/WIRE.md. */
class AgreementDigestTest {

    private static final String TEXT = "dogfight;1;2;60;2;64;30;0;1;2;" + "0;".repeat(30) + "REJOIN;5000;REPAIR;120;";

    @Test
    void shouldComputeTheDigestOfThePage() throws IOException {
        final long digest = Agreement.digest(TEXT);
        assertEquals(0x743164d369625436L, digest);
        final Path here = Path.of("docs", "WIRE.md");
        final String page = Files.readString(Files.exists(here) ? here : Path.of("..").resolve(here));
        assertTrue(page.contains(TEXT), "docs/WIRE.md lacks the text");
        assertTrue(page.contains(String.format("0x%016x", digest)), "docs/WIRE.md lacks the digest");
    }
}
