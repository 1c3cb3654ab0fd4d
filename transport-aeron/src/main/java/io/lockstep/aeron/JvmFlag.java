package io.lockstep.aeron;

import io.lockstep.core.transport.TransportException;

/**
 * The one JVM option that Aeron's buffers need. Looked at in plain Java before any class of Agrona is touched, because
 * there a missing option shows as an IllegalAccessError that names neither the option nor the remedy.
 */
final class JvmFlag {

    static final String PACKAGE = "jdk.internal.misc";
    static final String OPTION = "--add-exports java.base/" + PACKAGE + "=ALL-UNNAMED";

    private JvmFlag() {
    }

    static void check() {
        final Module base = Object.class.getModule();
        if (!base.isExported(PACKAGE, JvmFlag.class.getModule())) {
            throw new TransportException("Aeron needs the JVM option " + OPTION + " (on the command line, in"
                + " JDK_JAVA_OPTIONS, or as Add-Exports: java.base/" + PACKAGE
                + " in the manifest of a jar run with -jar)");
        }
    }
}
