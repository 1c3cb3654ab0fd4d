package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The lobby waits for five seconds, and all other tests are run meanwhile. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("sockets")
class LobbyPatienceIT {

    private static final int LIMIT_MS = 15_000;

    @Test
    void shouldHangUpOnARequestThatDoesNotCome() throws IOException {
        final InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (LobbyServer lobby = LobbyServer.start(new LobbyConfig().address(anywhere));
            Socket slow = new Socket(lobby.address().getAddress(), lobby.address().getPort())) {
            slow.setSoTimeout(LIMIT_MS);
            slow.getOutputStream().write("POST /v1/matches HTTP/1.1\r\nHo".getBytes(StandardCharsets.US_ASCII));
            final byte[] left = slow.getInputStream().readNBytes(5);
            assertTrue(left.length == 0 || left[0] == 'H', "closed, or told so");
        }
    }
}
