package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.lockstep.core.ArchitectureRules;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A simulated match is as repeatable as the session it plays, and its classes know each other one way. That each rule
 * can fail is shown where it stands.
 */
class ArchitectureTest {

    private static final JavaClasses TESTKIT = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.lockstep.testkit");

    @Test
    void shouldSeeTheClassesOfTheTestkitAndNoTests() {
        assertTrue(TESTKIT.contain("io.lockstep.testkit.SimulatedNetwork"));
        assertTrue(TESTKIT.stream().noneMatch(type -> type.getName().endsWith("Test") && !isForGames(type.getName())));
    }

    private static boolean isForGames(final String name) {
        return List.of("io.lockstep.testkit.SyncTest", "io.lockstep.testkit.SwarmTest").contains(name);
    }

    static Stream<ArchRule> rules() {
        return Stream.concat(ArchitectureRules.purity().stream(),
            Stream.of(ArchitectureRules.noCyclesWithin("io.lockstep.testkit")));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void shouldKeepTheRule(final ArchRule rule) {
        rule.allowEmptyShould(true).check(TESTKIT);
    }
}
