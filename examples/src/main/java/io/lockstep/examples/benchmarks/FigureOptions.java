package io.lockstep.examples.benchmarks;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands that measure whole matches in virtual time can be told. */
final class FigureOptions {

    /** Days of play; more is a slip of the finger. */
    private static final int MAX_SEEDS = 100_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--seeds", paramLabel = "N", description = "Matches of each kind (default ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(names = "--json", description = "Prints one JSON object instead of a table.")
    private boolean json;

    FigureOptions(final int defaultSeeds) {
        seeds = defaultSeeds;
    }

    /** Matches of each kind, 1 to {@value #MAX_SEEDS}. */
    int seeds() {
        return seeds;
    }

    /** Begins the table that was asked for; matches that cannot be played are refused before it. */
    FigureTable table() {
        if (seeds < 1 || seeds > MAX_SEEDS) {
            throw new ParameterException(command.commandLine(), "--seeds " + seeds + " is not in 1 to " + MAX_SEEDS);
        }
        return new FigureTable(command.commandLine().getOut(), json, seeds);
    }
}
