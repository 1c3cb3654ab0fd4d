package io.lockstep.election.sources;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The names that a change of the sources has given to classes and members. A diff without context tells them: where a
 * changed piece has as many tokens as before, and names alone differ, the differing names are renamed.
 */
public final class Renames {

    /** The system property that names the file with the diff. It is set by {@code .ci/reanchor}. */
    private static final String PROPERTY = "reanchor";

    private final Map<String, String> names = new TreeMap<>();

    private Renames(final String diff) {
        final Map<String, Map<String, Integer>> votes = new HashMap<>();
        final StringBuilder before = new StringBuilder();
        final StringBuilder after = new StringBuilder();
        for (final String line : (diff + "\n@@").split("\n")) {
            if (line.startsWith("@@") || line.startsWith("diff ")) {
                vote(new SourceTokens(before.toString()).words, new SourceTokens(after.toString()).words, votes);
                before.setLength(0);
                after.setLength(0);
            } else if (line.startsWith("-") && !line.startsWith("--- ")) {
                before.append(line, 1, line.length()).append('\n');
            } else if (line.startsWith("+") && !line.startsWith("+++ ")) {
                after.append(line, 1, line.length()).append('\n');
            }
        }
        votes.forEach((name, candidates) -> {
            final int all = candidates.values().stream().mapToInt(Integer::intValue).sum();
            candidates.forEach((candidate, count) -> {
                if (2 * count > all) {
                    names.put(name, candidate);
                }
            });
        });
    }

    /** Reads the renames of a diff without context. */
    public static Renames in(final String diff) {
        return new Renames(diff);
    }

    /** Returns the renames that the command {@code .ci/reanchor} has found, or null if the command does not run. */
    public static Renames ofCommand() throws IOException {
        final String file = System.getProperty(PROPERTY);
        return file == null ? null : in(Files.readString(Path.of(file), StandardCharsets.UTF_8));
    }

    private static void vote(final List<String> before, final List<String> after,
                             final Map<String, Map<String, Integer>> votes) {
        final List<Integer> differing = new ArrayList<>();
        for (int i = 0; i < before.size() && before.size() == after.size(); i++) {
            if (!before.get(i).equals(after.get(i))) {
                if (!SourceTokens.isName(before.get(i)) || !SourceTokens.isName(after.get(i))) {
                    return;
                }
                differing.add(i);
            }
        }
        for (final int i : differing) {
            votes.computeIfAbsent(before.get(i), name -> new HashMap<>()).merge(after.get(i), 1, Integer::sum);
        }
    }

    /** Returns the name that a former name has now; the same if it was not renamed. */
    public String of(final String former) {
        return names.getOrDefault(former, former);
    }

    /** Returns the name that a name had before; the same if it was not renamed. */
    public String before(final String name) {
        return names.entrySet().stream().filter(each -> each.getValue().equals(name)).map(Map.Entry::getKey)
            .findFirst().orElse(name);
    }

    /** Returns a piece of Java in which each name is replaced; comments and white space stay. */
    public static String replaceNames(final String java, final UnaryOperator<String> by) {
        final SourceTokens tokens = new SourceTokens(java);
        final StringBuilder replaced = new StringBuilder();
        int copied = 0;
        for (int token = 0; token < tokens.size(); token++) {
            if (SourceTokens.isName(tokens.words.get(token))) {
                replaced.append(java, copied, tokens.start(token)).append(by.apply(tokens.words.get(token)));
                copied = tokens.end(token);
            }
        }
        return replaced.append(java.substring(copied)).toString();
    }

    @Override
    public String toString() {
        return names.toString();
    }
}
