package io.lockstep.examples;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** House rules that no other tool keeps. Each answers with its complaints, none when all is well. */
final class TidyRules {

    private static final Set<String> TOP_LEVEL = Set.of("lockstep-core", "testkit", "codecs", "transport-aeron",
        "transport-ice", "lobby", "micrometer", "election", "examples", "bom", "README.md", "pom.xml", "lockstep",
        "lockstep.cmd", "LICENSE", "NOTICE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs", ".ci", ".github",
        ".gitignore", ".gitattributes", ".editorconfig");

    /** What version control, builds and editors leave at the top or further down; .gitignore names them too. */
    private static final Pattern NOT_OURS = Pattern.compile(
        "\\.git|target|out|\\.idea|.*\\.iml|\\.classpath|\\.project|\\.settings|\\.vscode|crash-.*|\\.cifuzz-corpus"
            + "|soak-failures");

    private static final Pattern TEXT = Pattern.compile(
        ".*\\.(java|xml|md|mjs|txt|json|properties|tla|cfg|yml)|lockstep|run|site|LICENSE|NOTICE|\\.gitignore"
            + "|\\.gitattributes|\\.editorconfig");

    /** Spelt in two halves, so that this file keeps its own rule. */
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    private static final Pattern SLEEP = Pattern.compile("\\bThread\\s*\\.\\s*sleep\\s*\\(|TimeUnit\\.\\w+\\.sleep\\(");

    /** A network or a clock that the test moves by hand. */
    private static final Pattern VIRTUAL_TIME =
        Pattern.compile("\\b(SimulatedNetwork|VirtualAeron|VirtualClock|TappedMatch|nowNs \\+=)");

    /** The one execution whose tests may run a second time; it takes only tests with the tag. */
    private static final String SOCKETS_EXECUTION = "(?s)<id>with-sockets</id>(?:(?!</execution>).)*"
        + "<groups>sockets</groups>\\s*<rerun" + "FailingTestsCount>1<(?:(?!</execution>).)*</execution>";

    /** Paths that exist on one person's machine alone. */
    private static final Pattern MACHINE_PATH = Pattern.compile("(?<![\\w.$}])/(home|root|Users|work|tmp/wt)/\\w");

    private TidyRules() {
    }

    static List<String> strangersAtTheTop(final List<String> names) {
        return names.stream().filter(name -> !TOP_LEVEL.contains(name) && !NOT_OURS.matcher(name).matches())
            .map(name -> name + ": does not belong at the top of the project").toList();
    }

    static List<String> packagesWithoutInfo(final List<String> files) {
        final Set<String> folders = files.stream().filter(file -> file.contains("src/main/java/")
            && file.endsWith(".java")).map(TidyRules::folder).collect(Collectors.toCollection(TreeSet::new));
        return folders.stream().filter(folder -> !files.contains(folder + "/package-info.java"))
            .map(folder -> folder + ": has no package-info.java").toList();
    }

    /** A class that is read in a sitting. Comments and imports do not count: who explains is not to pay for it. */
    static final int MAX_CODE_LINES = 600;

    /** A complaint about a source of the library that has more lines of code than one reads in a sitting. */
    static List<String> tooLong(final String file, final String text) {
        if (!file.contains("src/main/") || !file.endsWith(".java")) {
            return List.of();
        }
        final long code = text.lines().map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("/") && !line.startsWith("*"))
            .filter(line -> !line.startsWith("import ")).count();
        return code <= MAX_CODE_LINES ? List.of()
            : List.of(file + ": " + code + " lines of code, " + MAX_CODE_LINES + " are the most");
    }

    /**
     * Returns complaints about a second try of a test that must not have one. Only tests with the tag "sockets" get
     * one. A test that controls its own time must not have that tag: each of its failures has a cause.
     */
    static List<String> retriedForLuck(final String file, final String text) {
        final List<String> complaints = new ArrayList<>();
        if (file.endsWith(".java") && text.contains("\n@Tag(\"sockets\")\n") && VIRTUAL_TIME.matcher(text).find()) {
            complaints.add(file + ": has the tag of real sockets, and plays in virtual time");
        }
        if (file.endsWith("pom.xml")
            && text.replaceFirst(SOCKETS_EXECUTION, "").contains("rerun" + "FailingTestsCount")) {
            complaints.add(file + ": tries other tests again than those with sockets");
        }
        return complaints;
    }

    /** Complaints about one text file, each with its line. */
    static List<String> untidyLines(final String file, final String text) {
        final List<String> complaints = new ArrayList<>();
        if (!text.isEmpty() && !text.endsWith("\n")) {
            complaints.add(file + ": does not end with a newline");
        }
        final String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            final String where = file + ":" + (i + 1) + ": ";
            if (lines[i].indexOf('\t') >= 0 || lines[i].indexOf('\r') >= 0) {
                complaints.add(where + "tab or carriage return");
            }
            if (lines[i].endsWith(" ")) {
                complaints.add(where + "trailing space");
            }
            if (UNFINISHED.matcher(lines[i]).find()) {
                complaints.add(where + "unfinished business; finish it or open an issue");
            }
            if (MACHINE_PATH.matcher(lines[i]).find()) {
                complaints.add(where + "a path of somebody's machine");
            }
            if (file.contains("src/test/") && SLEEP.matcher(lines[i]).find()) {
                complaints.add(where + "a test that sleeps; move the clock by hand, or await real sockets");
            }
        }
        return complaints;
    }

    static boolean isText(final String file) {
        return TEXT.matcher(file.substring(file.lastIndexOf('/') + 1)).matches();
    }

    /** The project's directory, found from the one the tests run in. */
    static Path root() {
        Path path = Path.of("").toAbsolutePath();
        while (path != null && !Files.isDirectory(path.resolve("lockstep-core"))) {
            path = path.getParent();
        }
        if (path == null) {
            throw new IllegalStateException("no lockstep-core above " + Path.of("").toAbsolutePath());
        }
        return path;
    }

    static List<String> topLevel(final Path root) throws IOException {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    /** Every file of the project, relative to its root, with slashes. Works without version control. */
    static List<String> files(final Path root) throws IOException {
        final Set<String> files = new TreeSet<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(final Path folder, final BasicFileAttributes attributes) {
                return isOurs(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
                if (isOurs(file)) {
                    files.add(root.relativize(file).toString().replace('\\', '/'));
                }
                return FileVisitResult.CONTINUE;
            }

            private boolean isOurs(final Path path) {
                return path.equals(root) || !NOT_OURS.matcher(path.getFileName().toString()).matches();
            }
        });
        return List.copyOf(files);
    }

    private static String folder(final String file) {
        return file.substring(0, file.lastIndexOf('/'));
    }
}
