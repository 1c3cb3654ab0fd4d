package io.lockstep.examples.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page in Markdown on which tables stand beneath the command lines that print them. */
final class TablePage {

    /** The names of the columns and the line beneath. */
    static final int HEAD_LINES = 2;

    /** What a command line that prints a table begins with. */
    static final String PROGRAM = "./lockstep soak ";

    /** A line of code with a command that prints a table. */
    private static final Pattern COMMAND = Pattern.compile(" {4}" + Pattern.quote(PROGRAM) + "(?=.*--table\\b)(.*)");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    private final Path file;

    TablePage(final Path file) {
        this.file = file;
    }

    /**
     * A table of the page.
     *
     * @param number  counted from 1
     * @param command the line above it, without the program's name
     * @param from    its first line
     * @param to      the line behind its last one; {@code from} where there is no table yet
     * @param rows    its text
     */
    record Table(int number, String command, int from, int to, List<String> rows) {

        /** The words of the command line; what is quoted is one. */
        List<String> arguments() {
            final List<String> words = new ArrayList<>();
            final Matcher word = WORD.matcher(command);
            while (word.find()) {
                words.add(word.group(1) != null ? word.group(1) : word.group(2));
            }
            return words;
        }
    }

    /** Every command with the table that follows it. */
    List<Table> tables() throws IOException {
        return tables(lines());
    }

    /** Puts other rows in the place of a table's; the page may have changed around it, but not above its command. */
    void replace(final Table table, final List<String> rows) throws IOException {
        final List<String> lines = new ArrayList<>(lines());
        final List<String> old = lines.subList(table.from(), table.to());
        if (!old.equals(table.rows())) {
            throw new IOException(file + " was changed while its table " + table.number() + " was made");
        }
        old.clear();
        lines.addAll(table.from(), rows);
        if (table.from() == table.to()) {
            lines.add(table.from(), "");
        }
        Files.write(file, lines, StandardCharsets.UTF_8);
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8);
    }

    private static List<Table> tables(final List<String> lines) {
        final List<Table> tables = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            final Matcher command = COMMAND.matcher(lines.get(i));
            if (command.matches()) {
                int from = i + 1;
                while (from < lines.size() && lines.get(from).isBlank()) {
                    from++;
                }
                int to = from;
                while (to < lines.size() && lines.get(to).startsWith("|")) {
                    to++;
                }
                if (to == from) {
                    from = i + 1;
                    to = from;
                }
                tables.add(new Table(tables.size() + 1, command.group(1), from, to,
                    List.copyOf(lines.subList(from, to))));
            }
        }
        return tables;
    }
}
