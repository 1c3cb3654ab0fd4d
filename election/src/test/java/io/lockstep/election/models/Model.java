package io.lockstep.election.models;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One configuration of a model, and what checking it must give.
 *
 * @param tier      "small" or "full"
 * @param name      of the configuration
 * @param module    the specification, and the file with its usual constants
 * @param holds     true when the invariant must hold in every state, false when it must be found violated
 * @param invariant what is checked; several that hold, with commas between them
 * @param constants those that differ from the usual ones
 */
record Model(String tier, String name, String module, boolean holds, String invariant, Map<String, String> constants) {

    private static final Pattern LINE = Pattern.compile(
        "(small|full)\\s+([a-z0-9-]+)\\s+(\\w+)\\s+(holds|violates)\\s+(\\w+(?:,\\w+)*)((?:\\s+\\w+=\\S+)*)\\s*");
    private static final Pattern CONSTANT = Pattern.compile("(?m)^  (\\w+) = (.*)$");

    /** Reads the list; lines that are empty or start with # say nothing. */
    static List<Model> parse(final List<String> lines) {
        final List<Model> models = new ArrayList<>();
        final Set<String> names = new HashSet<>();
        for (final String line : lines) {
            if (!line.isBlank() && !line.startsWith("#")) {
                final Model model = parse(line);
                if (!names.add(model.name)) {
                    throw new IllegalArgumentException("two configurations are called " + model.name);
                }
                models.add(model);
            }
        }
        return List.copyOf(models);
    }

    private static Model parse(final String line) {
        final Matcher matcher = LINE.matcher(line);
        if (!matcher.matches() || "violates".equals(matcher.group(4)) && matcher.group(5).contains(",")) {
            throw new IllegalArgumentException("not a configuration: " + line);
        }
        final Map<String, String> constants = new LinkedHashMap<>();
        for (final String pair : matcher.group(6).trim().split("\\s+")) {
            if (!pair.isEmpty()) {
                constants.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
        }
        return new Model(matcher.group(1), matcher.group(2), matcher.group(3), "holds".equals(matcher.group(4)),
            matcher.group(5), constants);
    }

    /** The configuration file: the usual one with this one's constants, and the invariant. */
    String configuration(final String usual) {
        final Map<String, String> open = new LinkedHashMap<>(constants);
        final String text = CONSTANT.matcher(usual).replaceAll(constant -> {
            final String value = open.remove(constant.group(1));
            return Matcher.quoteReplacement("  " + constant.group(1) + " = "
                + (value == null ? constant.group(2) : value));
        });
        if (!open.isEmpty()) {
            throw new IllegalArgumentException(name + ": " + module + " has no constants " + open.keySet());
        }
        return text + "INVARIANT " + invariant.replace(',', ' ') + "\n";
    }

    String expectation() {
        return (holds ? "holds " : "violates ") + invariant;
    }
}
