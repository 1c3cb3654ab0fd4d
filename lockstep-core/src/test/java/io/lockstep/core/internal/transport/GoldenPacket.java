package io.lockstep.core.internal.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** One line of udp-packets.txt. */
public record GoldenPacket(String line, String name, byte[] datagram, PacketKind kind, int flags, int chunk,
                           int sequence, int chunkBytes) {

    private static final String FILE = "/udp-packets.txt";
    private static final int HEX = 16;

    public static List<GoldenPacket> all() {
        try (InputStream in = GoldenPacket.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.startsWith("#")).map(GoldenPacket::parse).toList();
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static GoldenPacket parse(final String line) {
        final String[] parts = line.split(" ");
        final byte[] header = HexFormat.of().parseHex(parts[1]);
        final byte[] chunk = chunk(parts[2]);
        final byte[] datagram = Arrays.copyOf(header, header.length + chunk.length);
        System.arraycopy(chunk, 0, datagram, header.length, chunk.length);
        return new GoldenPacket(line, parts[0], datagram, PacketKind.valueOf(parts[3]), Integer.parseInt(parts[4], HEX),
            Integer.parseInt(parts[5]), Integer.parseInt(parts[6]), Integer.parseInt(parts[7]));
    }

    private static byte[] chunk(final String text) {
        if (text.equals("-")) {
            return new byte[0];
        }
        final int times = text.indexOf('x');
        if (times < 0) {
            return HexFormat.of().parseHex(text);
        }
        final byte[] run = new byte[Integer.parseInt(text.substring(times + 1))];
        Arrays.fill(run, (byte) Integer.parseInt(text.substring(0, times), HEX));
        return run;
    }

    /** The row of the table in docs/WIRE.md. */
    String row() {
        final String[] parts = line.split(" ");
        return "| " + name + " | `" + parts[1] + "` | `" + parts[2] + "` | " + kind + " |";
    }

    ByteBuffer buffer() {
        return ByteBuffer.wrap(datagram);
    }

    @Override
    public String toString() {
        return name;
    }
}
