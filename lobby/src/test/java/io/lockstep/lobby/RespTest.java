package io.lockstep.lobby;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a Redis might answer, sound or not. */
class RespTest {

    private ServerSocket server;
    private Resp resp;
    private Socket redis;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        resp = new Resp((InetSocketAddress) server.getLocalSocketAddress(), null, 200);
        redis = server.accept();
    }

    @AfterEach
    void close() throws IOException {
        resp.close();
        redis.close();
        server.close();
    }

    private void answer(final String text) throws IOException {
        redis.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        redis.getOutputStream().flush();
    }

    @Test
    void shouldReadEveryKindOfReply() throws IOException {
        answer("+OK\r\n:-7\r\n$2\r\n\r\n\r\n$-1\r\n*2\r\n:1\r\n$1\r\na\r\n*-1\r\n");
        assertArrayEquals(new byte[] {'O', 'K'}, (byte[]) resp.read());
        assertEquals(-7L, resp.read());
        assertArrayEquals(new byte[] {'\r', '\n'}, (byte[]) resp.read());
        assertNull(resp.read());
        final List<?> array = (List<?>) resp.read();
        assertEquals(1L, array.get(0));
        assertEquals(List.of(), resp.read());
    }

    @Test
    void shouldWriteWordsAsRedisReadsThem() throws IOException {
        resp.send("SET", new byte[] {'\r', '\n'}, 12);
        final byte[] expected = "*3\r\n$3\r\nSET\r\n$2\r\n\r\n\r\n$2\r\n12\r\n".getBytes(StandardCharsets.US_ASCII);
        assertArrayEquals(expected, redis.getInputStream().readNBytes(expected.length));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-ERR no\r\n", "!x\r\n", "\r\n", ":1x\r\n", "$65537\r\n", "$-2\r\n", "*1025\r\n", "$1\r\na",
        "*1\r\n*1\r\n*1\r\n:1\r\n", "+OK\r+", "$5\r\nab", ""})
    void shouldTakeNothingElse(final String reply) throws IOException {
        answer(reply);
        redis.shutdownOutput();
        assertThrows(IOException.class, resp::read);
    }

    @Test
    void shouldReadNoLineWithoutAnEnd() throws IOException {
        answer("+" + "a".repeat(5000));
        assertThrows(IOException.class, resp::read);
    }

    @Test
    void shouldWaitNoLongerThanAReplyMayTake() throws IOException {
        assertFalse(resp.waitForMore());
        assertThrows(IOException.class, () -> resp.call("PING"));
        answer(":1\r\n");
        assertTrue(resp.waitForMore());
    }
}
