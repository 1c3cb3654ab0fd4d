package io.lockstep.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sources in which faults are planted, those of the election and of the core. */
final class LibrarySources {

    private static final List<Path> ROOTS =
        List.of(Path.of("../election/src/main/java"), Path.of("../lockstep-core/src/main/java"));
    private static final List<Path> FILES = list();

    private LibrarySources() {
    }

    private static List<Path> list() {
        final List<Path> all = new ArrayList<>();
        for (final Path root : ROOTS) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(each -> each.toString().endsWith(".java")).sorted().forEach(all::add);
            } catch (final IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return all;
    }

    /** Returns all source files. */
    static List<Path> files() {
        return FILES;
    }

    /** Returns the source of a class, such as {@code Link} or {@code link/Link}; null if there is none or two. */
    static @Nullable Path fileOf(final String type) {
        final List<Path> found = FILES.stream().filter(file -> file.endsWith(type + ".java")).toList();
        return found.size() == 1 ? found.get(0) : null;
    }

    /** Returns a source file below its root: the packages and the class. */
    static Path inPackage(final Path file) {
        return ROOTS.stream().filter(file::startsWith).findFirst().orElseThrow().relativize(file);
    }
}
