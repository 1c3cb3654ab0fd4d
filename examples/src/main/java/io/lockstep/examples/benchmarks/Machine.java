package io.lockstep.examples.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names the JVM and the processor, without which figures mean nothing. */
final class Machine {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String MODEL_KEY = "model name";

    private Machine() {
    }

    static String jvm() {
        return System.getProperty("java.vm.name") + ' ' + System.getProperty("java.vm.version");
    }

    static String cpu() {
        return model() + ", " + Runtime.getRuntime().availableProcessors() + " cores";
    }

    /** The processor's name where the system tells it, else its architecture. */
    private static String model() {
        try {
            for (final String line : Files.readAllLines(CPU_INFO, StandardCharsets.UTF_8)) {
                if (line.startsWith(MODEL_KEY)) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (final IOException e) {
            // Not Linux.
        }
        return System.getProperty("os.arch");
    }
}
