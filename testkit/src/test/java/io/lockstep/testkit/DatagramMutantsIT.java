package io.lockstep.testkit;

import io.lockstep.core.transport.udp.DatagramProbe;
import java.util.List;

/** Faults planted into the transport over plain UDP; its own tests have to find them. */
class DatagramMutantsIT extends FaultsToFind {

    private static final String TRANSPORT = "transport/udp/DatagramTransport.java";
    private static final String HALF_OPEN = "transport/udp/HalfOpen.java";

    DatagramMutantsIT() {
        super(DatagramProbe.class);
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("deliver an unreliable duplicate")
                .in("transport/udp/UnreliableInbox.java", "seen[sequence & REMEMBERED - 1] = sequence;", ""),
            new Mutant("deliver a reliable duplicate")
                .in("transport/udp/ReliableInbox.java", "if (ahead < 0) {", "if (ahead < -window.length) {"),
            new Mutant("answer an Init twice")
                .in("transport/udp/Handshakes.java", "Packet.INIT_SEQUENCE), pepper);",
                    "Packet.INIT_SEQUENCE), pepper);\n"
                    + "        outlet.sendSecret(from, Packet.header(Packet.ACK | Packet.FIN, 0, 0), pepper);"),
            new Mutant("forget no half-open connection")
                .in(HALF_OPEN, "nowNs - sinceNs[i] >= LIFETIME_NS", "nowNs - sinceNs[i] == Long.MIN_VALUE"),
            new Mutant("open without a proof")
                .in(HALF_OPEN, "return found >= 0 && (salts[found] ^ peppers[found]) == seasoning;",
                    "return found >= 0;"),
            new Mutant("believe a forged END")
                .in(TRANSPORT, "if (!connection.isProvenBy(packet.secret())) {", "if (connection.peer < 0) {"),
            new Mutant("keep who has fallen silent")
                .in(TRANSPORT, "if (connection.isSilent()) {", "if (connection.peer < 0) {"));
    }
}
