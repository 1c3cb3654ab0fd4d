package io.lockstep.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.Buffer;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What the packages of the core may know of each other. The rules look at the last part of a package's name, so that
 * they can be tried on {@link io.lockstep.core.planted} too.
 */
public final class ArchitectureRules {

    static final ArchRule TRANSPORT_STANDS_ALONE = classes().that().resideInAPackage("..core..transport..")
        .should().onlyDependOnClassesThat(DescribedPredicate.describe("are no other part of the project",
            (final JavaClass type) -> !type.getPackageName().startsWith("io.lockstep")
                || type.getPackageName().matches(".*\\.(transport|security|crypto)(\\..*)?")));

    /** The rooms of the core, each of which may know those before it. */
    static final List<String> LAYERS = List.of("crypto", "security", "transport", "codec", "protocol", "input",
        "transfer", "sync", "membership", "game", "play", "foresight", "link", "seats", "desync", "session", "jfr",
        "replay", "feed");

    static final ArchRule LAYERS_LOOK_DOWN = classes().should(knowOnlyLayersBefore());

    static final ArchRule NO_THREADS = noClasses().that(areNoNamedSeam())
        .should().dependOnClassesThat().haveFullyQualifiedName("java.lang.Thread")
        .orShould().dependOnClassesThat().haveFullyQualifiedName("java.lang.ThreadLocal")
        .orShould().dependOnClassesThat().haveNameMatching("java\\.util\\.concurrent\\..*(Executor|Pool).*")
        .orShould().dependOnClassesThat().resideInAPackage("java.util.concurrent.locks..");

    static final ArchRule NO_IDENTITY_HASHES = noClasses()
        .should().callMethodWhere(DescribedPredicate.describe("the method is Object.hashCode itself",
            (final JavaCall<?> call) -> call.getTarget().getName().equals("hashCode")
                && call.getTarget().resolveMember()
                    .map(member -> member.getOwner().isEquivalentTo(Object.class)).orElse(false)));

    static final ArchRule NO_MUTABLE_STATICS = fields().that().areStatic().should(beConstant());

    static final ArchRule NO_JVM_FLAG = noClasses()
        .should().dependOnClassesThat().haveNameMatching("(.*\\.)?org\\.agrona\\.(.*Buffer|.*Unsafe.*)")
        .orShould().dependOnClassesThat().haveNameMatching("(jdk\\.internal|sun\\.misc)\\..*");

    /** Where the JDK's flight recorder is missing, such as on Android, all but one room still runs. */
    static final ArchRule RECORDER_IN_ITS_ROOM = noClasses()
        .that().resideOutsideOfPackage("io.lockstep.core.jfr")
        .should().dependOnClassesThat().resideInAPackage("jdk.jfr..")
        .orShould().dependOnClassesThat().resideInAPackage("io.lockstep.core.jfr");

    /** The parts of the membership read where this peer stands; one class writes it. */
    static final ArchRule MEMBERSHIP_WRITES_ITS_STATE = noClasses()
        .that().haveSimpleNameNotEndingWith("Membership").and().doNotHaveSimpleName("LocalState")
        .should().callMethodWhere(DescribedPredicate.describe("the method sets a field of LocalState",
            (final JavaCall<?> call) -> call.getTargetOwner().getSimpleName().equals("LocalState")
                && call.getTarget().getRawReturnType().getName().equals("void")
                && !call.getTarget().getName().equals("<init>")));

    /** Parts read where the match stands and may ask for its end; the session writes everything else. */
    static final ArchRule SESSION_WRITES_THE_MATCH = noClasses()
        .that().resideOutsideOfPackage("..core..session..").and().doNotHaveSimpleName("MatchState")
        .should().callMethodWhere(DescribedPredicate.describe("the method sets a field of MatchState",
            (final JavaCall<?> call) -> call.getTargetOwner().getSimpleName().equals("MatchState")
                && call.getTarget().getRawReturnType().getName().equals("void")
                && !List.of("<init>", "end").contains(call.getTarget().getName())));

    /** What a game calls is made of types that it may rely on. */
    static final ArchRule THE_FACE_SHOWS_NO_INSIDES = codeUnits()
        .that().arePublic().or().areProtected().should(nameNoInternalTypes());

    private ArchitectureRules() {
    }

    /** No package below a root depends on one that depends on it, however deep they lie. */
    public static ArchRule noCyclesUnder(final String root) {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    /** Data walks one way between the classes of a package, too. A nested class counts as the one around it. */
    public static ArchRule noCyclesWithin(final String room) {
        return slices().assignedFrom(new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(final JavaClass type) {
                final String name = type.getName();
                return type.getPackageName().equals(room)
                    ? SliceIdentifier.of((name + '$').substring(0, (name + '$').indexOf('$')))
                    : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "classes of " + room;
            }
        }).should().beFreeOfCycles();
    }

    /**
     * Every rule that holds for all of the core. In the session's own package two know each other: a builder builds a
     * session, and a session names its builder.
     */
    static List<ArchRule> all() {
        return Stream.of(Stream.of(TRANSPORT_STANDS_ALONE, LAYERS_LOOK_DOWN, RECORDER_IN_ITS_ROOM,
            noCyclesUnder("io.lockstep.core"), MEMBERSHIP_WRITES_ITS_STATE, SESSION_WRITES_THE_MATCH,
            THE_FACE_SHOWS_NO_INSIDES),
            Stream.of("input", "sync", "game", "internal.protocol", "internal.sync", "internal.transfer",
                "internal.membership", "internal.game", "internal.play", "internal.link", "internal.seats",
                "internal.desync", "internal.feed", "replay", "feed", "transport.udp")
                .map(room -> noCyclesWithin("io.lockstep.core." + room)), purity().stream())
            .flatMap(rules -> rules).toList();
    }

    /** What makes a run repeatable, for every module that a match in virtual time is made of. */
    public static List<ArchRule> purity() {
        return List.of(NO_THREADS, NO_IDENTITY_HASHES, NO_MUTABLE_STATICS, NO_JVM_FLAG);
    }

    static DescribedPredicate<JavaClass> areNoNamedSeam() {
        return DescribedPredicate.describe("are no named seam", type -> type.getAnnotations().stream()
            .noneMatch(annotation -> annotation.getRawType().getSimpleName().equals("SuppressForbidden")));
    }

    /** Where a class stands among the layers; −1 if nowhere. The last part of its package that is a layer counts. */
    private static int layerOf(final JavaClass type) {
        int layer = -1;
        for (final String part : type.getPackageName().split("\\.")) {
            layer = Math.max(layer, type.getPackageName().startsWith("io.lockstep.core") ? LAYERS.indexOf(part) : -1);
        }
        return layer;
    }

    private static ArchCondition<JavaClass> knowOnlyLayersBefore() {
        return new ArchCondition<>("know only layers before their own") {
            @Override
            public void check(final JavaClass type, final ConditionEvents events) {
                for (final Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    final boolean up = layerOf(type) >= 0 && layerOf(dependency.getTargetClass()) > layerOf(type);
                    events.add(new SimpleConditionEvent(type, !up, dependency.getDescription()));
                }
            }
        };
    }

    private static ArchCondition<JavaCodeUnit> nameNoInternalTypes() {
        return new ArchCondition<>("take and return no internal types where a game can call them") {
            @Override
            public void check(final JavaCodeUnit unit, final ConditionEvents events) {
                final boolean shown = !isInternal(unit.getOwner())
                    && unit.getOwner().getModifiers().contains(JavaModifier.PUBLIC);
                final boolean names = Stream.concat(unit.getRawParameterTypes().stream(),
                    Stream.of(unit.getRawReturnType())).anyMatch(ArchitectureRules::isInternal);
                events.add(new SimpleConditionEvent(unit, !(shown && names), unit.getFullName() + " shows an inside"));
            }
        };
    }

    private static boolean isInternal(final JavaClass type) {
        return type.getBaseComponentType().getPackageName().contains(".internal");
    }

    private static ArchCondition<JavaField> beConstant() {
        return new ArchCondition<>("be final and of a type that cannot change") {
            @Override
            public void check(final JavaField field, final ConditionEvents events) {
                final boolean constant = field.getModifiers().contains(JavaModifier.FINAL)
                    && !isMutable(field.getRawType())
                    && (!field.getRawType().isArray() || !field.getModifiers().contains(JavaModifier.PUBLIC));
                events.add(new SimpleConditionEvent(field, constant, field.getFullName() + " can change"));
            }
        };
    }

    /** Tables in arrays are allowed, for speed. */
    private static boolean isMutable(final JavaClass type) {
        return type.isAssignableTo(AbstractCollection.class) || type.isAssignableTo(AbstractMap.class)
            || type.isAssignableTo(Buffer.class) || type.isAssignableTo(Random.class)
            || type.isAssignableTo(Appendable.class)
            || type.getPackageName().equals("java.util.concurrent.atomic");
    }
}
