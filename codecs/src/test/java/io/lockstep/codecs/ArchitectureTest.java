package io.lockstep.codecs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.lockstep.core.ArchitectureRules;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A codec answers the same on every machine, and knows no other. That each rule can fail is shown where it stands. */
class ArchitectureTest {

    private static final JavaClasses CODECS = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.lockstep.codecs");

    static Stream<ArchRule> rules() {
        return Stream.concat(ArchitectureRules.purity().stream(),
            Stream.of(ArchitectureRules.noCyclesUnder("io.lockstep.codecs"),
                ArchitectureRules.noCyclesWithin("io.lockstep.codecs.ecs"),
                ArchitectureRules.noCyclesWithin("io.lockstep.codecs.json"),
                ArchitectureRules.noCyclesWithin("io.lockstep.codecs.schema")));
    }

    @Test
    void shouldSeeTheClassesOfTheCodecsAndNoTests() {
        assertTrue(CODECS.contain("io.lockstep.codecs.Codec"));
        assertTrue(CODECS.stream().noneMatch(type -> type.getName().endsWith("Test")));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void shouldKeepTheRule(final ArchRule rule) {
        rule.allowEmptyShould(true).check(CODECS);
    }
}
