package io.lockstep.examples.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One page, from top to bottom: what was done, figures, tables. Light or dark, as whoever reads it prefers. */
public final class ReportPage {

    private static final String STYLE = """
        :root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --faint: #667; --rule: #d8dbe0;
          --c0: #1f6feb; --c1: #c4432b; --c2: #2a8c4a; --c3: #8a4fc7; --c4: #b07a00; --c5: #0d8a8f;
          --c6: #c2387e; --c7: #5b6770; --c8: #6b7a00; --c9: #3b3fbf; --c10: #a8652b; --c11: #111; }
        @media (prefers-color-scheme: dark) { :root {
          --paper: #14171c; --ink: #e4e7eb; --faint: #97a0ab; --rule: #333a44;
          --c0: #6ea8ff; --c1: #ff8a75; --c2: #6fd08c; --c3: #c39bf2; --c4: #e3b341; --c5: #56c9cd;
          --c6: #f07ab3; --c7: #a5b0bb; --c8: #c3d24f; --c9: #9fa4ff; --c10: #e0a676; --c11: #fff; } }
        body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 60rem;
          margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.5rem; margin-bottom: 0; } h2 { font-size: 1.1rem; margin-top: 2rem; }
        code, pre { font: 13px/1.4 ui-monospace, monospace; } pre, .wide { overflow-x: auto; }
        p.note { color: var(--faint); margin: .3rem 0; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .2rem .7rem .2rem 0; text-align: right; white-space: nowrap;
          border-bottom: 1px solid var(--rule); }
        th:first-child, td:first-child { text-align: left; } th { color: var(--faint); font-weight: normal; }
        svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; } svg text { fill: var(--faint); }
        svg .grid { stroke: var(--rule); fill: none; } svg .line { fill: none; stroke-width: 1.8; }
        """;

    private final StringBuilder body = new StringBuilder();
    private final String title;

    /**
     * A page with nothing but its head.
     *
     * @param title   what it is about
     * @param command what was typed
     */
    public ReportPage(final String title, final String command) {
        this.title = title;
        body.append("<h1>").append(escape(title)).append("</h1>\n<p class=\"note\"><code>").append(escape(command))
            .append("</code><br>").append(escape(machine())).append("</p>\n");
    }

    private static String machine() {
        return System.getProperty("java.vm.name") + ' ' + System.getProperty("java.vm.version") + ", "
            + System.getProperty("os.name") + ' ' + System.getProperty("os.arch") + ", "
            + Runtime.getRuntime().availableProcessors() + " cores";
    }

    /**
     * Adds a figure.
     *
     * @param heading above it
     * @param note    how to read it
     * @param svg     see {@link Charts}
     */
    public void figure(final String heading, final String note, final String svg) {
        body.append("<h2>").append(escape(heading)).append("</h2>\n<p class=\"note\">").append(escape(note))
            .append("</p>\n").append(svg).append('\n');
    }

    /**
     * Adds a table.
     *
     * @param heading above it
     * @param names   of the columns; none if it has no head
     * @param rows    cells
     */
    public void table(final String heading, final List<String> names, final List<List<String>> rows) {
        body.append("<h2>").append(escape(heading)).append("</h2>\n<div class=\"wide\"><table>\n");
        if (!names.isEmpty()) {
            row("th", names);
        }
        rows.forEach(cells -> row("td", cells));
        body.append("</table></div>\n");
    }

    private void row(final String kind, final List<String> cells) {
        body.append("<tr>");
        for (final String cell : cells) {
            body.append('<').append(kind).append('>').append(escape(cell)).append("</").append(kind).append('>');
        }
        body.append("</tr>\n");
    }

    /**
     * Adds a text as it is, folded away.
     *
     * @param summary what it is
     * @param text    lines
     */
    public void folded(final String summary, final String text) {
        body.append("<details><summary>").append(escape(summary)).append("</summary><pre>").append(escape(text))
            .append("</pre></details>\n");
    }

    /**
     * Writes it, in the place of what was there.
     *
     * @param file where to
     * @throws IOException when it cannot be written
     */
    public void write(final Path file) throws IOException {
        Files.writeString(file, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" + escape(title)
            + "</title>\n<style>\n" + STYLE + "</style></head>\n<body>\n" + body + "</body></html>\n",
            StandardCharsets.UTF_8);
    }

    static String escape(final String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
