package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hosts in one local network without any server, see src/test/natlab/natlan.py: one finds the other's match and
 * plays it to the end; one in the network beside it finds none. Of the profile "nat", and of the few of it.
 */
@Tag("sockets")
@EnabledIfSystemProperty(named = "lockstep.nat", matches = "all|few", disabledReason = "of the profile \"nat\"")
class NatLanIT {

    @TempDir
    private Path folder;

    @Test
    void shouldFindAMatchInItsOwnNetworkAndInNoOther() throws IOException, InterruptedException {
        final String said = String.join("\n", NatLab.run("natlan.py", folder));
        assertTrue(said.matches("LAN (FINISHED-90-\\S+) \\1\nPLANTED none NOBODY_NEAR"), said);
    }
}
