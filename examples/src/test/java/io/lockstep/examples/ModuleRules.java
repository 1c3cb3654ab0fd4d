package io.lockstep.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Which may know which, below a root package: election ← core ← aeron, ice, micrometer, codecs ← testkit ← examples;
 * lobby.
 */
record ModuleRules(String root) {

    /** Methods and fields that read the time of day, or wait by it. */
    private static final Pattern TIME_OF_DAY = Pattern.compile("java\\.lang\\.System\\.currentTimeMillis"
        + "|java\\.time\\.\\w+\\.now|java\\.time\\.Clock\\..*"
        + "|java\\.util\\.Date\\.<init>|java\\.util\\.Calendar\\.getInstance"
        + "|java\\.util\\.concurrent\\.locks\\.\\w+\\.(parkUntil|awaitUntil)"
        + "|java\\.net\\.http\\.HttpRequest\\$Builder\\.timeout"
        + "|org\\.agrona\\.concurrent\\.(SystemEpoch\\w*Clock|OffsetEpochNanoClock|HighResolutionClock)\\..*");

    ArchRule electionStandsAlone() {
        return classes().that().resideInAPackage(root + ".election..")
            .should().onlyDependOnClassesThat(areIn("java.", "org.jspecify", root + ".election"));
    }

    ArchRule coreKnowsElectionAlone() {
        return classes().that().resideInAPackage(root + ".core..")
            .should().onlyDependOnClassesThat(
                areIn("java.", "javax.crypto", "jdk.jfr", "org.HdrHistogram", "org.jspecify", root + ".election",
                    root + ".core"));
    }

    ArchRule testkitKnowsCoreAndCodecsAlone() {
        return classes().that().resideInAPackage(root + ".testkit..")
            .should().onlyDependOnClassesThat(areIn("java.", "org.HdrHistogram", "org.jspecify", root + ".election",
                root + ".core", root + ".codecs", root + ".testkit"));
    }

    ArchRule codecsKnowCoreAlone() {
        return classes().that().resideInAPackage(root + ".codecs..")
            .should().onlyDependOnClassesThat(areIn("java.", "org.jspecify", root + ".core", root + ".codecs"));
    }

    ArchRule aeronKnowsNoExamples() {
        return classes().that().resideInAPackage(root + ".aeron..")
            .should().onlyDependOnClassesThat(areIn("java.", "io.aeron", "org.agrona", "org.HdrHistogram",
                "org.jspecify", root + ".election", root + ".core", root + ".aeron"));
    }

    ArchRule iceKnowsNoExamples() {
        return classes().that().resideInAPackage(root + ".transport.ice..")
            .should().onlyDependOnClassesThat(areIn("java.", "javax.crypto", "org.ice4j", "org.jspecify",
                root + ".core", root + ".lobby", root + ".transport.ice"));
    }

    ArchRule iceHidesItsLibrary() {
        return noClasses().that().resideInAPackage(root + ".transport.ice..")
            .and().haveSimpleNameNotEndingWith("Harvester").and().doNotHaveSimpleName("Ice4jAgent")
            .and().doNotHaveSimpleName("IdleThreads").and().doNotHaveSimpleName("TappedSocket")
            .and(DescribedPredicate.describe("stand alone", type -> type.getEnclosingClass().isEmpty()))
            .should().dependOnClassesThat(areIn("org.ice4j"));
    }

    ArchRule metricsKnowCoreAlone() {
        return classes().that().resideInAPackage(root + ".micrometer..")
            .should().onlyDependOnClassesThat(
                areIn("java.", "org.HdrHistogram", "org.jspecify", "io.micrometer", root + ".core",
                    root + ".micrometer"));
    }

    ArchRule lobbyKnowsNobody() {
        return classes().that().resideInAPackage(root + ".lobby..")
            .should().onlyDependOnClassesThat(
                areIn("java.", "javax.crypto", "com.sun.net.httpserver", "org.jspecify", root + ".lobby"));
    }

    /** The tutorial's window draws only its own text, and readers copy it without the demo's classes. */
    ArchRule onlyTextDrawsText() {
        return noClasses().that().resideInAPackage(root + ".examples..").and().doNotHaveSimpleName("Text")
            .and().resideOutsideOfPackage(root + ".examples.tutorial..")
            .should().callMethodWhere(DescribedPredicate.describe("drawString",
                call -> call.getTarget().getName().equals("drawString")));
    }

    /** Everything printed passes SafeOutput. A measuring process writes figures to its parent over the bare stream. */
    ArchRule onlyTheTerminalReplacesStandardStreams() {
        return noClasses().that().resideInAPackage(root + ".examples..")
            .and().resideOutsideOfPackages(root + ".examples.terminal..", root + ".examples.benchmarks.peers..")
            .should().dependOnClassesThat().haveFullyQualifiedName("java.io.FileDescriptor")
            .orShould().callMethodWhere(DescribedPredicate.describe("System.setOut or setErr",
                call -> call.getTargetOwner().isEquivalentTo(System.class)
                    && call.getTarget().getName().matches("setOut|setErr")));
    }

    ArchRule nobodyKnowsExamples() {
        return noClasses().that().resideOutsideOfPackage(root + ".examples..")
            .should().dependOnClassesThat().resideInAPackage(root + ".examples..");
    }

    /** The codecs and the testkit are released with the core; of the examples some show or measure the wire. */
    ArchRule gamesNeedNoInsidesOfTheCore() {
        return noClasses().that().resideOutsideOfPackages(root + ".core..", root + ".codecs..", root + ".testkit..",
                root + ".examples.inspect..", root + ".examples.formats..", root + ".examples.bandwidth..",
                root + ".examples.benchmarks..")
            .should().dependOnClassesThat().resideInAPackage(root + ".core.internal..");
    }

    /** What users play their own game with asks for nothing that they may not rely on. */
    ArchRule testkitShowsNoInsidesOfTheCore() {
        return noCodeUnits().that().areDeclaredInClassesThat().resideInAPackage(root + ".testkit..")
            .and().areDeclaredInClassesThat().arePublic().and().arePublic()
            .should().haveRawReturnType(areIn(root + ".core.internal"))
            .orShould().haveRawParameterTypes(DescribedPredicate.describe("show an inside", types -> types.stream()
                .anyMatch(areIn(root + ".core.internal"))));
    }

    /**
     * The time of day may step by hours during a match, so no wait, expiry or count may use it. Before Java 21 the
     * time-out of an HTTP request follows it, too.
     */
    ArchRule nothingFollowsTheTimeOfDay() {
        return noClasses().that().resideInAPackage(root + "..")
            .and(DescribedPredicate.describe("are no named seam", (final JavaClass type) ->
                type.getAnnotations().stream()
                    .noneMatch(annotation -> annotation.getRawType().getSimpleName().equals("SuppressForbidden"))))
            .should().accessTargetWhere(DescribedPredicate.describe("the target follows the time of day",
                (final JavaAccess<?> access) -> TIME_OF_DAY.matcher(
                    access.getTargetOwner().getName() + "." + access.getTarget().getName()).matches()));
    }

    /** The defaults of Aeron's driver and client are clocks of the time of day. */
    ArchRule aeronIsGivenItsClock() {
        return classes().that().resideInAPackage(root + ".aeron..")
            .and(DescribedPredicate.describe("configure Aeron", (final JavaClass type) ->
                type.getConstructorCallsFromSelf().stream()
                    .anyMatch(call -> call.getTargetOwner().getName().matches("io\\.aeron\\..*\\$Context"))))
            .should().callMethodWhere(DescribedPredicate.describe("the driver is given a clock", call ->
                call.getTarget().getName().equals("epochClock")
                    && call.getTargetOwner().isEquivalentTo(MediaDriver.Context.class)))
            .andShould().callMethodWhere(DescribedPredicate.describe("the client is given a clock", call ->
                call.getTarget().getName().equals("epochClock")
                    && call.getTargetOwner().isEquivalentTo(Aeron.Context.class)));
    }

    /** A prefix that ends in a dot stands for a family of packages, any other for itself and what is below. */
    private static DescribedPredicate<JavaClass> areIn(final String... prefixes) {
        return DescribedPredicate.describe("are in " + String.join(", ", prefixes), type -> Arrays.stream(prefixes)
            .anyMatch(prefix -> (elementPackage(type) + ".").startsWith(prefix.endsWith(".") ? prefix : prefix + ".")));
    }

    /** Arrays of primitives and primitives have no package; they are the JDK's. */
    private static String elementPackage(final JavaClass type) {
        final String name = type.getBaseComponentType().getPackageName();
        return name.isEmpty() ? "java.lang" : name;
    }
}
