package io.lockstep.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sources of the election and of the core, in which faults are planted, and those of the tests that find them. */
final class LibrarySources {

    private static final List<Path> ROOTS =
        List.of(Path.of("../election/src/main/java"), Path.of("../lockstep-core/src/main/java"));
    private static final List<Path> TEST_ROOTS =
        List.of(Path.of("../election/src/test/java"), Path.of("../lockstep-core/src/test/java"),
            Path.of("src/test/java"));
    private static final List<Path> FILES = list(ROOTS);

    private LibrarySources() {
    }

    private static List<Path> list(final List<Path> roots) {
        final List<Path> all = new ArrayList<>();
        for (final Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(each -> each.toString().endsWith(".java")).sorted().forEach(all::add);
            } catch (final IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return all;
    }

    /** Returns all source files in which faults are planted. */
    static List<Path> files() {
        return FILES;
    }

    /** Returns the source of a class, such as {@code Link} or {@code link/Link}; null if there is none or two. */
    static @Nullable Path fileOf(final String type) {
        return only(FILES, type);
    }

    /** Returns the source of a test; null if there is none or two. */
    static @Nullable Path testOf(final String type) {
        return only(list(TEST_ROOTS), type);
    }

    private static @Nullable Path only(final List<Path> files, final String type) {
        final List<Path> found = files.stream().filter(file -> file.endsWith(type + ".java")).toList();
        return found.size() == 1 ? found.get(0) : null;
    }

    /** Returns a source file below its root: the packages and the class. */
    static Path inPackage(final Path file) {
        return Stream.of(ROOTS, TEST_ROOTS).flatMap(List::stream).filter(file::startsWith).findFirst().orElseThrow()
            .relativize(file);
    }

    /** Returns the class of a source file, with its package. */
    static String className(final Path file) {
        return inPackage(file).toString().replace(".java", "").replace('/', '.');
    }

    /** Returns the text of a file. */
    static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
