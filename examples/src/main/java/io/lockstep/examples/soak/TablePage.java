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
public final class TablePage {

    /** The names of the columns and the line beneath. */
    public static final int HEAD_LINES = 2;

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    private final Path file;
    /** A line of code with a command that prints a table. */
    private final Pattern command;

    /**
     * A page that is read when it is asked for.
     *
     * @param file    in UTF-8
     * @param program what a command line that prints a table begins with, with the space behind it
     */
    public TablePage(final Path file, final String program) {
        this.file = file;
        command = Pattern.compile(" {4}" + Pattern.quote(program) + "(?=.*--table\\b)(.*)");
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
    public record Table(int number, String command, int from, int to, List<String> rows) {

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

    /**
     * Every command with the table that follows it.
     *
     * @return in the order of the page
     * @throws IOException if it cannot be read
     */
    public List<Table> tables() throws IOException {
        return tables(lines());
    }

    /**
     * Puts other rows in the place of a table's; the page may have changed around it, but not above its command.
     *
     * @param table of {@link #tables()}
     * @param rows  its new text, the names of the columns and the line beneath included
     * @throws IOException if the table has changed since, or cannot be written
     */
    public void replace(final Table table, final List<String> rows) throws IOException {
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

    private List<Table> tables(final List<String> lines) {
        final List<Table> tables = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            final Matcher match = command.matcher(lines.get(i));
            if (match.matches()) {
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
                tables.add(new Table(tables.size() + 1, match.group(1), from, to,
                    List.copyOf(lines.subList(from, to))));
            }
        }
        return tables;
    }
}
