package io.lockstep.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of all planted faults, {@code src/test/faults.txt}. A table begins with {@code == name}. A fault is a line
 * with what it breaks, a line {@code found by} with the match or the test that finds it, and for each statement that it
 * replaces {@code at Class.member}, {@code - statement} and {@code + replacement}. The member has the statement exactly
 * once. {@code .ci/reanchor} writes the file anew after a rename or a move.
 */
final class FaultFile {

    static final Path PATH = Path.of("src/test/faults.txt");
    private static final String TABLE = "== ";
    private static final String FOUND_BY = "  found by ";
    private static final String AT = "  at ";
    private static final String REMOVED = "  -";
    private static final String REPLACEMENT = "  +";

    private static Map<String, List<Mutant>> tables = read();

    private FaultFile() {
    }

    /** Writes the file anew, with these tables. */
    static void write(final Map<String, List<Mutant>> renewed) throws IOException {
        Files.writeString(PATH, text(renewed));
        tables = renewed;
    }

    /**
     * Returns the faults of a table.
     *
     * @throws IllegalArgumentException if the file has no such table
     */
    static List<Mutant> table(final String name) {
        if (!tables.containsKey(name)) {
            throw new IllegalArgumentException("there is no table '" + name + "', but " + tables.keySet());
        }
        return tables.get(name);
    }

    /** Returns all tables, by name. */
    static Map<String, List<Mutant>> all() {
        return tables;
    }

    private static Map<String, List<Mutant>> read() {
        final Map<String, List<Mutant>> found = new LinkedHashMap<>();
        List<Mutant> table = List.of();
        Mutant fault = new Mutant("");
        String at = "";
        String removed = "";
        try {
            for (final String line : Files.readAllLines(PATH)) {
                if (line.startsWith(TABLE)) {
                    table = new ArrayList<>();
                    found.put(line.substring(TABLE.length()), table);
                } else if (line.startsWith(FOUND_BY)) {
                    fault.foundBy(line.substring(FOUND_BY.length()));
                } else if (line.startsWith(AT)) {
                    at = line.substring(AT.length());
                } else if (line.startsWith(REMOVED)) {
                    removed = line.substring(REMOVED.length()).strip();
                } else if (line.startsWith(REPLACEMENT)) {
                    fault.at(new FaultPlace(at, removed), line.substring(REPLACEMENT.length()).strip());
                } else if (!line.isBlank()) {
                    fault = new Mutant(line);
                    table.add(fault);
                }
            }
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return found;
    }

    /** Returns the text of a file with some tables. */
    static String text(final Map<String, List<Mutant>> some) {
        final StringBuilder text = new StringBuilder();
        some.forEach((name, faults) -> {
            text.append(text.isEmpty() ? "" : "\n").append(TABLE).append(name).append('\n');
            faults.forEach(fault -> append(text, fault));
        });
        return text.toString();
    }

    private static void append(final StringBuilder text, final Mutant fault) {
        text.append('\n').append(fault).append('\n')
            .append(fault.foundBy.isEmpty() ? "" : FOUND_BY + fault.foundBy + "\n");
        for (final Mutant.Patch patch : fault.patches) {
            final FaultPlace place = patch.place();
            text.append(AT).append(place.member()).append('\n')
                .append(line(REMOVED, place.removed())).append(line(REPLACEMENT, patch.replacement()));
        }
    }

    private static String line(final String mark, final String statement) {
        return statement.isEmpty() ? mark + "\n" : mark + " " + statement + "\n";
    }
}
