package io.lockstep.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.lockstep.core.ArchitectureRules;
import io.lockstep.examples.planted.aeron.BadAeron;
import io.lockstep.examples.planted.aeron.ClocklessClient;
import io.lockstep.examples.planted.aeron.ClocklessDriver;
import io.lockstep.examples.planted.codecs.BadCodecs;
import io.lockstep.examples.planted.core.BadCore;
import io.lockstep.examples.planted.core.SimulatingCore;
import io.lockstep.examples.planted.election.BadElection;
import io.lockstep.examples.planted.examples.LoosePrinter;
import io.lockstep.examples.planted.game.CuriousGame;
import io.lockstep.examples.planted.lobby.BadLobby;
import io.lockstep.examples.planted.lobby.TimeOfDayLobby;
import io.lockstep.examples.planted.micrometer.BadMetrics;
import io.lockstep.examples.planted.testkit.BadTestkit;
import io.lockstep.examples.planted.testkit.CuriousTestkit;
import io.lockstep.examples.planted.transport.ice.BadIce;
import io.lockstep.examples.planted.transport.ice.LooseIce;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The direction of dependencies between the modules, and that every rule about it can fail. */
class ModulesTest {

    private static final ModuleRules RULES = new ModuleRules("io.lockstep");
    private static final ModuleRules PLANTED_RULES = new ModuleRules("io.lockstep.examples.planted");

    private static final JavaClasses PROJECT = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .withImportOption(location -> !location.contains("-tests.jar")).importPackages("io.lockstep");

    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("io.lockstep.examples.planted");

    static Stream<ArchRule> rules() {
        return Stream.of(RULES.electionStandsAlone(), RULES.coreKnowsElectionAlone(), RULES.codecsKnowCoreAlone(),
            RULES.testkitKnowsCoreAndCodecsAlone(), RULES.aeronKnowsNoExamples(),
            RULES.iceKnowsNoExamples(), RULES.iceHidesItsLibrary(), RULES.lobbyKnowsNobody(),
            RULES.metricsKnowCoreAlone(), RULES.nobodyKnowsExamples(),
            RULES.nothingFollowsTheTimeOfDay(), RULES.aeronIsGivenItsClock(),
            RULES.onlyTextDrawsText(), RULES.onlyTheTerminalReplacesStandardStreams(),
            RULES.gamesNeedNoInsidesOfTheCore(), RULES.testkitShowsNoInsidesOfTheCore(),
            ArchitectureRules.noCyclesWithin("io.lockstep.aeron"),
            ArchitectureRules.noCyclesUnder("io.lockstep.transport"),
            ArchitectureRules.noCyclesWithin("io.lockstep.lobby"),
            ArchitectureRules.noCyclesWithin("io.lockstep.examples.peer"),
            ArchitectureRules.noCyclesWithin("io.lockstep.examples.soak"));
    }

    @Test
    void shouldSeeTheWholeProjectAndNoTests() {
        assertTrue(PROJECT.contain("io.lockstep.core.transport.Transport"));
        assertTrue(PROJECT.contain("io.lockstep.testkit.SimulatedNetwork"));
        assertTrue(PROJECT.contain("io.lockstep.codecs.Codec"));
        assertTrue(PROJECT.contain("io.lockstep.transport.ice.PathMesh"));
        assertTrue(PROJECT.contain("io.lockstep.lobby.LobbyServer"));
        assertTrue(PROJECT.contain("io.lockstep.micrometer.LockstepMetrics"));
        assertTrue(PROJECT.stream().noneMatch(type -> type.getName().contains("planted")));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void shouldKeepTheRule(final ArchRule rule) {
        rule.allowEmptyShould(true).check(PROJECT);
    }

    @Test
    void shouldNoticeAnElectionThatKnowsTheCore() {
        assertReports(PLANTED_RULES.electionStandsAlone(), BadElection.class);
    }

    @Test
    void shouldNoticeACoreThatKnowsATransport() {
        assertReports(PLANTED_RULES.coreKnowsElectionAlone(), BadCore.class);
    }

    @Test
    void shouldNoticeACoreThatKnowsTheTestkit() {
        assertReports(PLANTED_RULES.coreKnowsElectionAlone(), SimulatingCore.class);
    }

    @Test
    void shouldNoticeATestkitThatKnowsATransport() {
        assertReports(PLANTED_RULES.testkitKnowsCoreAndCodecsAlone(), BadTestkit.class);
    }

    @Test
    void shouldNoticeACodecThatKnowsTheTestkit() {
        assertReports(PLANTED_RULES.codecsKnowCoreAlone(), BadCodecs.class);
    }

    @Test
    void shouldNoticeATransportThatKnowsAnExample() {
        assertReports(PLANTED_RULES.aeronKnowsNoExamples(), BadAeron.class);
    }

    @Test
    void shouldNoticeWaysThatKnowAnExample() {
        assertReports(PLANTED_RULES.iceKnowsNoExamples(), BadIce.class);
    }

    @Test
    void shouldNoticeAnIceLibraryThatGetsAround() {
        assertReports(PLANTED_RULES.iceHidesItsLibrary(), LooseIce.class);
    }

    @Test
    void shouldNoticeMetricsThatKnowATransport() {
        assertReports(PLANTED_RULES.metricsKnowCoreAlone(), BadMetrics.class);
    }

    @Test
    void shouldNoticeALobbyThatKnowsAnybody() {
        assertReports(PLANTED_RULES.lobbyKnowsNobody(), BadLobby.class);
    }

    @Test
    void shouldNoticeWhoeverKnowsAnExample() {
        assertReports(PLANTED_RULES.nobodyKnowsExamples(), BadAeron.class);
    }

    @Test
    void shouldNoticeTextThatIsShownAsItCame() {
        assertReports(PLANTED_RULES.onlyTextDrawsText(), LoosePrinter.class);
        assertReports(PLANTED_RULES.onlyTheTerminalReplacesStandardStreams(), LoosePrinter.class);
    }

    @Test
    void shouldNoticeAGameThatNeedsTheInsidesOfTheCore() {
        assertReports(PLANTED_RULES.gamesNeedNoInsidesOfTheCore(), CuriousGame.class);
    }

    @Test
    void shouldNoticeATestkitThatShowsTheInsidesOfTheCore() {
        assertReports(PLANTED_RULES.testkitShowsNoInsidesOfTheCore(), CuriousTestkit.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"currentTimeMillis", "Instant.now", "Date.<init>", "HttpRequest$Builder.timeout",
        "parkUntil", "SystemEpochClock"})
    void shouldNoticeEachWayToFollowTheTimeOfDay(final String way) {
        assertReports(PLANTED_RULES.nothingFollowsTheTimeOfDay(), TimeOfDayLobby.class, way);
    }

    @ParameterizedTest
    @ValueSource(classes = {ClocklessDriver.class, ClocklessClient.class})
    void shouldNoticeAnAeronThatKeepsItsOwnClock(final Class<?> culprit) {
        assertReports(PLANTED_RULES.aeronIsGivenItsClock(), culprit);
    }

    private static void assertReports(final ArchRule rule, final Class<?> culprit, final String target) {
        assertTrue(rule.evaluate(PLANTED).getFailureReport().getDetails().stream()
            .anyMatch(line -> line.contains(culprit.getName()) && line.contains(target)), target);
    }

    private static void assertReports(final ArchRule rule, final Class<?> culprit) {
        final String report = rule.evaluate(PLANTED).getFailureReport().toString();
        assertTrue(report.contains(culprit.getName()), report);
    }
}
