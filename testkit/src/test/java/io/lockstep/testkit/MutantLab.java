package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.json.JsonMessages;
import io.lockstep.core.Allocations;
import io.lockstep.core.session.Session;
import io.lockstep.election.Election;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Plants faults without a trace in the library: patches a copy of its sources, compiles what was patched, and plays
 * in a class loader that sees the patched classes before the real ones.
 */
final class MutantLab {

    private static final Path SOURCES = Path.of("../lockstep-core/src/main/java/io/lockstep/core");
    private static final String ELECTION = "election/";
    private static final Path ELECTION_SOURCES = Path.of("../election/src/main/java/io/lockstep");

    /** Matches code that gives a constant another value. */
    private static final Pattern CONSTANT = Pattern.compile("\\b([A-Z][A-Z0-9_]+) = ");

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    /** One for all mutants, as long as the process lives: each would open every jar of the class path again. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private final Path directory;

    MutantLab(final Path directory) {
        this.directory = directory;
    }

    /** Compiles a mutant; the sources must hold every piece exactly once. Answers who sees it before the library. */
    URLClassLoader plant(final Mutant mutant, final Class<?> probe) throws IOException {
        final Map<String, String> sources = new LinkedHashMap<>();
        for (final Mutant.Patch patch : mutant.patches) {
            final String before = sources.containsKey(patch.file()) ? sources.get(patch.file())
                : Files.readString(source(patch.file()));
            final int at = before.indexOf(patch.piece());
            assertTrue(at >= 0, () -> "'" + mutant.name + "': " + patch.file() + " no longer holds " + patch.piece());
            assertEquals(at, before.lastIndexOf(patch.piece()),
                () -> "'" + mutant.name + "': " + patch.file() + " holds more than once " + patch.piece());
            sources.put(patch.file(), before.replace(patch.piece(), patch.replacement()));
        }
        for (final Mutant.Patch patch : mutant.patches) {
            addUsersOfConstant(patch, sources);
        }
        final Path classes = Files.createDirectories(directory.resolve("classes"));
        compile(mutant, sources, classes);
        return new OwnFirst(Stream.concat(Stream.of(classes.toUri().toURL()),
            Stream.of(Session.class, Election.class, JsonMessages.class, Allocations.class, SimulatedMatch.class, probe)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())).toArray(URL[]::new));
    }

    /** What a probe plays, by name, in this order; each says what is wrong, or null. */
    @SuppressWarnings("unchecked")
    static Map<String, Supplier<String>> matches(final Class<?> probe) throws ReflectiveOperationException {
        return (Map<String, Supplier<String>>) probe.getMethod("matches").invoke(null);
    }

    /** The pieces that the sources do not hold exactly once, one line each. */
    static List<String> missing(final Mutant mutant) throws IOException {
        final List<String> missing = new ArrayList<>();
        for (final Mutant.Patch patch : mutant.patches) {
            final Path file = source(patch.file());
            final String text = Files.exists(file) ? Files.readString(file) : "";
            final int at = text.indexOf(patch.piece());
            if (at < 0 || at != text.lastIndexOf(patch.piece())) {
                missing.add("'" + mutant.name + "': " + patch.file() + " holds "
                    + (at < 0 ? "no" : "more than one") + " " + patch.piece());
            }
        }
        return missing;
    }

    /** Compilers copy a constant into the classes that use it, so the lab compiles those with the new value, too. */
    private static void addUsersOfConstant(final Mutant.Patch patch, final Map<String, String> sources)
        throws IOException {
        final Matcher constant = CONSTANT.matcher(patch.piece());
        if (!constant.find() || patch.file().startsWith(ELECTION)) {
            return;
        }
        final String type = patch.file().replaceAll(".*/|\\.java$", "");
        final String use = type + "." + constant.group(1);
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (final Path file : files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
                final String text = Files.readString(file);
                if (text.contains(use)) {
                    sources.putIfAbsent(SOURCES.relativize(file).toString(), text);
                }
            }
        }
    }

    private static Path source(final String file) {
        return (file.startsWith(ELECTION) ? ELECTION_SOURCES : SOURCES).resolve(file);
    }

    private void compile(final Mutant mutant, final Map<String, String> sources, final Path classes)
        throws IOException {
        final List<Path> files = new ArrayList<>();
        for (final Map.Entry<String, String> source : sources.entrySet()) {
            final Path file = directory.resolve("src").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()));
        }
        if (files.isEmpty()) {
            return;
        }
        final StringWriter complaints = new StringWriter();
        final boolean done;
        synchronized (FILES) {
            done = COMPILER.getTask(complaints, FILES, null,
                List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp",
                    System.getProperty("java.class.path")),
                null, FILES.getJavaFileObjectsFromPaths(files)).call();
        }
        assertTrue(done, () -> "'" + mutant.name + "' does not compile: " + complaints);
    }

    /** Loads the library's classes itself instead of asking its parent. */
    private static final class OwnFirst extends URLClassLoader {

        OwnFirst(final URL[] places) {
            super(places, MutantLab.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.lockstep.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                final Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }
}
