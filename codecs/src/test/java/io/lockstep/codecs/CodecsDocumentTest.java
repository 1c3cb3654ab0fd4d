package io.lockstep.codecs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.ecs.EcsCode;
import io.lockstep.codecs.schema.SchemaCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
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

    /** The page has a vector of each schema and of each instruction, as they are in the files. */
    @Test
    void shouldShowOneGoldenVectorOfEachKind() throws IOException {
        assertShowsOneOfEach("/golden-schema.txt", line -> {
            final String[] parts = line.split(" ", 4);
            return "| " + parts[0] + " | `" + parts[2] + "` | `" + parts[3] + "` |";
        });
        assertShowsOneOfEach("/golden-ecs.txt", line -> {
            final String[] parts = line.split(" ", 3);
            return "| " + parts[0] + " | `" + parts[1] + "` | " + parts[2] + " |";
        });
    }

    private static void assertShowsOneOfEach(final String file, final UnaryOperator<String> row) throws IOException {
        final List<String> document = document().lines().toList();
        final List<String> all = vectors(file);
        assertEquals(all.stream().map(CodecsDocumentTest::kind).distinct().toList(),
            all.stream().filter(line -> document.contains(row.apply(line))).map(CodecsDocumentTest::kind).toList());
    }

    private static String kind(final String line) {
        return line.substring(0, line.indexOf('/'));
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
