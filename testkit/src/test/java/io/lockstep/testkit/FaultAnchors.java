package io.lockstep.testkit;

import io.lockstep.election.sources.Renames;
import io.lockstep.election.sources.SourceTokens;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the places of planted faults again after a rename or a move. A statement is looked for in its member, then in
 * its class, then in all classes; the name of each token may be a new one. The replacement gets the same new names.
 */
final class FaultAnchors {

    /** Share of equal tokens above which a statement is proposed for one that is gone. */
    private static final double SIMILAR = 0.6;

    private final Renames renames;
    private final List<String> problems = new ArrayList<>();
    private final Map<Path, SourceMembers> sources = new HashMap<>();

    /**
     * Creates the search.
     *
     * @param texts the sources of the library, by file
     */
    FaultAnchors(final Renames renames, final Map<Path, String> texts) {
        this.renames = renames;
        texts.forEach((file, text) -> sources.put(file, new SourceMembers(text)));
    }

    /** A statement that was found. */
    private record Found(Path file, SourceMembers source, int token) {
    }

    /** Returns what could not be placed, one line each, after {@link #renew}. */
    List<String> problems() {
        return problems;
    }

    /** Returns the tables with the places that their faults have now. */
    Map<String, List<Mutant>> renew(final Map<String, List<Mutant>> tables) {
        final Map<String, List<Mutant>> renewed = new LinkedHashMap<>();
        for (final Map.Entry<String, List<Mutant>> table : tables.entrySet()) {
            final List<Mutant> faults = new ArrayList<>();
            for (final Mutant fault : table.getValue()) {
                faults.add(renew(fault));
            }
            renewed.put(table.getKey(), faults);
        }
        return renewed;
    }

    private Mutant renew(final Mutant fault) {
        final Mutant renewed = new Mutant(fault.name).foundBy(foundBy(fault.foundBy));
        // Later statements of a fault stand in a source that the earlier ones have changed.
        final Map<Path, SourceMembers> now = new HashMap<>(sources);
        for (final Mutant.Patch patch : fault.patches) {
            final Mutant.Patch placed = place(fault, patch, now);
            final Path file = LibrarySources.fileOf(placed.place().type());
            if (file != null) {
                final String after = MutantLab.replaced(now.get(file).tokens.text, placed);
                now.put(file, after == null ? now.get(file) : new SourceMembers(after));
            }
            renewed.at(placed.place(), placed.replacement());
        }
        return renewed;
    }

    private Mutant.Patch place(final Mutant fault, final Mutant.Patch patch, final Map<Path, SourceMembers> now) {
        final FaultPlace place = patch.place();
        final Path file = LibrarySources.fileOf(place.type());
        if (file != null && place.find(now.get(file)) >= 0) {
            return patch;
        }
        final Path renamed = file != null ? file : LibrarySources.fileOf(renames.of(place.type()));
        final List<Found> inFile = renamed == null ? List.of() : find(renamed, place, now);
        final String member = simple(place.name());
        final List<Found> inMember = inFile.stream()
            .filter(each -> isNow(member, simple(each.source.at(each.token)))).toList();
        final List<Found> everywhere = new ArrayList<>();
        if (inFile.isEmpty()) {
            now.keySet().stream().sorted().forEach(each -> everywhere.addAll(find(each, place, now)));
        }
        final List<Found> only = Stream.of(inMember, inFile, everywhere).filter(each -> each.size() == 1)
            .findFirst().orElse(List.of());
        if (only.isEmpty()) {
            problems.add("'" + fault + "': " + place.member() + " has not one statement like " + place.removed()
                + (renamed == null ? "" : nearest(now.get(renamed), place)));
            return patch;
        }
        return moved(patch, only.get(0));
    }

    private boolean isNow(final String former, final String name) {
        return name.equals(former) || name.equals(renames.of(former));
    }

    private static String simple(final String member) {
        return member.substring(member.lastIndexOf('.') + 1);
    }

    private List<Found> find(final Path file, final FaultPlace place, final Map<Path, SourceMembers> now) {
        final List<String> words = new SourceTokens(place.removed()).words;
        final SourceMembers source = now.get(file);
        final List<Found> found = new ArrayList<>();
        for (int at = 0; at + words.size() <= source.tokens.size(); at++) {
            int same = 0;
            while (same < words.size() && isNow(words.get(same), source.tokens.words.get(at + same))) {
                same++;
            }
            if (same == words.size() && !source.at(at).isEmpty()) {
                found.add(new Found(file, source, at));
            }
        }
        return found;
    }

    private Mutant.Patch moved(final Mutant.Patch patch, final Found found) {
        final List<String> before = new SourceTokens(patch.place().removed()).words;
        final List<String> words = found.source.tokens.words;
        final Map<String, String> names = new HashMap<>();
        for (int i = 0; i < before.size(); i++) {
            names.put(before.get(i), words.get(found.token + i));
        }
        final String replacement = Renames.replaceNames(patch.replacement(), name ->
            names.containsKey(name) ? names.get(name) : words.contains(name) ? name : renames.of(name));
        final String type = found.file.getFileName().toString().replace(".java", "");
        final String prefix = LibrarySources.fileOf(type) == null
            ? found.file.getParent().getFileName() + "." : "";
        return new Mutant.Patch(new FaultPlace(prefix + found.source.at(found.token),
            found.source.tokens.between(found.token, found.token + before.size())), replacement);
    }

    private static String nearest(final SourceMembers source, final FaultPlace place) {
        final List<String> words = new SourceTokens(place.removed()).words;
        int best = 0;
        int bestAt = 0;
        for (int at = 0; at + words.size() <= source.tokens.size(); at++) {
            int same = 0;
            for (int i = 0; i < words.size(); i++) {
                same += words.get(i).equals(source.tokens.words.get(at + i)) ? 1 : 0;
            }
            bestAt = same > best ? at : bestAt;
            best = Math.max(best, same);
        }
        return best < SIMILAR * words.size() ? "" : "; perhaps " + source.at(bestAt) + ": "
            + source.tokens.between(bestAt, bestAt + words.size());
    }

    /** Returns the name of a test, {@code package.Class#method}, after a rename or a move; any other text as it is. */
    private String foundBy(final String text) {
        if (!text.contains("#")) {
            return text;
        }
        final String type = text.substring(text.lastIndexOf('.', text.indexOf('#')) + 1, text.indexOf('#'));
        final String method = text.substring(text.indexOf('#') + 1).replaceAll("\\(.*", "");
        final Path file = first(LibrarySources.testOf(type), LibrarySources.testOf(renames.of(type)));
        if (file == null) {
            problems.add("there is no test " + text);
            return text;
        }
        final Set<String> members = new TreeSet<>();
        new SourceMembers(LibrarySources.read(file)).names().forEach(name -> members.add(simple(name)));
        final String now = members.contains(method) ? method : renames.of(method);
        if (!members.contains(now)) {
            problems.add("there is no test " + text);
        }
        return LibrarySources.className(file) + "#" + now + text.substring(text.indexOf('#') + 1 + method.length());
    }

    private static @Nullable Path first(final @Nullable Path one, final @Nullable Path other) {
        return one != null ? one : other;
    }
}
