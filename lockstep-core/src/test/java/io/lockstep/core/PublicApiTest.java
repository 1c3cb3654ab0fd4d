package io.lockstep.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.lockstep.core.planted.session.BadSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
}
