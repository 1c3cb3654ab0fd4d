package io.lockstep.examples.catalogue;

import io.lockstep.codecs.rabbit.RabbitMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** One line of rabbit-vectors.txt. */
record RabbitVector(String name, byte[] bytes, String fields) {

    static List<RabbitVector> all() {
        try (InputStream in = RabbitVector.class.getResourceAsStream("/rabbit-vectors.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.startsWith("#")).map(RabbitVector::parse).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RabbitVector parse(final String line) {
        final String[] parts = line.split(" ", 3);
        return new RabbitVector(parts[0], HexFormat.of().parseHex(parts[1].equals("-") ? "" : parts[1]),
            parts.length < 3 ? "" : parts[2]);
    }

    String messageName() {
        return name.substring(0, name.indexOf('/'));
    }

    RabbitMessage message() {
        return Catalogue.message(messageName());
    }

    /** The row of the table in docs/CODECS.md. */
    String row() {
        final String hex = bytes.length == 0 ? "none" : '`' + HexFormat.of().formatHex(bytes) + '`';
        return "| " + name + " | " + hex + " | " + (fields.isEmpty() ? "none" : '`' + fields + '`') + " |";
    }

    @Override
    public String toString() {
        return name;
    }
}
