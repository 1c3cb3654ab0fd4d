package io.lockstep.examples.dogfight.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** One line of dogfight-vectors.txt. */
record DogfightVector(String name, byte[] bytes, String content) {

    static List<DogfightVector> all() {
        try (InputStream in = DogfightVector.class.getResourceAsStream("/dogfight-vectors.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.startsWith("#")).map(DogfightVector::parse).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<DogfightVector> events() {
        return all().stream().filter(vector -> vector.name.startsWith("event/")).toList();
    }

    static List<DogfightVector> states() {
        return all().stream().filter(vector -> vector.name.startsWith("state/")).toList();
    }

    private static DogfightVector parse(final String line) {
        final String[] parts = line.split(" ", 3);
        return new DogfightVector(parts[0], HexFormat.of().parseHex(parts[1]), parts[2]);
    }

    /** The row of the table in docs/CODECS.md. */
    String row() {
        return "| " + name + " | `" + HexFormat.of().formatHex(bytes) + "` | `" + content + "` |";
    }

    @Override
    public String toString() {
        return name;
    }
}
