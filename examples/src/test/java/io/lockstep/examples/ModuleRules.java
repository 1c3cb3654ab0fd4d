package io.lockstep.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;

/**
 * Which may know which, below a root package: election ← core ← aeron, ice, micrometer, codecs ← testkit ← examples;
 * lobby.
 */
record ModuleRules(String root) {

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
