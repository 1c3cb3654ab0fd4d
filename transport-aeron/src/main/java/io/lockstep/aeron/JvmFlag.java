package io.lockstep.aeron;

import io.lockstep.core.transport.TransportException;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The one JVM option that Aeron's buffers need. Looked at in plain Java before any class of Agrona is initialised,
 * because there a missing option shows as an IllegalAccessError that names neither the option nor the remedy.
 */
final class JvmFlag {

    static final String PACKAGE = "jdk.internal.misc";

    private JvmFlag() {
    }

    static void check() {
        // On a class path all are one module without a name; on a module path it is Agrona's that reaches into the JDK.
        final String problem = problem(DirectBuffer.class.getModule());
        if (problem != null) {
            throw new TransportException(problem);
        }
    }

    /** What is missing for a module to use the package; null when nothing is. */
    static @Nullable String problem(final Module agrona) {
        if (Object.class.getModule().isExported(PACKAGE, agrona)) {
            return null;
        }
        final String option = "Aeron needs the JVM option --add-exports java.base/" + PACKAGE + '=';
        // A manifest exports to the class path alone.
        return agrona.isNamed() ? option + agrona.getName() + " (on the command line or in JDK_JAVA_OPTIONS)"
            : option + "ALL-UNNAMED (on the command line, in JDK_JAVA_OPTIONS, or as Add-Exports: java.base/" + PACKAGE
                + " in the manifest of a jar run with -jar)";
    }
}
