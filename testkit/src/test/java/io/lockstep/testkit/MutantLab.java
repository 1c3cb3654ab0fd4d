package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.json.JsonMessages;
import io.lockstep.core.Allocations;
import io.lockstep.core.session.Session;
import io.lockstep.election.Election;
import io.lockstep.election.sources.SourceTokens;
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
import org.jspecify.annotations.Nullable;

/**
 * Plants faults without a trace in the library: patches a copy of its sources, compiles what was patched, and plays
 * in a class loader that sees the patched classes before the real ones.
 */
final class MutantLab {

    /** Matches the place of a constant. */
    private static final Pattern CONSTANT = Pattern.compile("(\\w+\\.[A-Z][A-Z0-9_]+)$");

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    /** One for all mutants, as long as the process lives: each would open every jar of the class path again. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private final Path directory;

    MutantLab(final Path directory) {
        this.directory = directory;
    }

    /** Compiles a mutant. Answers who sees it before the library. */
    URLClassLoader plant(final Mutant mutant, final Class<?> probe) throws IOException {
        final List<String> missing = new ArrayList<>();
        final Map<Path, String> sources = patched(mutant, missing);
        assertEquals(List.of(), missing);
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

    /** Returns the source with a statement replaced, or null unless it holds the statement exactly once. */
    static @Nullable String replaced(final String source, final Mutant.Patch patch) {
        final SourceMembers members = new SourceMembers(source);
        final int at = patch.place().find(members);
        if (at < 0) {
            return null;
        }
        final int last = at + new SourceTokens(patch.place().removed()).size() - 1;
        return source.substring(0, members.tokens.start(at)) + patch.replacement()
            + source.substring(members.tokens.end(last));
    }

    /** Returns the statements that the sources do not hold, one line each. */
    static List<String> missing(final Mutant mutant) throws IOException {
        final List<String> missing = new ArrayList<>();
        if (mutant.patches.isEmpty()) {
            missing.add("'" + mutant.name + "' replaces nothing");
        }
        patched(mutant, missing);
        return missing;
    }

    /** Returns the files of a fault with its statements replaced, and adds a line for each that is not there. */
    private static Map<Path, String> patched(final Mutant mutant, final List<String> missing) throws IOException {
        final Map<Path, String> sources = new LinkedHashMap<>();
        for (final Mutant.Patch patch : mutant.patches) {
            final Path file = LibrarySources.fileOf(patch.place().type());
            if (file == null) {
                missing.add("'" + mutant.name + "': there is no class " + patch.place().type());
                continue;
            }
            final String before = sources.containsKey(file) ? sources.get(file) : Files.readString(file);
            final String after = replaced(before, patch);
            if (after == null) {
                missing.add("'" + mutant.name + "': " + lost(before, patch.place()));
            } else {
                sources.put(file, after);
            }
        }
        return sources;
    }

    private static String lost(final String source, final FaultPlace place) {
        return place.member() + " has this statement " + place.all(new SourceMembers(source)).size()
            + " times, not once: " + place.removed();
    }

    /** Compilers copy a constant into the classes that use it, so the lab compiles those with the new value, too. */
    private static void addUsersOfConstant(final Mutant.Patch patch, final Map<Path, String> sources)
        throws IOException {
        final Matcher constant = CONSTANT.matcher(patch.place().member());
        if (constant.find()) {
            for (final Path file : LibrarySources.files()) {
                final String text = Files.readString(file);
                if (text.contains(constant.group(1))) {
                    sources.putIfAbsent(file, text);
                }
            }
        }
    }

    private void compile(final Mutant mutant, final Map<Path, String> sources, final Path classes)
        throws IOException {
        final List<Path> files = new ArrayList<>();
        for (final Map.Entry<Path, String> source : sources.entrySet()) {
            final Path file = directory.resolve("src").resolve(LibrarySources.inPackage(source.getKey()));
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
