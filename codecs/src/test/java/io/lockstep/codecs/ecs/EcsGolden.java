package io.lockstep.codecs.ecs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** One line of golden-ecs.txt, and the components it names. */
record EcsGolden(String name, byte[] bytes, String meaning) {

    /** The components of the document's example, which are eight, four and one byte here. */
    static final ComponentTable TABLE = ComponentTable.builder().add("Position", 8).add("Velocity", 4)
        .add("Health", new byte[] {100}).build();

    static final int POSITION = 0;
    static final int VELOCITY = 1;
    static final int HEALTH = 2;

    static List<EcsGolden> all() {
        try (InputStream in = EcsGolden.class.getResourceAsStream("/golden-ecs.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.startsWith("#")).map(EcsGolden::parse).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EcsGolden parse(final String line) {
        final String[] parts = line.split(" ", 3);
        return new EcsGolden(parts[0], HexFormat.of().parseHex(parts[1]), parts[2]);
    }

    boolean isTable() {
        return name.startsWith("table/");
    }

    boolean isKey() {
        return name.startsWith("key/");
    }

    ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes);
    }

    @Override
    public String toString() {
        return name;
    }
}
