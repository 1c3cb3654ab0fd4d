package io.lockstep.core.internal.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** One line of golden-vectors.txt. */
public record GoldenVector(String name, byte[] datagram, String json) {

    private static final String FILE = "/golden-vectors.txt";

    public static List<GoldenVector> all() {
        try (InputStream in = GoldenVector.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.startsWith("#")).map(GoldenVector::parse).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GoldenVector parse(final String line) {
        final String[] parts = line.split(" ", 3);
        return new GoldenVector(parts[0], HexFormat.of().parseHex(parts[1]), parts[2]);
    }

    /** The row of the table in docs/WIRE.md. */
    String row() {
        return "| " + name + " | `" + HexFormat.of().formatHex(datagram) + "` | `" + json + "` |";
    }

    ByteBuffer buffer() {
        return ByteBuffer.wrap(datagram);
    }

    boolean isStateSync() {
        return name.startsWith(MessageType.STATE_SYNC.jsonName() + '/');
    }

    @Override
    public String toString() {
        return name;
    }
}
