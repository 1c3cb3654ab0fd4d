package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Letters on their way to a lobby that takes its time. */
class OutboxTest {

    private final ClientThread home = new ClientThread();
    private final List<List<String>> requests = new CopyOnWriteArrayList<>();

    @Test
    void shouldSayOnceWhatIsSaidAgainWhileItWaits() throws Exception {
        final CountDownLatch slow = new CountDownLatch(1);
        final HttpServer lobby = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        lobby.createContext("/", exchange -> {
            requests.add(Lines.parse(exchange.getRequestBody().readAllBytes(), Limits.MAX_BODY_LINES).all("letter"));
            Awaitility.await().until(() -> slow.getCount() == 0);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        lobby.start();
        try {
            final Outbox outbox = new Outbox(home,
                new Calls("http://127.0.0.1:" + lobby.getAddress().getPort(), home),
                new LobbySeat("7K2P-M3XD", 0, Party.token("Ann"), 1, List.of()), new Backoff(new Random(1)));
            for (int i = 0; i < 3; i++) {
                outbox.post(1, new byte[] {7});
                outbox.post(2, new byte[] {7});
                outbox.post(1, new byte[] {8});
            }
            Awaitility.await().until(() -> requests.size() == 1);
            slow.countDown();
            Awaitility.await().until(() -> requests.size() == 2);
            outbox.post(1, new byte[] {7});
            Awaitility.await().until(() -> requests.size() == 3);
            assertEquals(List.of(List.of("1 Bw=="), List.of("2 Bw==", "1 CA=="), List.of("1 Bw==")), requests);
            assertEquals(0, outbox.lost());
        } finally {
            home.close(() -> { });
            lobby.stop(0);
        }
    }
}
