package io.lockstep.examples.soak;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What the command line can say about a page whose tables are made anew. */
final class PageOptions {

    /** What a command line that prints a table begins with. */
    static final String PROGRAM = "./lockstep soak ";

    @Option(names = "--page", paramLabel = "FILE", description = "Makes every table of a page in Markdown anew: for "
        + "each line of code with a soak --table it plays that and replaces the table beneath.")
    Path page;

    @Option(names = "--tables", paramLabel = "A..B", converter = SeedRange.Converter.class,
        description = "First and last table of a --page that are made anew, counted from 1 (default all).")
    SeedRange tables;

    boolean isWanted() {
        return page != null;
    }

    /** Is a part named of no page? */
    boolean isAstray() {
        return page == null && tables != null;
    }
}
