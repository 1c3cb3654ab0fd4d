package io.lockstep.examples.soak;

import io.lockstep.examples.terminal.Progress;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import java.io.PrintWriter;
import java.util.function.Function;

/** Plays profiles with many seeds, counts what came to its end, and tells of what did not. */
final class ProfilePlay {

    /**
     * One way to play a profile.
     *
     * @param text      what is to be typed for it beside profile and seeds, with a space before each option
     * @param scenarios makes the match of a profile
     * @param runner    plays it
     */
    record Way(String text, Function<Profile, Scenario> scenarios, MatchRunner runner) {
    }

    private final PrintWriter err;
    private final SeedRange seeds;
    private final Job.Options options;
    private final boolean twice;
    private final int threads;
    private final Progress progress;
    private final SoakPage page;
    private long matches;
    private long finished;

    /**
     * How every match is played.
     *
     * @param err     is told of matches that fail
     * @param seeds   with which seeds
     * @param options how it is measured
     * @param twice   whether each is played a second time, and both must be the same
     * @param threads matches at once
     * @param progress shows how far it is
     * @param page    a report, null if nobody wants one
     */
    ProfilePlay(final PrintWriter err, final SeedRange seeds, final Job.Options options, final boolean twice,
                final int threads, final Progress progress, final SoakPage page) {
        this.err = err;
        this.seeds = seeds;
        this.options = options;
        this.twice = twice;
        this.threads = threads;
        this.progress = progress;
        this.page = page;
    }

    ProfileRow row(final Profile profile, final Way way) {
        final ProfileRow row = new ProfileRow();
        final Scenario scenario = way.scenarios().apply(profile);
        final Fleet fleet = new Fleet(way.runner(), seed -> scenario, options, seeds.first(), seeds.last(),
            twice ? 1 : 0, outcome -> {
                row.add(outcome);
                if (page != null) {
                    page.match(outcome, outcome.job().seed() == seeds.first());
                }
            });
        progress.show(() -> profile.key() + way.text() + ": " + fleet.progress());
        fleet.run(threads);
        if (page != null) {
            page.row(profile, way.text(), row);
        }
        matches += row.matches();
        finished += row.finished();
        if (row.failed() != null) {
            final long seed = row.failed().job().seed();
            err.println(profile.key() + way.text() + ": " + (row.matches() - row.finished()) + " of " + row.matches()
                + " matches failed, the first one with " + row.why() + "; replay: ./lockstep soak --profile "
                + profile.key() + way.text() + " --seeds " + seed + ".." + seed);
            err.flush();
        }
        return row;
    }

    long matches() {
        return matches;
    }

    long finished() {
        return finished;
    }

    /** Whether every match kept every promise and came to its end. */
    boolean allFinished() {
        return finished == matches;
    }
}
