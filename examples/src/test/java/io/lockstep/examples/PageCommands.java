package io.lockstep.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands of {@code ./lockstep} that a page shows. */
final class PageCommands {

    /** In the middle of a sentence: what matters of it, perhaps less than it takes to run. */
    private static final Pattern IN_A_SENTENCE = Pattern.compile("`[^`]*?\\./lockstep (\\S[^`)]*)\\)?`");
    private static final Pattern ON_ITS_OWN = Pattern.compile("^\\s*(\\$ )?\\./lockstep (\\S.*)$");

    /** What stands behind a command: a comment, or what it does in words. */
    private static final Pattern BEHIND = Pattern.compile("\\s+#.*|\\s{2,}.*");
    private static final Pattern REDIRECTED = Pattern.compile("\\s+(&|[<>] \\S+)\\s*$");
    private static final Pattern NEXT = Pattern.compile("\\s*(;|&&)\\s*\\./lockstep\\s+");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");
    private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z]{1,8}");

    private PageCommands() {
    }

    /**
     * One command.
     *
     * @param where   page and line
     * @param text    as it is shown, without the program's name
     * @param whole   it stands on its own, to be typed as it is
     * @param printed what the page says that it prints, if it has a prompt
     */
    record Shown(String where, String text, boolean whole, List<String> printed) {

        String[] words() {
            final List<String> words = new ArrayList<>();
            for (final Matcher word = WORD.matcher(text); word.find();) {
                words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2)
                    : word.group(3));
            }
            words.removeIf("..."::equals);
            return words.toArray(new String[0]);
        }

        /** Words in capitals or dots are for the reader to replace. */
        boolean isPattern() {
            return text.contains("...") || List.of(words()).stream().anyMatch(word ->
                PLACEHOLDER.matcher(word).matches());
        }

        boolean startsWith(final String command) {
            return text.equals(command) || text.startsWith(command + ' ');
        }

        @Override
        public String toString() {
            return where + ": ./lockstep " + text;
        }
    }

    static List<Shown> of(final String page, final String content) {
        final List<Shown> all = new ArrayList<>();
        final List<String> lines = content.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            final String where = page + ':' + (i + 1);
            final Matcher own = ON_ITS_OWN.matcher(lines.get(i));
            if (own.matches()) {
                final List<String> printed = own.group(1) == null ? List.of() : printed(lines, i + 1);
                for (final String one : NEXT.split(BEHIND.matcher(own.group(2)).replaceAll(""))) {
                    all.add(new Shown(where, REDIRECTED.matcher(one).replaceAll("").strip(), true, printed));
                }
            } else {
                IN_A_SENTENCE.matcher(lines.get(i)).results().forEach(one ->
                    all.add(new Shown(where, one.group(1).strip(), false, List.of())));
            }
        }
        all.removeIf(one -> one.words().length == 0);
        return all;
    }

    /** The lines down to the next prompt, the end of the fence or an empty line. */
    private static List<String> printed(final List<String> lines, final int from) {
        int to = from;
        while (to < lines.size() && !lines.get(to).isBlank() && !lines.get(to).strip().startsWith("$ ")
            && !lines.get(to).startsWith("```")) {
            to++;
        }
        return lines.subList(from, to).stream().map(line -> line.replaceFirst("^ {4}", "")).toList();
    }
}
