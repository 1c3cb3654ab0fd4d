package io.lockstep.lobby;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection that speaks Redis' RESP2: a command is an array of strings, a reply a number, a string, nothing, an
 * error or an array of them. Whatever is longer or deeper than a lobby's replies are ends the connection. Not
 * thread-safe.
 */
final class Resp implements AutoCloseable {

    /** Of a line that says what follows, or of an error. */
    private static final int MAX_LINE = 512;
    /** A match is kept in 10 KB, a letter in 1.3. */
    private static final int MAX_STRING = 64 * 1024;
    /** 32 letters are 64 entries. */
    private static final int MAX_ARRAY = 1024;
    /** Replies are flat, and what a channel brings has one level. */
    private static final int MAX_DEPTH = 2;
    /** A store that needs longer is down: a player waits for this. */
    private static final int CONNECT_MS = 1000;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;

    Resp(final InetSocketAddress address, final String password, final int timeoutMs) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMs);
            socket.connect(address.isUnresolved() ? new InetSocketAddress(address.getHostString(), address.getPort())
                : address, CONNECT_MS);
            in = new BufferedInputStream(socket.getInputStream());
            out = new BufferedOutputStream(socket.getOutputStream());
            if (password != null) {
                call("AUTH", password);
            }
        } catch (final IOException failed) {
            close();
            throw failed;
        }
    }

    /** A {@link Long}, a {@code byte[]}, a {@link List} of such, or null. Words are strings, bytes or numbers. */
    @Nullable Object call(final Object... words) throws IOException {
        send(words);
        return read();
    }

    void send(final Object... words) throws IOException {
        head('*', words.length);
        for (final Object word : words) {
            final byte[] bytes = word instanceof byte[] ? (byte[]) word
                : word.toString().getBytes(StandardCharsets.UTF_8);
            head('$', bytes.length);
            out.write(bytes);
            out.write('\r');
            out.write('\n');
        }
        out.flush();
    }

    private void head(final char kind, final int number) throws IOException {
        out.write((kind + Integer.toString(number) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** False if nothing has come in the time a reply may take. */
    boolean waitForMore() throws IOException {
        in.mark(1);
        try {
            if (in.read() < 0) {
                throw new IOException("redis has closed the connection");
            }
        } catch (final SocketTimeoutException quiet) {
            return false;
        }
        in.reset();
        return true;
    }

    @Nullable Object read() throws IOException {
        return read(0);
    }

    private @Nullable Object read(final int depth) throws IOException {
        final String line = line();
        final String rest = line.substring(1);
        switch (line.charAt(0)) {
            case '+':
                return rest.getBytes(StandardCharsets.UTF_8);
            case '-':
                throw new IOException("redis says: " + rest);
            case ':':
                return number(rest, Long.MIN_VALUE, Long.MAX_VALUE);
            case '$':
                return string((int) number(rest, -1, MAX_STRING));
            case '*':
                return array((int) number(rest, -1, MAX_ARRAY), depth);
            default:
                throw new IOException("redis speaks something else");
        }
    }

    private byte @Nullable [] string(final int length) throws IOException {
        if (length < 0) {
            return null;
        }
        final byte[] string = in.readNBytes(length);
        if (string.length < length || in.read() != '\r' || in.read() != '\n') {
            throw new IOException("redis has stopped in a string");
        }
        return string;
    }

    private List<Object> array(final int length, final int depth) throws IOException {
        if (depth == MAX_DEPTH) {
            throw new IOException("redis answers deeper than asked");
        }
        final List<Object> array = new ArrayList<>(Math.max(0, length));
        for (int i = 0; i < length; i++) {
            array.add(read(depth + 1));
        }
        return array;
    }

    private String line() throws IOException {
        final StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next >= 0 && next != '\r' && line.length() < MAX_LINE) {
            line.append((char) next);
            next = in.read();
        }
        if (next != '\r' || in.read() != '\n' || line.length() == 0) {
            throw new IOException("redis has stopped in a line");
        }
        return line.toString();
    }

    private static long number(final String text, final long least, final long most) throws IOException {
        try {
            final long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (final NumberFormatException none) {
            throw new IOException("redis says no number", none);
        }
        throw new IOException("redis answers " + text + ", more than asked");
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (final IOException ignored) {
            // It is gone either way.
        }
    }
}
