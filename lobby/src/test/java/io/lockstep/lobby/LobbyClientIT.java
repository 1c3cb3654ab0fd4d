package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.lockstep.lobby.LobbyException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Players and a real lobby on loopback. */
@Tag("sockets")
class LobbyClientIT {

    private final List<LobbyClient> clients = new ArrayList<>();
    private final Ears ann = new Ears();
    private final Ears bob = new Ears();
    private LobbyServer lobby;

    @BeforeEach
    void start() throws IOException {
        lobby = start(new LobbyConfig().stun("stun.example.org", 3478));
    }

    private static LobbyServer start(final LobbyConfig config) throws IOException {
        return LobbyServer.start(config.address(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }

    @AfterEach
    void close() {
        clients.forEach(LobbyClient::close);
        lobby.close();
    }

    private LobbyClient client(final String name, final LobbyListener ears) {
        return client(name, ears, lobby.address().getPort());
    }

    private LobbyClient client(final String name, final LobbyListener ears, final int port) {
        final LobbyClient client = LobbyClient.open(new LobbyClientConfig(URI.create("http://127.0.0.1:" + port))
            .name(name).publicKey(Party.key(name)), ears);
        clients.add(client);
        return client;
    }

    private static void assertFails(final Reason reason, final Executable what) {
        final LobbyException failed = assertThrows(LobbyException.class, what);
        assertEquals(reason, failed.reason());
        assertTrue(failed.getMessage().contains(": "), failed.getMessage());
    }

    @Test
    void shouldBringPlayersTogether() throws LobbyException {
        final LobbyClient host = client("Ann", ann);
        final LobbySeat seat = host.create(4, false, new byte[] {7});
        assertEquals(List.of(new IceServer("stun.example.org", 3478, null, null)), seat.servers());
        assertFalse(seat.toString().contains(seat.token()));
        final LobbyClient guest = client("Bob", bob);
        assertEquals(1, guest.join(seat.code()).seat());
        Awaitility.await().until(() -> ann.sees("[0: Ann, 1: Bob]") && bob.sees("[0: Ann, 1: Bob]"));
        assertArrayEquals(Party.key("Bob"), ann.last().peers().get(1).publicKey());
        assertArrayEquals(new byte[] {7}, bob.last().matchConfig());
        for (int i = 0; i < 50; i++) {
            host.post(1, new byte[] {(byte) i});
        }
        guest.post(0, new byte[LobbyClient.MAX_LETTER_BYTES]);
        Awaitility.await().until(() -> bob.letters.size() == 50 && ann.letters.size() == 1);
        assertEquals("0:1:49", bob.letters.get(49));
        assertEquals("1:1280:0", ann.letters.get(0));
        host.configure(new byte[] {8});
        Awaitility.await().until(() -> bob.last().matchConfig()[0] == 8);
        host.start();
        Awaitility.await().until(() -> bob.last().isStarted());
        assertEquals(seat.code(), host.heartbeat().code());
        assertEquals(0, host.lettersLost());
    }

    @Test
    void shouldSendWhatWaitsInFewRequests() throws LobbyException, IOException {
        lobby.close();
        lobby = start(new LobbyConfig().requestsPerMinute(2)); // 40 at seats: fewer than there are letters
        final AtomicReference<LobbyClient> host = new AtomicReference<>();
        final AtomicBoolean posted = new AtomicBoolean();
        host.set(client("Ann", new LobbyListener() {
            @Override
            public void letter(final int from, final byte[] letter) {
                throw new AssertionError("nobody writes to the host");
            }

            @Override
            public void roster(final Roster roster) {
                final boolean isFirst = roster.peers().size() == 2 && posted.compareAndSet(false, true);
                for (int i = 0; isFirst && i < 50; i++) {
                    host.get().post(1, new byte[] {(byte) i}); // on its thread: none leaves before all wait
                }
            }
        }));
        client("Bob", bob).join(host.get().create(2, false, new byte[0]).code());
        Awaitility.await().until(() -> bob.letters.size() == 50);
        assertEquals("0:1:49", bob.letters.get(49));
        assertEquals(List.of(), bob.troubles);
    }

    @Test
    void shouldCarryTheLettersOfEightPlayersBehindOneAddress() throws LobbyException {
        final List<Ears> ears = new ArrayList<>();
        String code = null;
        for (int seat = 0; seat < Limits.MAX_SEATS; seat++) {
            ears.add(new Ears());
            final LobbyClient client = client("P" + seat, ears.get(seat));
            if (seat == 0) {
                code = client.create(Limits.MAX_SEATS, false, new byte[0]).code();
            } else {
                client.join(code);
            }
        }
        clients.get(0).start();
        for (byte offer = 1; offer <= 12; offer++) { // as when ways are long in coming
            final int heard = offer * (Limits.MAX_SEATS - 1);
            for (int from = 0; from < Limits.MAX_SEATS; from++) {
                for (int to = 0; to < Limits.MAX_SEATS; to++) {
                    if (to != from) {
                        clients.get(from).post(to, new byte[] {offer});
                    }
                }
            }
            Awaitility.await().pollInterval(Duration.ofMillis(5)).until(() -> ears.stream().allMatch(each ->
                each.letters.size() == heard || !each.troubles.isEmpty()));
        }
        ears.forEach(each -> assertEquals(List.of(), each.troubles));
        clients.forEach(each -> assertEquals(0, each.lettersLost()));
    }

    @Test
    void shouldSayWhatToTryWhenASeatIsNotToBeHad() throws LobbyException {
        final LobbyClient host = client("Ann", ann);
        final String code = host.create(2, false, new byte[0]).code();
        assertFails(Reason.WRONG_CODE, () -> client("Bob", bob).join("0000-0000"));
        assertFails(Reason.WRONG_CODE, () -> client("Bob", bob).join("no code"));
        assertFails(Reason.NO_SEAT, () -> client("Bob", bob).rejoin(code, Party.token("Eve")));
        assertFails(Reason.NO_SEAT, () -> client("Bob", bob).rejoin(code, "none"));
        final LobbyClient guest = client("Bob", bob);
        guest.join(code);
        assertFails(Reason.NOT_HOST, guest::start);
        assertFails(Reason.FULL, () -> client("Cat", new Ears()).join(code));
        host.start();
        guest.leave();
        assertFails(Reason.STARTED, () -> client("Cat", new Ears()).join(code));
        for (int i = 0; i < Limits.FREE_GUESSES; i++) {
            try {
                client("Eve", new Ears()).join("0000-0000");
            } catch (final LobbyException wrong) {
                assertFalse(wrong.getMessage().isEmpty());
            }
        }
        final LobbyException wait = assertThrows(LobbyException.class, () -> client("Eve", bob).join("0000-0000"));
        assertEquals(Reason.WAIT, wait.reason());
        assertTrue(wait.getMessage().endsWith("try again in " + wait.retryAfterSeconds() + " s"), wait.getMessage());
    }

    @Test
    void shouldSayThatTheLobbyDoesNotAnswer() {
        final int port = lobby.address().getPort();
        lobby.close();
        assertFails(Reason.UNREACHABLE, () -> client("Ann", ann, port).create(2, false, new byte[0]));
    }

    @Test
    void shouldTakeNoSeatWithoutTheRelayThatItNeeds() throws LobbyException {
        final String code = client("Ann", ann).create(2, false, new byte[0]).code();
        final LobbyClient hidden = LobbyClient.open(new LobbyClientConfig(URI.create("http://127.0.0.1:"
            + lobby.address().getPort())).name("Bob").needsRelay(true), bob);
        clients.add(hidden);
        assertFails(Reason.NO_RELAY, () -> hidden.join(code));
        assertEquals(1, client("Cat", new Ears()).join(code).seat(), "the seat was given back");
    }

    @Test
    void shouldComeBackToItsSeatAfterACrash() throws LobbyException {
        final LobbyClient host = client("Ann", ann);
        final String code = host.create(2, false, new byte[0]).code();
        final LobbyClient first = client("Bob", bob);
        final LobbySeat seat = first.join(code);
        first.close();
        host.post(1, new byte[] {5});
        final Ears again = new Ears();
        final LobbySeat back = client("Bob", again).rejoin(seat.code(), seat.token());
        assertEquals(1, back.seat());
        assertEquals(2, back.incarnation());
        Awaitility.await().until(() -> ann.sees("[0: Ann, 1: Bob (2)]"));
        Awaitility.await().until(() -> again.letters.equals(List.of("0:1:5")));
    }

    @Test
    void shouldLeaveItsSeatToTheProcessThatCameLater() throws LobbyException {
        final LobbyClient host = client("Ann", ann);
        final String code = host.create(2, false, new byte[0]).code();
        final LobbyClient first = client("Bob", bob);
        final LobbySeat seat = first.join(code);
        final Ears again = new Ears();
        client("Bob", again).rejoin(code, seat.token());
        Awaitility.await().until(() -> bob.ends.size() == 1);
        assertEquals(Reason.REPLACED, bob.ends.get(0).reason());
        host.post(1, new byte[] {5});
        Awaitility.await().until(() -> again.letters.equals(List.of("0:1:5")));
        assertEquals(List.of(), bob.letters);
        first.leave();
        host.post(1, new byte[] {6});
        Awaitility.await().until(() -> again.letters.equals(List.of("0:1:5", "0:1:6")));
        assertEquals(List.of(), again.ends, "it has the seat");
    }

    @Test
    void shouldTellAPlayerThatTheHostTookItOut() throws LobbyException {
        final LobbyClient host = client("Ann", ann);
        final String code = host.create(2, false, new byte[0]).code();
        client("Bob", bob).join(code);
        host.kick(1);
        Awaitility.await().until(() -> bob.ends.size() == 1);
        assertEquals(Reason.NO_SEAT, bob.ends.get(0).reason());
        Awaitility.await().until(() -> ann.sees("[0: Ann]"));
        assertThrows(IllegalArgumentException.class, () -> host.kick(0));
    }

    @Test
    void shouldTellAllWhenTheHostLeavesBeforeTheStart() throws LobbyException {
        final LobbyClient host = client("Ann", ann);
        final String code = host.create(2, false, new byte[0]).code();
        client("Bob", bob).join(code);
        host.leave();
        Awaitility.await().until(() -> bob.ends.size() == 1);
        assertEquals(Reason.CANCELLED, bob.ends.get(0).reason());
        assertTrue(bob.last().isCancelled());
        assertEquals(List.of(), ann.ends);
        assertFails(Reason.CANCELLED, () -> client("Cat", new Ears()).join(code));
    }

    @Test
    void shouldTellOfTroubleOnceAndGoOnTrying() throws LobbyException, IOException {
        client("Ann", ann).create(2, false, new byte[0]);
        Awaitility.await().until(() -> lobby.waiting() == 1);
        final InetSocketAddress address = lobby.address();
        lobby.close();
        Awaitility.await().until(() -> ann.troubles.size() == 1);
        assertEquals(Reason.UNREACHABLE, ann.troubles.get(0).reason());
        lobby = LobbyServer.start(new LobbyConfig().address(address));
        Awaitility.await().until(() -> ann.ends.size() == 1);
        assertEquals(Reason.NO_SEAT, ann.ends.get(0).reason(), "its matches were gone with it");
        assertEquals(1, ann.troubles.size());
    }

    @Test
    void shouldServePlayersOfOneMatchAtTwoLobbies(@TempDir final Path folder) throws LobbyException, IOException {
        assumeTrue(Redis.isInstalled(), "no redis-server on the PATH");
        try (Redis redis = Redis.start(folder);
                LobbyServer one = start(new LobbyConfig().store(new RedisMatchStore(redis.address(),
                    redis.password())));
                LobbyServer two = start(new LobbyConfig().store(new RedisMatchStore(redis.address(),
                    redis.password())))) {
            final LobbyClient host = client("Ann", ann, one.address().getPort());
            final LobbyClient guest = client("Bob", bob, two.address().getPort());
            guest.join(host.create(2, false, new byte[0]).code());
            Awaitility.await().until(() -> ann.sees("[0: Ann, 1: Bob]"));
            Awaitility.await().until(() -> one.waiting() == 1 && two.waiting() == 1);
            host.post(1, new byte[] {1});
            guest.post(0, new byte[] {2});
            Awaitility.await().until(() -> ann.letters.size() == 1 && bob.letters.size() == 1);
            clients.forEach(LobbyClient::close);
        }
    }

    @Test
    void shouldAskAnewAfterAChangeOfNetworks() throws LobbyException {
        final LobbyClient host = client("Ann", ann);
        final String code = host.create(2, false, new byte[0]).code();
        Awaitility.await().until(() -> lobby.waiting() == 1);
        host.networkChanged();
        client("Bob", bob).join(code);
        Awaitility.await().until(() -> ann.sees("[0: Ann, 1: Bob]"));
        assertEquals(List.of(), ann.troubles);
    }

    /** As of two processes in one seat, each of which takes the other's place, or of a proxy: they would go round. */
    @Test
    void shouldNotAskAgainAtOnceWhereNothingIsAnsweredAtOnce() throws LobbyException, IOException {
        final List<Long> askedNs = new CopyOnWriteArrayList<>();
        final Lines seated = new Lines().add("code", "7K2P-M3XD").add("you", "1 1");
        final HttpServer empty = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        empty.createContext("/", exchange -> {
            if (exchange.getRequestMethod().equals("GET")) {
                askedNs.add(System.nanoTime());
            }
            Reply.send(exchange, exchange.getRequestMethod().equals("GET") ? null : seated);
        });
        empty.start();
        try {
            client("Bob", bob, empty.getAddress().getPort()).join("7K2P-M3XD");
            Awaitility.await().until(() -> askedNs.size() >= 2);
            assertTrue(askedNs.get(1) - askedNs.get(0) >= TimeUnit.MILLISECONDS.toNanos(Backoff.FIRST_MS / 2));
            assertEquals(List.of(), bob.troubles);
        } finally {
            empty.stop(0);
        }
    }

    @Test
    void shouldGoOnWhenAListenerThrows() throws LobbyException {
        final AtomicReference<Throwable> asked = new AtomicReference<>();
        final AtomicReference<LobbyClient> self = new AtomicReference<>();
        final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> asked.set(thrown));
        try {
            self.set(client("Ann", new LobbyListener() {
                @Override
                public void roster(final Roster roster) {
                    try {
                        self.get().start();
                    } catch (final LobbyException failed) {
                        throw new AssertionError(failed);
                    }
                }

                @Override
                public void letter(final int from, final byte[] letter) {
                    ann.letter(from, letter);
                }
            }));
            final LobbyClient guest = client("Bob", bob);
            guest.join(self.get().create(2, false, new byte[0]).code());
            guest.post(0, new byte[1]);
            Awaitility.await().dontCatchUncaughtExceptions().until(() -> ann.letters.size() == 1);
            assertTrue(asked.get() instanceof IllegalStateException, asked.get() + "");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void shouldEndItsThreadAndItsPollWhenItCloses() throws LobbyException {
        final LobbyClient host = client("Ann", ann);
        host.create(2, false, new byte[0]);
        Awaitility.await().until(() -> lobby.waiting() == 1 && threads() == 1);
        host.close();
        host.close();
        Awaitility.await().until(() -> threads() == 0);
        assertThrows(IllegalStateException.class, host::start);
        assertEquals(List.of(), ann.troubles);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("lockstep-lobby-client")).count();
    }

    @Test
    void shouldRefuseWhatNoLobbyTakes() throws LobbyException {
        final LobbyClient host = client("Ann", ann);
        assertThrows(IllegalStateException.class, host::start);
        assertThrows(IllegalStateException.class, () -> host.post(1, new byte[1]));
        assertThrows(IllegalArgumentException.class, () -> host.create(1, false, new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> host.create(2, false, new byte[4097]));
        host.create(2, false, new byte[0]);
        assertThrows(IllegalArgumentException.class, () -> host.post(1, new byte[1281]));
        assertThrows(IllegalArgumentException.class, () -> host.post(8, new byte[1]));
        assertThrows(IllegalStateException.class, () -> host.join("0000-0000"));
        assertThrows(IllegalArgumentException.class, () -> new LobbyClientConfig(URI.create("ftp://a")));
        final LobbyClientConfig config = new LobbyClientConfig(URI.create("https://a"));
        assertThrows(IllegalArgumentException.class, () -> config.name("a\nb"));
        assertThrows(IllegalArgumentException.class, () -> config.publicKey(new byte[31]));
    }

    @Test
    void shouldWaitLongerAndNeverInStep() {
        final Backoff backoff = new Backoff(new Random(4));
        long most = 0;
        for (int i = 0; i < 20; i++) {
            final long waitMs = backoff.next(0);
            assertTrue(waitMs >= Backoff.FIRST_MS / 2 && waitMs <= Backoff.LAST_MS, waitMs + " ms");
            most = Math.max(most, waitMs);
        }
        assertTrue(most > Backoff.LAST_MS / 2, most + " ms");
        assertEquals(60_000, backoff.next(60));
        backoff.reset();
        assertTrue(backoff.next(0) <= Backoff.FIRST_MS);
    }
}
