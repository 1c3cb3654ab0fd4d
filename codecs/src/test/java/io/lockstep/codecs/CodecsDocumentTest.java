package io.lockstep.codecs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.ecs.EcsCode;
import io.lockstep.codecs.schema.SchemaCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page about codecs says is what the code does. */
class CodecsDocumentTest {

    private static String document() throws IOException {
        // The tests run in the module's directory or, from an editor, in the project's.
        Path dir = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(dir.resolve("docs"))) {
            dir = dir.getParent();
        }
        return Files.readString(dir.resolve("docs").resolve("CODECS.md"));
    }

    private static List<String> vectors(final String file) throws IOException {
        try (InputStream in = CodecsDocumentTest.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.startsWith("#")).toList();
        }
    }

    @Test
    void shouldHaveEveryGoldenVector() throws IOException {
        final String document = document();
        for (final String line : vectors("/golden-schema.txt")) {
            final String[] parts = line.split(" ", 4);
            final String row = "| " + parts[0] + " | `" + parts[2] + "` | `" + parts[3] + "` |";
            assertTrue(document.contains(row), row);
        }
        for (final String line : vectors("/golden-ecs.txt")) {
            final String[] parts = line.split(" ", 3);
            final String row = "| " + parts[0] + " | `" + parts[1] + "` | " + parts[2] + " |";
            assertTrue(document.contains(row), row);
        }
    }

    @Test
    void shouldExplainEveryCode() throws IOException {
        final String document = document();
        for (final CodecCode code : CodecCode.values()) {
            assertTrue(document.contains("| `" + code + "` | " + code.meaning() + " |"), code.toString());
        }
        for (final SchemaCode code : SchemaCode.values()) {
            assertTrue(document.contains("| `" + code + "` | " + code.meaning() + " |"), code.toString());
        }
        for (final EcsCode code : EcsCode.values()) {
            assertTrue(document.contains("| `" + code + "` | " + code.meaning() + " |"), code.toString());
        }
    }
}
