package io.lockstep.core;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What users may rely on, as text: a line for each public type outside the internal packages and for each member. */
final class PublicApi {

    private PublicApi() {
    }

    /** The lines, sorted. */
    static List<String> lines(final JavaClasses classes) {
        final List<String> lines = new ArrayList<>();
        for (final JavaClass type : classes) {
            if (isApi(type)) {
                lines.add(type.getName() + ": " + kind(type) + parents(type));
                type.getFields().stream().filter(PublicApi::isOpen).forEach(field -> lines.add(line(type, field)));
                type.getCodeUnits().stream().filter(PublicApi::isOpen).forEach(unit -> lines.add(line(type, unit)));
            }
        }
        return lines.stream().sorted().distinct().toList();
    }

    private static boolean isApi(final JavaClass type) {
        return isOpen(type) && !type.getPackageName().contains(".internal")
            && type.getEnclosingClass().map(PublicApi::isApi).orElse(true);
    }

    /** Compilers make members, too: those of one JDK are not those of another. */
    private static boolean isOpen(final HasModifiers part) {
        final Set<JavaModifier> are = part.getModifiers();
        return (are.contains(JavaModifier.PUBLIC) || are.contains(JavaModifier.PROTECTED))
            && !are.contains(JavaModifier.SYNTHETIC) && !are.contains(JavaModifier.BRIDGE);
    }

    private static String kind(final JavaClass type) {
        return type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record"
            : type.getModifiers().contains(JavaModifier.ABSTRACT) ? "abstract class"
            : type.getModifiers().contains(JavaModifier.FINAL) ? "final class" : "class";
    }

    private static String parents(final JavaClass type) {
        return type.getRawInterfaces().stream().map(JavaClass::getName).sorted()
            .map(name -> " " + name).collect(Collectors.joining());
    }

    private static String line(final JavaClass type, final JavaField field) {
        return type.getName() + "." + field.getName() + ": " + field.getRawType().getName();
    }

    private static String line(final JavaClass type, final JavaCodeUnit unit) {
        return type.getName() + "." + unit.getName() + unit.getRawParameterTypes().stream().map(JavaClass::getName)
            .collect(Collectors.joining(", ", "(", ")")) + ": " + unit.getRawReturnType().getName();
    }
}
