package io.lockstep.examples.benchmarks;

import io.lockstep.lobby.LobbyConfig;
import io.lockstep.lobby.LobbyServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** The lobby of a load run: prints its port, then answers each line with its heap, or who waits and its threads. */
final class LobbyLoadServer {

    /** The first poll when all have sat down, which takes longer than a connection may be idle. */
    private static final String IDLE_S = "600";

    private LobbyLoadServer() {
    }

    public static void main(final String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.idleInterval", IDLE_S);
        final LobbyConfig config = new LobbyConfig().requestsPerMinute(LobbyConfig.MAX_REQUESTS_PER_MINUTE)
            .address(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
        try (LobbyServer lobby = LobbyServer.start(config);
                BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(lobby.address().getPort());
            for (String line = asked.readLine(); line != null; line = asked.readLine()) {
                if (line.equals("heap")) {
                    System.gc();
                    System.out.println(Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
                } else {
                    System.out.println(lobby.waiting() + " " + Thread.activeCount());
                }
            }
        }
    }
}
