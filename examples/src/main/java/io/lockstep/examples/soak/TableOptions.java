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

    @Option(names = "--rates", paramLabel = "\"LIST\"",
        description = "Prints a --table of the frame rates that combinations of sizes, rates and lines reach, without "
            + "profiles. LIST names values, such as \"peers=2,8 local=1 input=2,64 event=0,255 hz=60 rtt=300 loss=2 "
            + "uplink=1\": bytes of an input and of an event in each frame, milliseconds, per cent, and Mbit/s that a "
            + "peer shares among all others, with a queue of 100 ms. seconds=20 is how long each is measured. draw=50 "
            + "plays 50 of all combinations. A semicolon begins another list. sizes and thin are those of "
            + "docs/NETWORK.md.")
    String rates;

    TableOptions() {
    }

    /** Why this cannot be; null when it can. */
    String fault() {
        if (!wanted && (versus != null || delays || rates != null)) {
            return (rates != null ? "--rates" : delays ? "--delays" : "--versus") + " is for a --table";
        }
        if (rates != null && (versus != null || delays)) {
            return "--rates goes with neither --versus nor --delays";
        }
        return versus != null && delays ? "--versus and --delays cannot both be" : null;
    }
}
