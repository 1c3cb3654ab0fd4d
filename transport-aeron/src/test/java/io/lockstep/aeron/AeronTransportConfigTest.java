package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.TransportException;
import java.io.File;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class AeronTransportConfigTest {

    private static final LinkKeys KEYS = LinkKeys.of(MatchKey.generate());

    private static AeronTransportConfig valid() {
        return new AeronTransportConfig().localPeer(0).listen("127.0.0.1", 7000).peer(1, "127.0.0.1", 7001);
    }

    private static void assertRefused(final String message, final Executable code) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, code).getMessage());
    }

    @Test
    void shouldGiveEachSenderAndLaneAStreamOfItsOwn() {
        final Set<Integer> streams = new HashSet<>();
        for (int sender = 0; sender < AeronTransportConfig.MAX_PEERS; sender++) {
            for (final Lane lane : Lane.values()) {
                assertTrue(streams.add(StreamIds.of(sender, lane)), "sender " + sender + " " + lane);
            }
        }
        assertEquals(26, StreamIds.of(1, Lane.INPUT));
        assertEquals(507, StreamIds.of(31, Lane.CONTROL));
    }

    @Test
    void shouldResolveEachPeerWithTheEndpointItSendsTo() {
        final List<Remote> remotes = valid().peer(2, "127.0.0.1", 7002).listen(2, "127.0.0.1", 7010).conclude();

        assertEquals(List.of(1, 2), remotes.stream().map(Remote::id).toList());
        assertEquals("127.0.0.1:7000", Remote.literal(remotes.get(0).listen()));
        assertEquals("127.0.0.1:7010", Remote.literal(remotes.get(1).listen()));
        assertEquals("127.0.0.1:7002", Remote.literal(remotes.get(1).address()));
    }

    @Test
    void shouldWriteIpv6InBrackets() {
        final Remote remote = valid().listen("::1", 7000).peer(1, "::1", 7001).conclude().get(0);

        assertEquals("[0:0:0:0:0:0:0:1]:7001", Remote.literal(remote.address()));
    }

    @Test
    void shouldNotNeedACommonEndpointWhenEachPeerHasItsOwn() {
        final List<Remote> remotes = new AeronTransportConfig().localPeer(3).peer(1, "127.0.0.1", 7001)
            .listen(1, "127.0.0.1", 7000).conclude();

        assertEquals(1, remotes.size());
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        assertRefused("peer 32 is not in 0..31", () -> valid().localPeer(32));
        assertRefused("peer -1 is not in 0..31", () -> valid().peer(-1, "127.0.0.1", 7001));
        assertRefused("listen port 70000 is not in 1..65535", () -> valid().listen("127.0.0.1", 70000));
        assertRefused("peer 1 port 0 is not in 1..65535", () -> valid().peer(1, "127.0.0.1", 0));
        assertRefused("listen host is empty", () -> valid().listen(" ", 7000));
        assertRefused("mtu 1200 is not a multiple of 32 from 512 to 8192", () -> valid().mtu(1200));
        assertRefused("mtu 480 is not a multiple of 32 from 512 to 8192", () -> valid().mtu(480));
        assertRefused("term length 65537 is not a power of two from 65536 to 16777216",
            () -> valid().termLength(65537));
        assertRefused("term length 32768 is not a power of two from 65536 to 16777216",
            () -> valid().termLength(32768));
        assertRefused("socket buffer length 4096 is not in 65536..67108864", () -> valid().socketBufferLength(4096));
    }

    @Test
    void shouldNameBothSidesOfAContradiction() {
        assertRefused("localPeer is not set", () -> new AeronTransportConfig().conclude());
        assertRefused("peers [0, 1] must name at least one peer other than localPeer 0, and not localPeer itself",
            () -> valid().peer(0, "127.0.0.1", 7002).conclude());
        assertRefused("peers [] must name at least one peer other than localPeer 0, and not localPeer itself",
            () -> new AeronTransportConfig().localPeer(0).conclude());
        assertRefused("listen endpoint 127.0.0.1:7010 is for peer 4, which is not one of the peers [1]",
            () -> valid().listen(4, "127.0.0.1", 7010).conclude());
        assertRefused("no listen endpoint for peer 1 at 127.0.0.1:7001",
            () -> new AeronTransportConfig().localPeer(0).peer(1, "127.0.0.1", 7001).conclude());
        assertRefused("peer 1 and peer 2 have the same endpoint 127.0.0.1:7001",
            () -> valid().peer(2, "127.0.0.1", 7001).conclude());
        assertRefused("peer 1 at 127.0.0.1:7000 is this peer's own listen endpoint 127.0.0.1:7000",
            () -> valid().peer(1, "127.0.0.1", 7000).conclude());
        assertRefused("externalDriver " + new File("x") + " excludes clock",
            () -> valid().externalDriver(new File("x")).clock(() -> 1, () -> 1).conclude());
        assertRefused("clock starts at 0 ms, must be above 0", () -> valid().clock(() -> 1, () -> 0).conclude());
    }

    @Test
    void shouldRefuseEndpointsBetweenWhichNothingCanTravel() {
        assertRefused("peer 1 at [fd00:0:0:0:0:0:0:1]:7001 has an IPv6 address, and the listen endpoint 127.0.0.1:7000"
            + " has not: listen on [::]",
            () -> new AeronTransportConfig().localPeer(0).listen("127.0.0.1", 7000).peer(1, "fd00::1", 7001)
                .conclude());
        assertRefused("peer 1 at 127.0.0.1:7001 has an IPv4 address, and the listen endpoint"
            + " [0:0:0:0:0:0:0:1]:7000 has not: listen on 0.0.0.0",
            () -> new AeronTransportConfig().localPeer(0).listen("::1", 7000).peer(1, "127.0.0.1", 7001).conclude());
        assertRefused("peer 1 at [fe80:0:0:0:0:0:0:1]:7001 is a link-local address, which Aeron cannot use: give"
            + " another address of that machine, or play over plain UDP",
            () -> new AeronTransportConfig().localPeer(0).listen("::", 7000).peer(1, "fe80::1", 7001).conclude());
    }

    @Test
    void shouldTellPeersOfAPacketSocketFromThoseWithAHostAndAPort() {
        final SocketAddress place = new PacketHub.Place(7);
        final AeronTransportConfig over = new AeronTransportConfig().localPeer(0).peer(1, place);

        assertEquals(Map.of(1, place), over.concludeOver(false));
        assertRefused("peers {1=place-7} are reached by a packet socket: use over", over::conclude);
        assertRefused("over a packet socket there is neither an external driver nor a host and port, for peers"
            + " {1=127.0.0.1:7001}, to listen on 127.0.0.1:7000 or on {}", () -> valid().concludeOver(false));
        assertRefused("peers [] must name at least one peer other than localPeer 0, and not localPeer itself",
            () -> new AeronTransportConfig().localPeer(0).concludeOver(false));
        assertRefused("two peers of {1=place-7, 2=place-7} have the same address",
            () -> over.peer(2, place).concludeOver(false));
    }

    @Test
    void shouldRefuseToPlayOverTheInternetWithoutKeysOnAnySocket() {
        final AeronTransportConfig over = new AeronTransportConfig().localPeer(0)
            .peer(1, new InetSocketAddress("192.0.2.1", 7000));

        assertThrows(IllegalArgumentException.class, () -> over.concludeOver(false));
        assertEquals(1, over.insecure().concludeOver(false).size());
    }

    @Test
    void shouldDemandKeysOverASocketThatCrossesTheInternet() {
        final AeronTransportConfig over = new AeronTransportConfig().localPeer(0).peer(1, new PacketHub.Place(7));

        assertRefused("the peers are reached over the internet, and there are no keys: give the match keys, or say"
            + " insecure to let anybody in", () -> over.concludeOver(true));
        assertEquals(1, over.insecure().concludeOver(true).size());
    }

    @Test
    void shouldSendShorterPacketsOverAPacketSocketUnlessItIsTold() {
        assertEquals(1216, valid().mtu());
        assertEquals(1184, new AeronTransportConfig().forPackets().mtu());
        assertEquals(544, new AeronTransportConfig().mtu(544).forPackets().mtu());
    }

    @Test
    void shouldRefuseKeysThatLeaveTooLittlePayload() {
        assertRefused("mtu 512 less 32 B of header and 8 B of seal leaves 472 B of payload, below 480",
            () -> valid().mtu(512).keys(KEYS).conclude());
    }

    @Test
    void shouldRefuseKeysWithADriverThatCannotBeGuarded() {
        assertRefused("externalDriver x excludes keys: only an embedded driver checks what comes in",
            () -> valid().externalDriver(new File("x")).keys(KEYS).conclude());
    }

    @Test
    void shouldNameHostThatCannotBeResolved() {
        final TransportException ex = assertThrows(TransportException.class,
            () -> valid().peer(1, "no-such-host.invalid", 7001).conclude());

        assertEquals("cannot resolve host no-such-host.invalid", ex.getMessage());
    }
}
