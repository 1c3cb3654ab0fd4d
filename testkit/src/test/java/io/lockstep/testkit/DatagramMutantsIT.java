package io.lockstep.testkit;

import io.lockstep.core.transport.udp.DatagramProbe;
import java.util.List;

/** Faults planted into the transport over plain UDP; its own tests have to find them. */
class DatagramMutantsIT extends FaultsToFind {

    private static final String TRANSPORT = "transport/udp/DatagramTransport.java";
    private static final String HANDSHAKES = "transport/udp/Handshakes.java";
    private static final String PATH = "transport/udp/Path.java";
    private static final String CONNECTION = "transport/udp/Connection.java";

    DatagramMutantsIT() {
        super(DatagramProbe.class, mutants());
    }

    static List<Mutant> mutants() {
        return List.of(
            new Mutant("deliver an unreliable duplicate").foundBy("kept alive, CHECKSUM")
                .in("transport/udp/UnreliableInbox.java", "if (sequence > newest) {", "if (sequence >= newest) {"),
            new Mutant("deliver a reliable duplicate").foundBy("reflections")
                .in("transport/udp/ReliableInbox.java", "if (ahead < 0) {", "if (ahead < -window.length) {"),
            new Mutant("answer an Init twice").foundBy("no answer is larger")
                .in(HANDSHAKES, "packet.salt(), pepper(connection, from));",
                    "packet.salt(), pepper(connection, from));\n        outlet.sendHandshake(from, "
                    + "connection.peer, Packet.place(Packet.ANSWERS, 0, 0), 0, 0);"),
            new Mutant("open without a proof").foundBy("proofs before")
                .in(HANDSHAKES, "packet.pepper() != pepper(connection, from) || ", ""),
            new Mutant("take the same proof for ever").foundBy("proofs before")
                .in(CONNECTION, "        path.lead(from, seasoning);\n        salt = newSalt();",
                    "        path.lead(from, seasoning);"),
            new Mutant("open whoever asks").foundBy("seats")
                .in(HANDSHAKES, "} else if (!tags.isSigned(packet,",
                    "} else if (from == null && !tags.isSigned(packet,"),
            new Mutant("believe anybody").foundBy("kept alive, CHECKSUM")
                .in(TRANSPORT, "if (!tags.isSigned(packet,", "if (nowNs == 0 && !tags.isSigned(packet,"),
            new Mutant("believe anybody's inputs").foundBy("forged inputs, ANOTHER_KEY")
                .in(TRANSPORT, "if (linkSequence == DatagramSeal.REFUSED) {", "if (linkSequence == Long.MIN_VALUE) {"),
            new Mutant("believe a greeting's seal").foundBy("greetings")
                .in("transport/udp/PacketTags.java",
                    "return linkSequence == DatagramSeal.NO_LINK ? DatagramSeal.REFUSED : linkSequence;",
                    "return linkSequence == DatagramSeal.NO_LINK ? 1 : linkSequence;"),
            new Mutant("sign 16 bits of a sequence").foundBy("wrapped sequences")
                .in("transport/udp/PacketTags.java", "signer.verify(peer, packet.tag(), path, place, content)",
                    "signer.verify(peer, packet.tag(), path, place & -1L << 48 | packet.sequence(), content)")
                .in("transport/udp/PacketTags.java", "return signer.sign(peer, path, place, content);",
                    "return signer.sign(peer, path, place & (-1L << 48 | 65535), content);"),
            new Mutant("sign without the connection").foundBy("forged ends")
                .in("transport/udp/PacketTags.java", "signer.verify(peer, packet.tag(), path, place, content)",
                    "signer.verify(peer, packet.tag(), 0, place, content)")
                .in("transport/udp/PacketTags.java", "return signer.sign(peer, path, place, content);",
                    "return signer.sign(peer, 0, place, content);"),
            new Mutant("be kept alive by what is repeated").foundBy("kept alive, CHECKSUM")
                .in(TRANSPORT, "if (take(connection, sequence, linkSequence)) {",
                    "if (take(connection, sequence, linkSequence) || connection.isOpen()) {"),
            new Mutant("stay where the peer was").foundBy("a relay that stops")
                .in(TRANSPORT, "if (!hasMoved(from)) {", "if (connections.length > 0) {"),
            new Mutant("follow what is repeated").foundBy("repeated from elsewhere")
                .in(PATH, "if (ahead <= -RECENT) {", "if (ahead == Long.MIN_VALUE) {")
                .in(PATH, "        if (ahead <= 0) {\n            return false;\n        }\n        final",
                    "        final")
                .in(TRANSPORT, "return ahead > -Path.RECENT && ahead <= most;", "return ahead <= most;"),
            new Mutant("send to the newest address alone").foundBy("an attacker that is faster")
                .in("transport/udp/Outlet.java", "if (path.second() == null) {", "if (path.peer >= 0) {"),
            new Mutant("accept a proof from one address alone").foundBy("a relay that stops")
                .in(HANDSHAKES, "if (!connection.isNamed(seasoning)) {",
                    "if (!connection.isFrom(from) || !connection.isNamed(seasoning)) {"),
            new Mutant("keep who has fallen silent").foundBy("kept alive, CHECKSUM")
                .in(TRANSPORT, "if (connection.isSilent()) {", "if (connection.peer < 0) {"),
            new Mutant("open by any answer").foundBy("its own proof")
                .in(CONNECTION, "if (state != State.RESPONSE || asked != salt || proof != pepper) {",
                    "if (asked != salt) {"),
            new Mutant("answer a false challenge for ever").foundBy("a false challenge")
                .in(CONNECTION, "if (tries == RESPONSE_TRIES) {", "if (tries < 0) {"),
            new Mutant("go on with both handshakes that cross").foundBy("handshakes that cross")
                .in(CONNECTION, "return state == State.INIT || self < peer;", "return true;"),
            new Mutant("say the end once").foundBy("lost ends")
                .in(CONNECTION, "ENDS = 3;", "ENDS = 1;"),
            new Mutant("count what the socket refuses as sent").foundBy("a socket that takes nothing")
                .in(CONNECTION, "shownNs = taken && nowNs", "shownNs = nowNs"));
    }
}
