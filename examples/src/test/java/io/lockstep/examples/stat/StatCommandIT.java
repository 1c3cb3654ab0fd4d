package io.lockstep.examples.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.aeron.AeronTransport;
import io.lockstep.aeron.AeronTransportConfig;
import io.lockstep.examples.CommandRun;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What somebody sees of a match who knows the id of its process. */
@Tag("sockets")
@Isolated // it looks for the drivers of this process
class StatCommandIT {

    private static final String US = String.valueOf(ProcessHandle.current().pid());

    @Test
    void shouldShowTheSessionFirstAndThenTheDriver() {
        final Address address = LoopbackPorts.free(1).get(0);
        try (AeronTransport transport = AeronTransport.launch(new AeronTransportConfig().localPeer(0)
            .listen(address.host(), address.port()).peer(1, address.host(), 1))) {
            transport.counters();

            final CommandRun text = CommandRun.of("stat", US, "--once");
            assertEquals(0, text.code(), text.err()::toString);
            final List<String> ofOurs =
                text.out().subList(text.out().indexOf(transport.aeronDirectory()), text.out().size());
            assertTrue(ofOurs.get(1).endsWith("0  lockstep 0: phase"), ofOurs::toString);
            assertTrue(ofOurs.stream().anyMatch(line -> line.endsWith("  lockstep 0: peer 1 rtt-ns")));
            assertTrue(ofOurs.stream().anyMatch(line -> line.contains("Aeron software: version=")));

            final CommandRun json = CommandRun.of("stat", US, "--once", "--json");
            assertEquals(0, json.code());
            final String line = json.out().stream().filter(each -> each.contains(transport.aeronDirectory()))
                .findFirst().orElseThrow();
            assertTrue(line.contains("\"session\":[{\"label\":\"lockstep 0: phase\",\"value\":0},"), line);
            assertTrue(line.contains("\"driver\":[{\"label\":\"Bytes sent\",\"value\":"), line);
        }
    }

    @Test
    void shouldSayInOneLineWhenThereIsNothingToSee() {
        final CommandRun idle = CommandRun.of("stat", US, "--once");
        assertEquals(1, idle.code(), idle.out()::toString);
        assertEquals(List.of("lockstep stat: process " + US + " runs no media driver that this user can see; a match "
            + "over plain UDP has none"), idle.err());

        final CommandRun nobody = CommandRun.of("stat", String.valueOf(Long.MAX_VALUE));
        assertEquals(1, nobody.code());
        assertEquals(List.of("lockstep stat: there is no process " + Long.MAX_VALUE), nobody.err());
    }

    @Test
    void shouldNameValueAndRangeOfBadArguments() {
        final CommandRun pid = CommandRun.of("stat", "0");
        assertEquals(2, pid.code());
        assertEquals("lockstep stat: PID is 0, allowed is 1 and up", pid.err().get(0));

        final CommandRun interval = CommandRun.of("stat", US, "--interval", "0");
        assertEquals(2, interval.code());
        assertEquals("lockstep stat: --interval is 0, allowed is 1 to 3600", interval.err().get(0));
    }
}
