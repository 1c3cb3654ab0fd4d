package io.lockstep.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
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
                || type.getPackageName().contains(".transport")));

    static final ArchRule PROTOCOL_KNOWS_NO_SESSION = noClasses().that().resideInAPackage("..core..protocol..")
        .should().dependOnClassesThat().resideInAPackage("..core..session..");

    static final ArchRule SYNC_AND_INPUT_KNOW_NO_SESSION = noClasses()
        .that().resideInAnyPackage("..core..sync..", "..core..input..")
        .should().dependOnClassesThat().resideInAPackage("..core..session..");

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

    /** The parts of the membership read where this peer stands; one class writes it. */
    static final ArchRule MEMBERSHIP_WRITES_ITS_STATE = noClasses()
        .that().haveSimpleNameNotEndingWith("Membership").and().doNotHaveSimpleName("LocalState")
        .should().callMethodWhere(DescribedPredicate.describe("the method sets a field of LocalState",
            (final JavaCall<?> call) -> call.getTargetOwner().getSimpleName().equals("LocalState")
                && call.getTarget().getRawReturnType().getName().equals("void")
                && !call.getTarget().getName().equals("<init>")));

    private ArchitectureRules() {
    }

    /** No package below a root depends on one that depends on it. */
    public static ArchRule noCyclesUnder(final String root) {
        return slices().matching(root + ".(*)..").should().beFreeOfCycles();
    }

    /** Data walks one way between the classes of a package, too. A nested class counts as the one around it. */
    static ArchRule noCyclesWithin(final String room) {
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

    /** Every rule that holds for all of the core. */
    static List<ArchRule> all() {
        return Stream.concat(Stream.of(TRANSPORT_STANDS_ALONE, PROTOCOL_KNOWS_NO_SESSION,
            SYNC_AND_INPUT_KNOW_NO_SESSION, noCyclesUnder("io.lockstep.core"),
            noCyclesWithin("io.lockstep.core.membership"), MEMBERSHIP_WRITES_ITS_STATE), purity().stream()).toList();
    }

    /** What makes a run repeatable, for every module that a match in virtual time is made of. */
    public static List<ArchRule> purity() {
        return List.of(NO_THREADS, NO_IDENTITY_HASHES, NO_MUTABLE_STATICS, NO_JVM_FLAG);
    }

    static DescribedPredicate<JavaClass> areNoNamedSeam() {
        return DescribedPredicate.describe("are no named seam", type -> type.getAnnotations().stream()
            .noneMatch(annotation -> annotation.getRawType().getSimpleName().equals("SuppressForbidden")));
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
