package io.lockstep.examples.inspect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads lines of bytes with a cap, whose buffer grows only with what really comes. A longer line is read to its end,
 * but not kept.
 */
final class LineReader {

    private static final int CHUNK_BYTES = 8 << 10;
    private static final int NONE = -1;

    private final InputStream in;
    private final int maxBytes;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private int chunkLength;
    private int chunkPosition;
    private byte[] line = new byte[CHUNK_BYTES];
    private int length;
    private boolean tooLong;

    LineReader(final InputStream in, final int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /** Reads one line; false when there is none left. The last one needs no line feed. */
    boolean next() throws IOException {
        length = 0;
        tooLong = false;
        boolean any = false;
        int c = read();
        while (c != NONE && c != '\n') {
            any = true;
            append((byte) c);
            c = read();
        }
        return any || c == '\n';
    }

    private int read() throws IOException {
        if (chunkPosition == chunkLength) {
            chunkLength = in.read(chunk);
            chunkPosition = 0;
            if (chunkLength <= 0) {
                chunkLength = 0;
                return NONE;
            }
        }
        return chunk[chunkPosition++] & 0xFF;
    }

    private void append(final byte b) {
        if (length == maxBytes) {
            tooLong = true;
            return;
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, (int) Math.min(2L * line.length, maxBytes));
        }
        line[length++] = b;
    }

    /** Would the next read perhaps have to wait? */
    boolean mayBlock() throws IOException {
        return chunkPosition == chunkLength && in.available() == 0;
    }

    boolean tooLong() {
        return tooLong;
    }

    /** The line without white space around it, in a buffer that may be written to. */
    ByteBuffer trimmed() {
        int from = 0;
        int to = length;
        while (from < to && isSpace(line[from])) {
            from++;
        }
        while (to > from && isSpace(line[to - 1])) {
            to--;
        }
        return ByteBuffer.wrap(line, from, to - from);
    }

    private static boolean isSpace(final byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\f' || b == 0x0B;
    }
}
