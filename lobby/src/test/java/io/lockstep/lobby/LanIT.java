package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hosts and players who look for them, by multicast on the loopback interface, at a port that nobody else has. */
@Tag("sockets")
class LanIT {

    private static final Duration LONG = Duration.ofSeconds(15);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final List<AutoCloseable> open = new ArrayList<>();
    private Lan lan;

    @BeforeEach
    void findAPort() throws IOException {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            lan = new Lan(free.getLocalPort(), true);
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (final AutoCloseable each : open) {
            each.close();
        }
    }

    /** A host with its lobby; the code. */
    private String host(final String name, final int seats) throws LobbyException {
        final LanLobby lobby = LanLobby.open(lan, true);
        open.add(lobby);
        final Ears ears = new Ears();
        final LobbyClient client = LobbyClient.open(new LobbyClientConfig(lobby.uri()).name(name), ears);
        open.add(client);
        final String code = client.create(seats, false, new byte[0]).code();
        lobby.announce(code, name, () -> ears.rosters.isEmpty() ? null : ears.last());
        return code;
    }

    @Test
    void shouldFindAHostByItsCode() throws Exception {
        final String code = host("Ann", 3);
        final LanMatch found = LanSearch.byCode(lan, code.replace("-", ""), LONG);
        assertEquals(code, found.code());
        assertEquals("Ann", found.host());
        assertEquals(3, found.seats());
        assertTrue(found.open());
        final LobbyClient guest = LobbyClient.open(new LobbyClientConfig(found.lobby()).name("Bob"), new Ears());
        open.add(guest);
        assertEquals(1, guest.join(found.code()).seat());
    }

    @Test
    void shouldFindSeveralHosts() throws Exception {
        final List<String> codes = new ArrayList<>(List.of(host("Ann", 2), host("Bob", 8)));
        final List<LanMatch> found = new ArrayList<>();
        LanSearch.find(lan, LONG, match -> {
            if (found.stream().noneMatch(other -> other.code().equals(match.code()))) {
                found.add(match);
            }
            return found.size() == 2;
        });
        codes.sort(null);
        assertEquals(codes, found.stream().map(LanMatch::code).sorted().toList());
    }

    @Test
    void shouldSayWhenNobodyIsNear() throws Exception {
        assertEquals(List.of(), LanSearch.find(lan, SHORT, match -> true));
        assertEquals(LobbyException.Reason.NOBODY_NEAR, assertThrows(LobbyException.class, () ->
            LanSearch.byCode(lan, "7K2P-M3XD", SHORT)).reason());
        assertEquals(LobbyException.Reason.WRONG_CODE, assertThrows(LobbyException.class, () ->
            LanSearch.byCode(lan, "7K2P", SHORT)).reason());
    }

    @Test
    void shouldSayNoMoreOnceItIsClosed() throws Exception {
        host("Ann", 2);
        closeAll();
        assertEquals(List.of(), LanSearch.find(lan, SHORT, match -> true));
    }

    @Test
    void shouldAnswerEachAddressUpToItsOwnLimit() throws Exception {
        final AtomicLong nowMs = new AtomicLong(1000);
        final LobbyServer lobby = LobbyServer.start(new LobbyConfig().address(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        final LanLobby host = new LanLobby(lan, lobby, nowMs::get);
        open.add(host);
        final Roster roster = MatchText.roster(MatchText.seen(Party.match(2), 1));
        host.announce("7K2P-M3XD", "Ann", () -> roster);
        try (DatagramSocket asker = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            asker.setSoTimeout(15_000);
            send(asker, new byte[LanCodec.QUESTION_BYTES]);
            send(asker, new byte[LanCodec.QUESTION_BYTES + 1]);
            for (int i = 0; i < 120; i++) {
                send(asker, LanCodec.question(i));
                assertEquals(i, number(asker), "one answer for one question");
            }
            send(asker, LanCodec.question(120));
            try (DatagramSocket other = new DatagramSocket(0, InetAddress.getByName("127.0.0.2"))) {
                other.setSoTimeout(15_000);
                send(other, LanCodec.question(7));
                assertEquals(7, number(other), "a flood from one address hid the host from another");
            }
            nowMs.addAndGet(1000);
            send(asker, LanCodec.question(121));
            assertEquals(121, number(asker), "question 120 was beyond the limit and stays unanswered");
        }
    }

    /** A game that fails at its own roster is no reason to be silent for the rest of the match. */
    @Test
    void shouldGoOnAnsweringWhenWhoTellsOfTheMatchThrows() throws Exception {
        final LanLobby host = LanLobby.open(lan, true);
        open.add(host);
        final Roster roster = MatchText.roster(MatchText.seen(Party.match(2), 1));
        final AtomicInteger asked = new AtomicInteger();
        final AtomicReference<Throwable> told = new AtomicReference<>();
        final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> told.set(thrown));
        try {
            host.announce("7K2P-M3XD", "Ann", () -> {
                if (asked.incrementAndGet() == 1) {
                    throw new IllegalStateException("planted");
                }
                return roster;
            });
            assertEquals("Ann", LanSearch.byCode(lan, "7K2P-M3XD", LONG).host());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertEquals("planted", told.get().getMessage());
    }

    @Test
    void shouldAnnounceNothingThatNoAnswerHolds() throws Exception {
        final LanLobby host = LanLobby.open(lan, true);
        open.add(host);
        assertThrows(IllegalArgumentException.class, () -> host.announce("7K2P", "Ann", () -> null));
        assertThrows(IllegalArgumentException.class, () -> host.announce("7K2P-M3XD", "a".repeat(33), () -> null));
    }

    private void send(final DatagramSocket asker, final byte[] bytes) throws IOException {
        asker.send(new java.net.DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), lan.port()));
    }

    private static long number(final DatagramSocket asker) throws IOException {
        final java.net.DatagramPacket answer = new java.net.DatagramPacket(new byte[512], 512);
        asker.receive(answer);
        assertTrue(answer.getLength() <= LanCodec.QUESTION_BYTES);
        return LanCodec.number(ByteBuffer.wrap(answer.getData(), 0, answer.getLength()));
    }

    @Test
    void shouldNeverAnswerWithMoreThanItWasAsked() {
        final LanMatch longest = new LanMatch("7K2P-M3XD", "\uD83D\uDE00".repeat(Limits.MAX_NAME_CHARS), 8, 8, true,
            URI.create("http://127.0.0.1:65535"));
        final byte[] answer = LanCodec.answer(7, longest);
        assertTrue(answer.length <= LanCodec.QUESTION_BYTES, answer.length + " bytes");
        assertEquals(longest, LanCodec.match(ByteBuffer.wrap(answer), 7, "127.0.0.1"));
        assertNull(LanCodec.match(ByteBuffer.wrap(answer), 8, "127.0.0.1"), "an answer to somebody else");
    }

    @Test
    void shouldKnowWhoIsNear() throws Exception {
        final InetAddress own = InetAddress.getByName("192.168.1.20");
        assertTrue(Lan.isNear(InetAddress.getByName("192.168.1.255"), own, 24));
        assertFalse(Lan.isNear(InetAddress.getByName("192.168.2.20"), own, 24));
        assertTrue(Lan.isNear(InetAddress.getByName("192.168.2.20"), own, 16));
        assertTrue(Lan.isNear(own, own, 32));
        assertFalse(Lan.isNear(own, InetAddress.getByName("10.0.0.1"), 0));
        assertFalse(Lan.isNear(InetAddress.getByName("fe80::1"), own, 24));
        assertTrue(lan.isNear(InetAddress.getByName("127.0.0.9")));
        assertFalse(lan.isNear(InetAddress.getByName("192.0.2.1")));
    }

    @Test
    void shouldServeNobodyFromElsewhere() throws Exception {
        final LobbyConfig config = new LobbyConfig().near(lan);
        assertTrue(config.serves(InetAddress.getLoopbackAddress()));
        assertFalse(config.serves(InetAddress.getByName("192.0.2.1")));
        assertTrue(new LobbyConfig().serves(InetAddress.getByName("192.0.2.1")));
    }
}
