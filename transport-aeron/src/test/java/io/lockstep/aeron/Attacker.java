package io.lockstep.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.util.Arrays;
import java.util.Random;

/** Somebody with a socket and without keys, who knows Aeron's frames. */
final class Attacker implements AutoCloseable {

    static final byte WHOLE = (byte) 0xC0;
    static final byte ENDED = (byte) 0xE0;
    static final byte REVOKED = (byte) 0xF0;
    static final int PAD = 0;
    static final int DATA = 1;
    static final int NAK = 2;
    static final int STATUS = 3;
    static final int ERROR = 4;
    static final int SETUP = 5;
    static final int ROUND_TRIP = 6;
    private static final int HEADER = 32;
    private static final int TRAILER = 16;

    private final DatagramChannel socket;
    private final InetSocketAddress victim;
    private final Random random = new Random(4711);

    Attacker(final int port) {
        victim = new InetSocketAddress(Net.HOST, port);
        try {
            socket = DatagramChannel.open().bind(new InetSocketAddress(Net.HOST, 0));
            socket.configureBlocking(false);
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    void send(final byte[] datagram) {
        try {
            socket.send(ByteBuffer.wrap(datagram), victim);
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Returns the number of bytes that the victim answered since the last call. */
    int replyBytes() {
        int bytes = 0;
        final ByteBuffer buffer = ByteBuffer.allocate(2048);
        try {
            while (socket.receive(buffer.clear()) != null) {
                bytes += buffer.position();
            }
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return bytes;
    }

    int anySession() {
        return random.nextInt();
    }

    static int type(final byte[] frame) {
        return frame[6] & 0xFF;
    }

    static int stream(final byte[] frame) {
        return read(frame).getInt(16);
    }

    static ByteBuffer read(final byte[] frame) {
        return ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
    }

    private ByteBuffer frame(final int bytes, final int frameLength, final byte flags, final int type) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0, frameLength).put(5, flags).putShort(6, (short) type);
    }

    /** A frame of data like one that was seen, at the place behind it, with bytes of our own. */
    byte[] dataAfter(final byte[] seen, final byte filling) {
        final int length = read(seen).getInt(0);
        final ByteBuffer forged = read(Arrays.copyOf(seen, length));
        forged.putInt(8, forged.getInt(8) + aligned(length));
        for (int i = HEADER; i < length; i++) {
            forged.put(i, filling);
        }
        return forged.array();
    }

    /** What a frame takes of a term. */
    static int aligned(final int length) {
        return length + HEADER - 1 & -HEADER;
    }

    /** A header alone at the place behind a frame that was seen: padding or a heartbeat. */
    byte[] headerAfter(final byte[] seen, final int type, final byte flags, final int frameLength) {
        final ByteBuffer model = read(seen);
        final int taken = aligned(Math.max(model.getInt(0), 0));
        return frame(HEADER, frameLength, flags, type).putInt(8, model.getInt(8) + taken).putInt(12, model.getInt(12))
            .putInt(16, model.getInt(16)).putInt(20, model.getInt(20)).putLong(24, random.nextLong()).array();
    }

    byte[] data(final int stream, final int session) {
        return frame(2 * HEADER, 2 * HEADER, WHOLE, DATA).putInt(12, session).putInt(16, stream)
            .putInt(20, random.nextInt()).putLong(24, random.nextLong()).array();
    }

    byte[] setup(final int stream, final int session, final int termLength, final boolean trailing) {
        final int term = random.nextInt();
        return withTrailer(frame(40 + (trailing ? TRAILER : 0), 40, (byte) 0, SETUP).putInt(12, session)
            .putInt(16, stream).putInt(20, term).putInt(24, term).putInt(28, termLength).putInt(32, 1216), 40).array();
    }

    /** Says where the receiver is and how much it takes. */
    byte[] status(final byte[] model, final byte flags, final int window, final boolean trailing) {
        final ByteBuffer seen = read(model);
        final ByteBuffer forged = frame(36 + (trailing ? TRAILER : 0), 36, flags, STATUS);
        for (int i = 8; i < 36; i += 4) {
            forged.putInt(i, seen.getInt(i));
        }
        return withTrailer(forged.putInt(24, window), 36).array();
    }

    /** Asks for what was sent a while ago: position and stream of data that was seen. */
    byte[] nak(final byte[] data, final int length, final boolean trailing) {
        final ByteBuffer seen = read(data);
        return withTrailer(frame(28 + (trailing ? TRAILER : 0), 28, (byte) 0, NAK).putInt(8, seen.getInt(12))
            .putInt(12, seen.getInt(16)).putInt(16, seen.getInt(20)).putInt(20, seen.getInt(8)).putInt(24, length), 28)
            .array();
    }

    /** Other control frames, long enough for any. */
    byte[] control(final int type, final byte[] status, final byte flags) {
        final ByteBuffer seen = read(status);
        return frame(64, 64, flags, type).putInt(8, seen.getInt(8)).putInt(12, seen.getInt(12))
            .putLong(16, seen.getLong(28)).putInt(36, 1).array();
    }

    private ByteBuffer withTrailer(final ByteBuffer frame, final int length) {
        for (int i = length; i < frame.capacity(); i += Long.BYTES) {
            frame.putLong(i, random.nextInt(64));
        }
        return frame;
    }

    byte[] noise(final int length) {
        final byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
