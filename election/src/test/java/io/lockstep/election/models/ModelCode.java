package io.lockstep.election.models;

import io.lockstep.election.sources.Renames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The table that says which method is which action of a model. A name like {@code Cut.Apply} is a definition, one like
 * {@code CutAcceptor.onCut} a method. Of each there is a fingerprint of what it says, without comments and white
 * space; that of an action covers the definitions it uses. One that changed means: read the rows with that name again.
 */
final class ModelCode {

    private static final String HEADING = "\n## Model and code\n";
    private static final Pattern NAME = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final Pattern DEFINITION =
        Pattern.compile("(?m)^(?:RECURSIVE .*\\R)?([A-Z]\\w*)(?:\\([^=]*?\\))? ==");
    private static final Pattern WORD = Pattern.compile("\\b[A-Z]\\w*");
    private static final Pattern STEP = Pattern.compile("\\b([A-Z]\\w*)\\(");
    private static final Pattern COMMENT_IN_CODE = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern COMMENT_IN_MODEL = Pattern.compile("\\\\\\*[^\n]*");

    private final List<String> rows;
    /** Model, then definition: its text. */
    private final Map<String, Map<String, String>> models = new HashMap<>();
    private final Map<String, String> classes;

    /**
     * A table and what it speaks of.
     *
     * @param page           the page with the table
     * @param specifications the text of each model, by its name
     * @param classes        the source of each class, by its simple name
     */
    ModelCode(final String page, final Map<String, String> specifications, final Map<String, String> classes) {
        final int heading = page.indexOf(HEADING);
        final int end = page.indexOf("\n## ", heading + HEADING.length());
        rows = page.substring(heading, end < 0 ? page.length() : end).lines()
            .filter(row -> row.contains("` |")).toList();
        specifications.forEach((name, text) -> models.put(name, definitions(text)));
        this.classes = classes;
    }

    /** The fingerprint of everything that stands in the table, by its name. */
    Map<String, String> fingerprints() {
        final Map<String, String> found = new TreeMap<>();
        for (final String name : names()) {
            final String text = text(name);
            if (!text.isEmpty()) {
                found.put(name, hash(text));
            }
        }
        return found;
    }

    /** A page with its table, and the fingerprints of what the table names. */
    record Renewal(String page, Map<String, String> fingerprints) {
    }

    /**
     * Gives the methods in a table the names that they have now.
     *
     * @return the page and the fingerprints. A method that was only renamed, or calls one that was, has a new
     *     fingerprint; what has changed otherwise keeps the former one, and is a problem until it was read again
     */
    Renewal renewed(final String page, final Map<String, String> before, final Renames renames) {
        String renewed = page;
        final Map<String, String> fingerprints = new TreeMap<>();
        for (final String name : names()) {
            final String now = nameNow(name, renames);
            final String hash = hash(text(now));
            final String former = before.getOrDefault(name, "");
            final boolean isSame = hash(Renames.replaceNames(text(now), renames::before)).equals(former);
            fingerprints.put(now, isSame ? hash : former);
            renewed = renewed.replace("`" + name + "`", "`" + now + "`");
        }
        return new Renewal(renewed, fingerprints);
    }

    private String nameNow(final String name, final Renames renames) {
        final String owner = name.substring(0, name.indexOf('.'));
        final String member = name.substring(name.indexOf('.') + 1);
        final String now = (classes.containsKey(owner) ? owner : renames.of(owner)) + "." + renames.of(member);
        return text(name).isEmpty() && !text(now).isEmpty() ? now : name;
    }

    /** What is wrong with the table, or has changed since the fingerprints were taken; each with its rows. */
    List<String> problems(final Map<String, String> before) {
        final List<String> problems = new ArrayList<>();
        final Set<String> names = names();
        final Map<String, String> now = fingerprints();
        models.forEach((model, definitions) -> {
            final Matcher step = STEP.matcher(definitions.get("Next"));
            while (step.find()) {
                if (!names.contains(model + "." + step.group(1))) {
                    problems.add(model + "." + step.group(1) + " is an action and stands in no row");
                }
            }
        });
        for (final String name : names) {
            if (!now.containsKey(name)) {
                problems.add(name + " does not exist" + in(name));
            } else if (!now.get(name).equals(before.get(name))) {
                problems.add(name + (before.containsKey(name) ? " has changed" : " is new here") + in(name));
            }
        }
        before.keySet().stream().filter(name -> !names.contains(name))
            .forEach(name -> problems.add(name + " stands in no row any more"));
        return problems;
    }

    private String in(final String name) {
        return ":\n    " + String.join("\n    ", rows.stream().filter(row -> row.contains("`" + name + "`")).toList());
    }

    private Set<String> names() {
        final Set<String> names = new TreeSet<>();
        for (final String row : rows) {
            final Matcher name = NAME.matcher(row);
            while (name.find()) {
                names.add(name.group(1) + "." + name.group(2));
            }
        }
        return names;
    }

    private String text(final String name) {
        final String owner = name.substring(0, name.indexOf('.'));
        final String member = name.substring(name.indexOf('.') + 1);
        if (Character.isLowerCase(member.charAt(0))) {
            return method(classes.getOrDefault(owner, ""), member);
        }
        final Map<String, String> used = new LinkedHashMap<>();
        use(models.getOrDefault(owner, Map.of()), member, used);
        return String.join("", used.values());
    }

    private static void use(final Map<String, String> definitions, final String name, final Map<String, String> used) {
        if (definitions.containsKey(name) && !used.containsKey(name)) {
            used.put(name, definitions.get(name));
            final Matcher word = WORD.matcher(definitions.get(name));
            while (word.find()) {
                use(definitions, word.group(), used);
            }
        }
    }

    /** A definition begins at the left margin and goes on to the next thing that does. */
    private static Map<String, String> definitions(final String specification) {
        final String text = COMMENT_IN_MODEL.matcher(specification).replaceAll("");
        final Map<String, String> definitions = new HashMap<>();
        final Matcher matcher = DEFINITION.matcher(text);
        while (matcher.find()) {
            definitions.put(matcher.group(1), text.substring(matcher.start(), end(text, matcher.end(), "\n(?=\\S)")));
        }
        return definitions;
    }

    /** All methods of a class with that name; empty when there is none. House style: four spaces in front. */
    private static String method(final String source, final String name) {
        final String text = COMMENT_IN_CODE.matcher(source).replaceAll("");
        final Matcher matcher = Pattern.compile("(?m)^ {4}[\\w<][^\n=;]*\\b" + name + "\\(").matcher(text);
        final StringBuilder found = new StringBuilder();
        while (matcher.find()) {
            found.append(text, matcher.start(), end(text, matcher.end(), "\\A[^{]*?;|(?m)^ {4}}"));
        }
        return found.toString();
    }

    private static int end(final String text, final int from, final String pattern) {
        final Matcher end = Pattern.compile(pattern).matcher(text).region(from, text.length());
        return end.find() ? end.end() : text.length();
    }

    private static String hash(final String text) {
        final CRC32 crc = new CRC32();
        crc.update(text.replaceAll("\\s", "").getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
