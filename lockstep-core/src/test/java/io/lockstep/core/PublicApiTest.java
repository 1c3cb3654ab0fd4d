package io.lockstep.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.lockstep.core.planted.session.BadSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What users may rely on changes with a file that says so, and never by accident. */
class PublicApiTest {

    private static final Path FILE = Path.of("api.txt");
    private static final String RENEW = "mvn -pl lockstep-core -am test -Dtest=PublicApiTest -Dapi.renew=true "
        + "-Dsurefire.failIfNoSpecifiedTests=false";

    @Test
    void shouldBeWhatTheFileSays() throws IOException {
        final JavaClasses core = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.lockstep.core");
        final List<String> lines = PublicApi.lines(core);
        if (Boolean.getBoolean("api.renew")) {
            Files.write(FILE, lines);
        }
        final List<String> known = Files.readAllLines(FILE);
        final List<String> changes = new ArrayList<>();
        lines.stream().filter(line -> !known.contains(line)).forEach(line -> changes.add("+ " + line));
        known.stream().filter(line -> !lines.contains(line)).forEach(line -> changes.add("- " + line));
        assertEquals(List.of(), changes, () -> String.join("\n", changes) + "\nIf that is meant: " + RENEW);
    }

    @Test
    void shouldNoticeAPublicTypeAndItsMembers() {
        final List<String> lines = PublicApi.lines(new ClassFileImporter().importClasses(BadSession.class));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith(BadSession.class.getName() + ":")), lines::toString);
        assertTrue(lines.contains(BadSession.class.getName() + ".<init>(): void"), lines::toString);
    }

    @Test
    void shouldLeaveOutWhatIsInternal() throws IOException {
        assertTrue(Files.readAllLines(FILE).stream().noneMatch(line -> line.contains(".internal.")));
    }

    /** docs/COMPATIBILITY.md says what the two words promise. */
    @Test
    void shouldSayOfEachTypeSinceWhenItIsThereAndHowStableItIs() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            assertEquals(List.of(), files.filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.toString().contains("internal") && !file.endsWith("package-info.java"))
                .filter(file -> !saysHowStableItIs(read(file))).map(Path::toString).toList());
        }
    }

    @Test
    void shouldNoticeATypeThatDoesNotSayHowStableItIs() {
        assertFalse(saysHowStableItIs("/** A thing. */\npublic final class Thing {"));
        assertFalse(saysHowStableItIs("/**\n * A thing.\n *\n * @since 0.1.0\n */\npublic final class Thing {"));
    }

    private static boolean saysHowStableItIs(final String source) {
        return !source.contains("\npublic ") || source.contains("\n * @since ")
            && (source.contains("\n * <p>Stable: breaks only with a major release.\n")
                || source.contains("\n * <p>Evolving: may break with a minor release.\n"));
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
