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
 * The file that says where each planted fault is and what it changes. A fault is its name and one block for each
 * statement: {@code at Class.member}, with a number if the member has the statement more than once, {@code - the
 * statement} and {@code + what takes its place}. {@link FaultAnchors} writes it anew after a rename or a move.
 */
final class FaultFile {

    static final Path PATH = Path.of("src/test/faults.txt");
    private static final String AT = "  at ";
    private static final String REMOVED = "  -";
    private static final String REPLACEMENT = "  +";
    private static final Map<String, List<Mutant.Patch>> FAULTS = read();

    private FaultFile() {
    }

    /** Returns the statements that a fault replaces; none if the file does not know it. */
    static List<Mutant.Patch> patches(final String fault) {
        return FAULTS.getOrDefault(fault, List.of());
    }

    /** Returns all faults of the file, by name. */
    static Map<String, List<Mutant.Patch>> all() {
        return FAULTS;
    }

    private static Map<String, List<Mutant.Patch>> read() {
        final Map<String, List<Mutant.Patch>> faults = new LinkedHashMap<>();
        List<Mutant.Patch> fault = new ArrayList<>();
        String[] at = {};
        String removed = "";
        try {
            for (final String line : Files.readAllLines(PATH)) {
                if (line.startsWith(AT)) {
                    at = line.substring(AT.length()).split(" ");
                } else if (line.startsWith(REMOVED)) {
                    removed = line.substring(REMOVED.length()).strip();
                } else if (line.startsWith(REPLACEMENT)) {
                    fault.add(new Mutant.Patch(new FaultPlace(at[0], at.length > 1 ? Integer.parseInt(at[1]) : 1,
                        removed), line.substring(REPLACEMENT.length()).strip()));
                } else if (!line.isBlank()) {
                    fault = new ArrayList<>();
                    faults.put(line.strip(), fault);
                }
            }
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return faults;
    }

    /** Returns the text of a file with some faults. */
    static String text(final Map<String, List<Mutant.Patch>> faults) {
        final StringBuilder text = new StringBuilder();
        faults.forEach((name, patches) -> {
            text.append(text.isEmpty() ? "" : "\n").append(name).append('\n');
            for (final Mutant.Patch patch : patches) {
                final FaultPlace place = patch.place();
                text.append(AT).append(place.member()).append(place.number() > 1 ? " " + place.number() : "")
                    .append('\n').append(line(REMOVED, place.removed())).append(line(REPLACEMENT, patch.replacement()));
            }
        });
        return text.toString();
    }

    private static String line(final String mark, final String statement) {
        return statement.isEmpty() ? mark + "\n" : mark + " " + statement + "\n";
    }
}
