package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lobby on a real socket, and clients that mean no good. */
@Tag("sockets")
class LobbyServerIT {

    private static final String ANN = Party.token("Ann");

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private LobbyServer lobby;

    private void start(final LobbyConfig config) throws IOException {
        lobby = LobbyServer.start(config.address(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }

    @AfterEach
    void close() {
        if (lobby != null) {
            lobby.close();
            lobby.close();
        }
    }

    private HttpRequest.Builder request(final String path, final String token) {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
            + lobby.address().getPort() + "/v1" + path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> post(final String path, final String token, final byte[] body)
            throws IOException, InterruptedException {
        return http.send(request(path, token).POST(HttpRequest.BodyPublishers.ofByteArray(body)).build(),
            HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(final String path, final String token) throws IOException, InterruptedException {
        return http.send(request(path, token).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static byte[] letter(final int to, final int length) {
        return new Lines().add("letter", new Posted(to, new byte[length]).line()).bytes();
    }

    private String create(final int seats) throws IOException, InterruptedException {
        final HttpResponse<String> made = post("/matches", null, Party.body("Ann").add("seats", seats).bytes());
        assertEquals(200, made.statusCode(), made.body());
        return Lines.parse(made.body().getBytes(StandardCharsets.UTF_8), 64).get("code");
    }

    @Test
    void shouldServeFromTheMakingOfAMatchToItsEnd() throws IOException, InterruptedException {
        start(new LobbyConfig().stun("stun.example.org", 3478).turn("turn.example.org", 3478).turnSecret("north"));
        final String code = create(2);
        final HttpResponse<String> joined = post("/matches/" + code.toLowerCase(Locale.ROOT) + "/join", null,
            Party.body("Bob").bytes());
        assertTrue(joined.body().contains("you 1 1\n"), joined.body());
        assertTrue(joined.body().contains("stun stun.example.org 3478\n"), joined.body());
        assertTrue(joined.body().contains("turn turn.example.org 3478 "), joined.body());
        assertEquals(204, post("/matches/" + code + "/letters", ANN, letter(1, 1180)).statusCode());
        final String news = get("/matches/" + code + "/news?roster=0&after=0", Party.token("Bob")).body();
        assertTrue(news.contains("\nletter 1 0 AAAA"), news);
        assertEquals(204, post("/matches/" + code + "/config", ANN, new Lines().add("config", "AAAA").bytes())
            .statusCode());
        assertEquals(204, post("/matches/" + code + "/start", ANN, new byte[0]).statusCode());
        assertTrue(post("/matches/" + code + "/alive", ANN, new byte[0]).body().contains("state started\n"));
        assertTrue(post("/matches/" + code + "/rejoin", ANN, new byte[0]).body().contains("you 0 2\n"));
        assertEquals(204, post("/matches/" + code + "/leave", ANN, new byte[0]).statusCode());
        assertEquals("error no-seat\n", post("/matches/" + code + "/alive", ANN, new byte[0]).body());
        assertEquals("waiting 0\n", get("/health", null).body());
    }

    @Test
    void shouldMakeWhoGuessesCodesWait() throws IOException, InterruptedException {
        start(new LobbyConfig());
        final String code = create(2);
        HttpResponse<String> guessed = null;
        for (int i = 0; i <= Limits.FREE_GUESSES + 1; i++) {
            guessed = post("/matches/0000000" + i % 10 + "/join", null, Party.body("Eve").bytes());
        }
        assertEquals(429, guessed.statusCode());
        assertEquals("1", guessed.headers().firstValue("Retry-After").orElseThrow());
        assertEquals(429, post("/matches/" + code + "/join", null, Party.body("Eve").bytes()).statusCode());
        assertEquals(200, post("/matches/" + code + "/alive", ANN, new byte[0]).statusCode(), "a seat goes on");
    }

    @Test
    void shouldAnswerNoMoreThanItsShareOfManyJoins() throws IOException, InterruptedException {
        start(new LobbyConfig());
        int refused = 0;
        for (int i = 0; i < 200; i++) {
            refused += get("/health", null).statusCode() == 429 ? 1 : 0;
        }
        assertTrue(refused > 50 && refused <= 80, refused + " of 200 refused");
    }

    @Test
    void shouldAnswerMoreAtSeatsThatAreTakenButNotAnyNumber() throws IOException, InterruptedException {
        start(new LobbyConfig().requestsPerMinute(1));
        final String code = create(2);
        assertEquals(429, get("/health", null).statusCode());
        for (int i = 0; i < Limits.SEATED_TIMES; i++) {
            assertEquals(200, post("/matches/" + code + "/alive", ANN, new byte[0]).statusCode());
        }
        int asked = 0;
        while (post("/matches/" + code + "/alive", ANN, new byte[0]).statusCode() == 200) {
            assertTrue(++asked < 1000, "no limit at seats");
        }
    }

    /** How long a refusal takes may tell a code that there is from one that is not. */
    @Test
    void shouldMakeWhoAsksAtSeatsOfOthersWait() throws IOException, InterruptedException {
        start(new LobbyConfig().requestsPerMinute(1));
        assertEquals(401, post("/matches/0000000A/alive", ANN, new byte[0]).statusCode());
        assertEquals(429, post("/matches/0000000A/alive", ANN, new byte[0]).statusCode());
        final String code = create(2);
        assertEquals(429, post("/matches/" + code + "/alive", ANN, new byte[0]).statusCode());
    }

    @Test
    void shouldCountAProxysClientsEachForItself() throws IOException, InterruptedException {
        start(new LobbyConfig().behindProxy(true).requestsPerMinute(1));
        assertEquals(400, get("/health", null).statusCode());
        for (final String client : List.of("192.0.2.1", "192.0.2.1, 192.0.2.2")) {
            final HttpRequest request = request("/health", null).header("X-Forwarded-For", client).build();
            assertEquals(200, http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
            assertEquals(429, http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
        }
    }

    @Test
    void shouldRefuseWhatIsTooLongOrNoRequestOfItsOwn() throws IOException, InterruptedException {
        start(new LobbyConfig());
        final String code = create(2);
        assertEquals(413, post("/matches", null, new byte[Limits.MAX_BODY_BYTES + 1]).statusCode());
        assertEquals(400, post("/matches", null, new byte[10]).statusCode());
        for (final String none : List.of("1 " + Codes.text(new byte[1281]), "1 ", "1", "9 AAAA", "-1 AAAA", "0 AAAA")) {
            final byte[] body = new Lines().add("letter", "1 AAAA").add("letter", none).bytes();
            assertEquals(400, post("/matches/" + code + "/letters", ANN, body).statusCode(), none);
        }
        assertEquals(400, post("/matches/" + code + "/letters", ANN, new byte[0]).statusCode());
        assertEquals(413, post("/matches/" + code + "/letters", ANN, new byte[Limits.MAX_BODY_BYTES + 1]).statusCode());
        assertEquals(400, get("/matches/" + code + "/news", ANN).statusCode());
        assertEquals(400, get("/matches/" + code + "/news?roster=-1&after=0", ANN).statusCode());
        assertEquals(400, get("/nothing", ANN).statusCode());
        assertEquals(400, get("/matches/" + code + "/start", ANN).statusCode());
        assertEquals(401, get("/matches/" + code + "/news?roster=0&after=0", null).statusCode());
        assertEquals(401, post("/matches/xyz/start", ANN, new byte[0]).statusCode());
        assertEquals(401, post("/matches/" + code + "/start", Party.token("Eve"), new byte[0]).statusCode());
    }

    private Socket poll(final String code, final String token) throws IOException {
        final Socket socket = new Socket(lobby.address().getAddress(), lobby.address().getPort());
        socket.setSoTimeout(15_000);
        socket.getOutputStream().write(("GET /v1/matches/" + code + "/news?roster=8&after=0 HTTP/1.1\r\nHost: x\r\n"
            + "Authorization: Bearer " + token + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void shouldHoldNoThreadForPollsThatWait() throws IOException, InterruptedException {
        start(new LobbyConfig().requestsPerMinute(1_000_000));
        final List<Socket> polls = new ArrayList<>();
        String code = null;
        for (int match = 0; match < 20; match++) {
            code = create(8);
            for (int seat = 1; seat < 8; seat++) {
                post("/matches/" + code + "/join", null, Party.body("P" + seat).bytes());
            }
            for (int seat = 0; seat < 8; seat++) {
                polls.add(poll(code, seat == 0 ? ANN : Party.token("P" + seat)));
            }
        }
        Awaitility.await().until(() -> lobby.waiting() == 160);
        assertEquals(204, post("/matches/" + code + "/letters", ANN, letter(7, 1)).statusCode());
        assertEquals('H', polls.get(159).getInputStream().read());
        assertEquals(159, lobby.waiting());
        for (final Socket poll : polls) {
            poll.close();
        }
    }

    @Test
    void shouldNotMindAPollWhoseClientIsGone() throws IOException, InterruptedException {
        start(new LobbyConfig());
        final String code = create(2);
        post("/matches/" + code + "/join", null, Party.body("Bob").bytes());
        final String path = "/matches/" + code + "/news?roster=2&after=0";
        final Socket gone = new Socket(lobby.address().getAddress(), lobby.address().getPort());
        gone.getOutputStream().write(("GET /v1" + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + ANN
            + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        Awaitility.await().until(() -> lobby.waiting() == 1);
        gone.setSoLinger(true, 0);
        gone.close();
        post("/matches/" + code + "/letters", Party.token("Bob"), letter(0, 3));
        assertEquals("letter 1 1 AAAA\n", get(path, ANN).body());
    }

    @Test
    void shouldLetASeatPollOnceAtATime() throws IOException, InterruptedException {
        start(new LobbyConfig());
        final String code = create(2);
        final Socket first = new Socket(lobby.address().getAddress(), lobby.address().getPort());
        first.setSoTimeout(15_000);
        final byte[] poll = ("GET /v1/matches/" + code + "/news?roster=1&after=0 HTTP/1.1\r\nHost: x\r\n"
            + "Authorization: Bearer " + ANN + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        first.getOutputStream().write(poll);
        Awaitility.await().until(() -> lobby.waiting() == 1);
        try (Socket second = new Socket(lobby.address().getAddress(), lobby.address().getPort())) {
            second.getOutputStream().write(poll);
            assertEquals("HTTP/1.1 204", new String(first.getInputStream().readNBytes(12), StandardCharsets.US_ASCII));
            assertEquals(1, lobby.waiting());
        }
        first.close();
    }

    @Test
    void shouldServeOthersWhileSomeDawdle() throws IOException, InterruptedException {
        start(new LobbyConfig());
        final List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            final Socket socket = new Socket(lobby.address().getAddress(), lobby.address().getPort());
            socket.getOutputStream().write("POST /v1/matches HTTP/1.1\r\nHo".getBytes(StandardCharsets.US_ASCII));
            slow.add(socket);
        }
        create(2);
        for (final Socket socket : slow) {
            socket.close();
        }
    }

    /**
     * One address sends 300 bodies that never end. Without a limit they would hold all 256 threads for five seconds.
     */
    @Test
    void shouldServeOtherAddressesWhileOneSendsSlowBodies() throws IOException, InterruptedException {
        start(new LobbyConfig().behindProxy(true).requestsPerMinute(100_000));
        final List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            final Socket socket = new Socket(lobby.address().getAddress(), lobby.address().getPort());
            socket.getOutputStream().write(("POST /v1/matches HTTP/1.1\r\nHost: lobby\r\nContent-Length: 100\r\n"
                + "X-Forwarded-For: 192.0.2.1\r\n\r\nseats").getBytes(StandardCharsets.US_ASCII));
            slow.add(socket);
        }
        final HttpRequest health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + lobby.address().getPort()
            + "/v1/health")).header("X-Forwarded-For", "192.0.2.2").timeout(Duration.ofSeconds(4)).build();
        assertEquals(200, http.send(health, HttpResponse.BodyHandlers.ofString()).statusCode());
        for (final Socket socket : slow) {
            socket.close();
        }
    }

    @Test
    void shouldSayThatItIsBusyWhenItsStoreIsDown() throws IOException, InterruptedException {
        final MemoryMatchStore store = new MemoryMatchStore(1, 1);
        start(new LobbyConfig().store(store));
        final HttpResponse<String> refused = post("/matches", null, Party.body("Ann").add("seats", 2).bytes());
        assertEquals(503, refused.statusCode());
        assertEquals("5", refused.headers().firstValue("Retry-After").orElseThrow());
    }

    @Test
    void shouldRefuseAConfigurationThatContradictsItself() {
        assertThrows(IllegalArgumentException.class, () -> new LobbyConfig().requestsPerMinute(0));
        assertThrows(IllegalArgumentException.class, () -> new LobbyConfig().turnSecret(""));
        assertThrows(IllegalArgumentException.class, () -> start(new LobbyConfig().turn("a", 1)));
    }
}
