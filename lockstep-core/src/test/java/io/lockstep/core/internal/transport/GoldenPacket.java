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
public record GoldenPacket(String line, String name, byte[] datagram, byte[] signed, PacketKind kind, int flags,
                           int chunk, long sequence, int contentBytes) {

    /** The connection that they travel in. */
    public static final long SEASONING = 0x8954_2332_CD98_EFF1L;


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
        final String content = HexFormat.of().formatHex(content(parts[2]));
        return new GoldenPacket(line, parts[0], HexFormat.of().parseHex(parts[1] + content + parts[3]),
            HexFormat.of().parseHex(parts[1] + content + parts[4]), PacketKind.valueOf(parts[5]),
            Integer.parseInt(parts[6], HEX), Integer.parseInt(parts[7]), Long.parseLong(parts[8]),
            Integer.parseInt(parts[9]));
    }

    private static byte[] content(final String text) {
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
        return "| " + name + " | `" + parts[1] + "` | `" + parts[2] + "` | `" + parts[3] + "` | `" + parts[4] + "` | "
            + kind + " |";
    }

    /** What the tag covers beside the bytes: the way. */
    long path() {
        return switch (kind) {
            case INIT, CHALLENGE, CHALLENGE_RESPONSE, ACCEPT -> 0;
            default -> SEASONING;
        };
    }

    ByteBuffer buffer() {
        return ByteBuffer.wrap(datagram);
    }

    @Override
    public String toString() {
        return name;
    }
}
