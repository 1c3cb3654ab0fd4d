package io.lockstep.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import io.lockstep.core.planted.game.BadFace;
import io.lockstep.core.planted.link.BadLink;
import io.lockstep.core.planted.membership.BadOwner;
import io.lockstep.core.planted.membership.BadPart;
import io.lockstep.core.planted.protocol.BadCodec;
import io.lockstep.core.planted.session.BadSession;
import io.lockstep.core.planted.sync.BadSync;
import io.lockstep.core.planted.transport.BadTransport;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The direction of dependencies inside the core, and that every rule about it can fail. */
class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.lockstep.core");

    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("io.lockstep.core.planted");

    @Test
    void shouldSeeTheClassesOfTheCoreAndNoTests() {
        assertTrue(CORE.contain("io.lockstep.core.transport.Transport"));
        assertTrue(CORE.stream().noneMatch(type -> type.getName().contains("planted")));
    }

    @ParameterizedTest
    @MethodSource("io.lockstep.core.ArchitectureRules#all")
    void shouldKeepTheRule(final ArchRule rule) {
        rule.allowEmptyShould(true).check(CORE);
    }

    /** Whoever wants to add one has to say so here. */
    @Test
    void shouldHaveNoOtherNamedSeam() {
        assertEquals(List.of("io.lockstep.core.internal.transport.CallerThread",
            "io.lockstep.core.internal.transport.Nap", "io.lockstep.core.security.KeyFile",
            "io.lockstep.core.transport.udp.UdpSocket"),
            CORE.stream()
                .filter(type -> !ArchitectureRules.areNoNamedSeam().test(type)).map(JavaClass::getName).sorted()
                .toList());
    }

    @Test
    void shouldNoticeATransportThatKnowsTheProject() {
        assertReports(ArchitectureRules.TRANSPORT_STANDS_ALONE, BadTransport.class);
    }

    @Test
    void shouldNoticeAProtocolThatKnowsTheSession() {
        assertReports(ArchitectureRules.LAYERS_LOOK_DOWN, BadCodec.class);
    }

    @Test
    void shouldNoticeASyncThatKnowsTheSession() {
        assertReports(ArchitectureRules.LAYERS_LOOK_DOWN, BadSync.class);
    }

    @Test
    void shouldNoticeAThread() {
        assertReports(ArchitectureRules.NO_THREADS, BadSession.class);
    }

    @Test
    void shouldNoticeAnIdentityHashAndNoOther() {
        final List<String> details = details(ArchitectureRules.NO_IDENTITY_HASHES);
        assertEquals(2, details.size(), details.toString());
        assertTrue(details.stream().allMatch(line -> line.contains("identity")), details.toString());
    }

    @Test
    void shouldNoticeEachKindOfMutableStatic() {
        final List<String> details = details(ArchitectureRules.NO_MUTABLE_STATICS);
        assertEquals(Stream.of("atomic", "buffer", "counter", "list", "table").toList(), details.stream()
            .map(line -> line.replaceAll(".*\\.([A-Za-z_]+) can change", "$1").toLowerCase(Locale.ROOT))
            .sorted().toList());
    }

    @Test
    void shouldNoticeAClassThatNeedsAJvmFlag() {
        assertReports(ArchitectureRules.NO_JVM_FLAG, BadCodec.class);
    }

    @Test
    void shouldNoticeAClassThatNeedsTheFlightRecorder() {
        assertReports(ArchitectureRules.RECORDER_IN_ITS_ROOM, BadSession.class);
    }

    @Test
    void shouldNoticeACycle() {
        final EvaluationResult result = ArchitectureRules.noCyclesUnder("io.lockstep.core.planted").evaluate(PLANTED);
        assertTrue(result.hasViolation());
    }

    @Test
    void shouldNoticeAPartThatKnowsItsOwner() {
        final List<String> details = details(ArchitectureRules.noCyclesWithin(BadOwner.class.getPackageName()));
        assertEquals(1, details.size(), details.toString());
        assertTrue(details.get(0).contains(BadOwner.class.getName()), details.toString());
        assertTrue(details.get(0).contains(BadPart.class.getName()), details.toString());
    }

    @Test
    void shouldNoticeAPartThatWritesTheStateOfItsOwner() {
        final List<String> details = details(ArchitectureRules.MEMBERSHIP_WRITES_ITS_STATE);
        assertEquals(1, details.size(), details.toString());
        assertReports(ArchitectureRules.MEMBERSHIP_WRITES_ITS_STATE, BadPart.class);
    }

    @Test
    void shouldNoticeAPartThatEndsTheMatchItself() {
        final List<String> details = details(ArchitectureRules.SESSION_WRITES_THE_MATCH);
        assertEquals(1, details.size(), details.toString());
        assertReports(ArchitectureRules.SESSION_WRITES_THE_MATCH, BadLink.class);
    }

    @Test
    void shouldNoticeAFaceThatShowsAnInside() {
        assertReports(ArchitectureRules.THE_FACE_SHOWS_NO_INSIDES, BadFace.class);
        assertTrue(details(ArchitectureRules.THE_FACE_SHOWS_NO_INSIDES).stream()
            .noneMatch(line -> line.contains("hidden")));
    }

    private static void assertReports(final ArchRule rule, final Class<?> culprit) {
        final List<String> details = details(rule);
        assertTrue(details.stream().anyMatch(line -> line.contains(culprit.getName())), details.toString());
    }

    private static List<String> details(final ArchRule rule) {
        return rule.evaluate(PLANTED).getFailureReport().getDetails();
    }
}
