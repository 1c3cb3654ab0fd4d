package io.lockstep.examples.soak;

import picocli.CommandLine.Option;

/** What the command line can say about a table: what is played, and what it is compared with. */
final class TableOptions {

    @Option(names = "--table", description = "Plays every profile, or that of --profile, and prints a row of a table "
        + "for each.")
    boolean wanted;

    @Option(names = "--versus", paramLabel = "\"OPTION...\"",
        description = "Plays each row of a --table a second time with other options of this list too, from "
            + "--input-delay to --stack, and prints both figures in each cell: the first one / that one.")
    String versus;

    @Option(names = "--delays", description = "Compares each row of a --table with the shortest fixed input delay at "
        + "which the same matches stall no more.")
    boolean delays;

    TableOptions() {
    }

    /** Why this cannot be; null when it can. */
    String fault() {
        if (!wanted && (versus != null || delays)) {
            return (delays ? "--delays" : "--versus") + " is for a --table";
        }
        return versus != null && delays ? "--versus and --delays cannot both be" : null;
    }
}
