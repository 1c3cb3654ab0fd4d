package io.lockstep.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Lists the branches of election and core that no drawn match reaches, of a report of JaCoCo in XML. */
final class UnreachedBranches {

    private static final String CORE = "io/lockstep/core/";
    private static final String ELECTION = "io/lockstep/election";
    /** Rows of the table of classes: beyond it a class has a branch or two. */
    private static final int CLASSES = 40;

    private final Map<String, int[]> rooms = new TreeMap<>();
    private final List<Source> sources = new ArrayList<>();

    /** A source file, with its branches that were not reached, and their lines. */
    private record Source(String name, int missed, TreeSet<Integer> lines) {
    }

    /** Reads a report. */
    static UnreachedBranches of(final Path report) throws IOException {
        final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        try {
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            final UnreachedBranches found = new UnreachedBranches();
            final NodeList packages = factory.newDocumentBuilder().parse(report.toFile())
                .getElementsByTagName("package");
            for (int i = 0; i < packages.getLength(); i++) {
                found.add((Element) packages.item(i));
            }
            return found;
        } catch (final ParserConfigurationException | SAXException wrong) {
            throw new IOException(wrong);
        }
    }

    private void add(final Element type) {
        final String name = type.getAttribute("name");
        if (!name.startsWith(CORE) && !name.equals(ELECTION)) {
            return;
        }
        final String room = name.replaceFirst(CORE + "(internal/)?|io/lockstep/", "").replace('/', '.');
        final NodeList files = type.getElementsByTagName("sourcefile");
        for (int i = 0; i < files.getLength(); i++) {
            final Element file = (Element) files.item(i);
            final TreeSet<Integer> lines = new TreeSet<>();
            int missed = 0;
            final NodeList each = file.getElementsByTagName("line");
            for (int j = 0; j < each.getLength(); j++) {
                final Element line = (Element) each.item(j);
                final int unreached = Integer.parseInt(line.getAttribute("mb"));
                final int[] counts = rooms.computeIfAbsent(room, unknown -> new int[2]);
                counts[0] += unreached + Integer.parseInt(line.getAttribute("cb"));
                counts[1] += unreached;
                missed += unreached;
                if (unreached > 0) {
                    lines.add(Integer.parseInt(line.getAttribute("nr")));
                }
            }
            sources.add(new Source(room + "." + file.getAttribute("name").replace(".java", ""), missed, lines));
        }
    }

    /** The table of rooms and that of the classes with most unreached branches. */
    String tables() {
        final StringBuilder page = new StringBuilder("| room | branches | never reached | % |\n|---|---|---|---|\n");
        int all = 0;
        int unreached = 0;
        for (final Map.Entry<String, int[]> room : rooms.entrySet()) {
            row(page, "`" + room.getKey() + "`", room.getValue()[0], room.getValue()[1]);
            all += room.getValue()[0];
            unreached += room.getValue()[1];
        }
        row(page, "all", all, unreached);
        page.append("\n| class | never reached | lines |\n|---|---|---|\n");
        sources.stream().filter(source -> source.missed > 0)
            .sorted(Comparator.comparingInt(Source::missed).reversed().thenComparing(Source::name)).limit(CLASSES)
            .forEach(source -> page.append("| `").append(source.name).append("` | ").append(source.missed)
                .append(" | ").append(String.join(", ", source.lines.stream().map(String::valueOf).toList()))
                .append(" |\n"));
        return page.toString();
    }

    private static void row(final StringBuilder page, final String room, final int all, final int unreached) {
        if (all > 0) {
            page.append("| ").append(room).append(" | ").append(all).append(" | ").append(unreached).append(" | ")
                .append(Math.round(100.0 * unreached / all)).append(" |\n");
        }
    }

    /** Each class with its lines that hold unreached branches, one line each. */
    String list() {
        final StringBuilder list = new StringBuilder();
        for (final Source source : sources) {
            source.lines.forEach(line -> list.append(source.name).append(':').append(line).append('\n'));
        }
        return list.toString();
    }

    /**
     * Writes the tables and the list.
     *
     * @param args the report, the file for the tables, the file for the list
     */
    public static void main(final String[] args) throws IOException {
        final UnreachedBranches found = of(Path.of(args[0]));
        Files.writeString(Path.of(args[1]), found.tables());
        Files.writeString(Path.of(args[2]), found.list());
    }
}
