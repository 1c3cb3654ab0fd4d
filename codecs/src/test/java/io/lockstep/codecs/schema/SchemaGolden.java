package io.lockstep.codecs.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** One line of golden-schema.txt, and the schemas it names. */
record SchemaGolden(String name, Schema schema, byte[] message, String json) {

    /** The example of the document this codec follows. */
    static final Schema MARIO = Schema.builder().string("playerName", 16).bool("isAlive").bool("isPoweredUp")
        .number("playerScore", 2).number("coins", 2).number("x", 1).number("y", 1).build();

    private static final Schema POSITION = Schema.builder().number("x", 1).number("y", 1).build();

    static final Schema UPDATE = Schema.builder().map("players", 2, POSITION, 255).map("monsters", 2, POSITION, 255)
        .build();

    private static final Schema SUB = Schema.builder().number("n", 1).bool("b").build();

    static final Schema ALL = Schema.builder().number("u3", 3).signedNumber("s2", 2).string("t", 10)
        .numbers("list", 2, 300).objects("objs", SUB, 3).map("m", 1, SUB, 4).object("o", SUB).bool("a").bool("b")
        .build();

    static final Schema WIDTHS = widths();

    static final Schema SWITCHES = switches();

    static final List<Schema> SCHEMAS = List.of(MARIO, UPDATE, ALL, WIDTHS, SWITCHES);

    private static final List<String> NAMES = List.of("mario", "update", "all", "widths", "switches");

    private static Schema widths() {
        final Schema.Builder builder = Schema.builder();
        for (int bytes = 1; bytes <= Long.BYTES; bytes++) {
            builder.number("u" + bytes, bytes);
        }
        for (int bytes = 1; bytes <= Long.BYTES; bytes++) {
            builder.signedNumber("s" + bytes, bytes);
        }
        return builder.build();
    }

    private static Schema switches() {
        final Schema.Builder builder = Schema.builder();
        for (int i = 0; i < 9; i++) {
            builder.bool("b" + i);
        }
        return builder.build();
    }

    static List<SchemaGolden> all() {
        try (InputStream in = SchemaGolden.class.getResourceAsStream("/golden-schema.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.startsWith("#")).map(SchemaGolden::parse).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SchemaGolden parse(final String line) {
        final String[] parts = line.split(" ", 4);
        return new SchemaGolden(parts[0], SCHEMAS.get(NAMES.indexOf(parts[1])), HexFormat.of().parseHex(parts[2]),
            parts[3]);
    }

    ByteBuffer buffer() {
        return ByteBuffer.wrap(message);
    }

    @Override
    public String toString() {
        return name;
    }
}
