package io.lockstep.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The pages of the project, and what their links lead to. */
final class Pages {

    private static final Pattern LINK = Pattern.compile("(?<!`)\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern CLOSED_SOURCE = Pattern.compile("(?i)the source document|the document's|issue #?\\d+"
        + "|the specification (says|leaves)|design document");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");

    private Pages() {
    }

    /** All that describe how things are, relative to the project; the list of changes tells how they were. */
    static List<String> all() throws IOException {
        return TidyRules.files(TidyRules.root()).stream().filter(file -> file.endsWith(".md"))
            .filter(file -> file.startsWith("docs/") || !file.contains("/"))
            .filter(file -> !file.equals("CHANGELOG.md")).toList();
    }

    static String text(final String page) throws IOException {
        return Files.readString(TidyRules.root().resolve(page));
    }

    /** Complaints about links of a page to what is not there. */
    static List<String> deadLinks(final Path root, final String page, final String text) {
        return LINK.matcher(text).results().filter(link -> !link.group(1).contains(":"))
            .filter(link -> !leadsSomewhere(root, page, text, link.group(1), link.group(2)))
            .map(link -> page + ": " + link.group().substring(1) + " leads nowhere").toList();
    }

    private static boolean leadsSomewhere(final Path root, final String page, final String text, final String path,
                                          final String anchor) {
        if (path.isEmpty()) {
            return anchors(text).contains(anchor);
        }
        final Path file = root.resolve(page).resolveSibling(path).normalize();
        if (!file.startsWith(root) || !Files.exists(file)) {
            return false;
        }
        try {
            return anchor == null || anchors(Files.readString(file)).contains(anchor);
        } catch (final IOException unreadable) {
            return false;
        }
    }

    /** What forges and the site call the headings of a text. */
    private static Set<String> anchors(final String text) {
        return HEADING.matcher(text).results().map(Pages::anchor).collect(Collectors.toSet());
    }

    private static String anchor(final MatchResult heading) {
        return heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").strip().replace(' ', '-');
    }

    /** What a text cites although no reader can open it. */
    static List<String> closedSources(final String text) {
        return CLOSED_SOURCE.matcher(text).results().map(MatchResult::group).toList();
    }

    /** What the page of all pages leads to, relative to the project. */
    static Set<String> listed(final String index) {
        return LINK.matcher(index).results().map(link -> Path.of("docs").resolve(link.group(1)).normalize().toString()
            .replace('\\', '/')).collect(Collectors.toSet());
    }
}
