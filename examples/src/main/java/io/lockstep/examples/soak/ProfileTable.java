package io.lockstep.examples.soak;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Plays profiles with many seeds and prints what came of each: as a row of a table in Markdown, or as JSON. */
final class ProfileTable {

    private static final String HEAD = "| profile | finished | rate % | stalled % | longest stall ms | delay ticks "
        + "| latency p50 ms | p99 ms | max ms | B/s per link | datagrams/s per link |";

    private static final String HEAD_AHEAD =
        " local p50 ms | foreseen % | corrections/min | steps/frame | saves/frame |";

    /**
     * One way to play a profile; a row compares up to two.
     *
     * @param text      what is to be typed for it beside profile and seeds, with a space before each option
     * @param scenarios makes the match of a profile
     * @param runner    plays it
     */
    record Way(String text, Function<Profile, Scenario> scenarios, MatchRunner runner) {
    }

    /**
     * How every match of a table is played.
     *
     * @param seeds   with which seeds
     * @param options how it is measured
     * @param twice   whether each is played a second time, and both must be the same
     * @param threads matches at once
     */
    record Play(SeedRange seeds, Job.Options options, boolean twice, int threads) {
    }

    private final PrintStream out;
    private final PrintWriter err;
    private final boolean json;
    private final Play play;
    private long matches;
    private long finished;

    ProfileTable(final PrintStream out, final PrintWriter err, final boolean json, final Play play) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.play = play;
    }

    /** Plays and prints; answers whether every match kept every promise. */
    boolean print(final Iterable<Profile> profiles, final List<Way> ways) {
        final boolean ahead = ways.stream().anyMatch(way -> way.scenarios().apply(Profile.LAN).prediction > 0);
        if (!json) {
            out.println(HEAD + (ahead ? HEAD_AHEAD : ""));
            out.println("|---".repeat(1 + ProfileRow.CELLS + (ahead ? ProfileRow.CELLS_AHEAD : 0)) + "|");
        }
        for (final Profile profile : profiles) {
            final List<ProfileRow> halves = new ArrayList<>();
            for (final Way way : ways) {
                final ProfileRow half = play(profile, way);
                halves.add(half);
                if (json) {
                    out.println(half.toJson(profile.key(), way.text().trim()));
                }
            }
            if (!json) {
                out.println(line(profile.key(), halves, ahead));
            }
            out.flush();
        }
        if (json) {
            out.println(new JsonWriter().beginObject().name("summary").bool(true).name("matches").signed(matches)
                .name("finished").signed(finished).endObject());
        }
        return finished == matches;
    }

    private ProfileRow play(final Profile profile, final Way way) {
        final ProfileRow row = new ProfileRow();
        final Scenario scenario = way.scenarios().apply(profile);
        new Fleet(way.runner(), seed -> scenario, play.options(), play.seeds().first(), play.seeds().last(),
            play.twice() ? 1 : 0, row::add).run(play.threads());
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

    /** The cells of one half or of both, {@code one / other}. */
    private static String line(final String profile, final List<ProfileRow> halves, final boolean ahead) {
        return "| " + profile + " |" + cells(halves, ProfileRow.CELLS, ProfileRow::cells)
            + (ahead ? cells(halves, ProfileRow.CELLS_AHEAD, ProfileRow::cellsAhead) : "");
    }

    private static String cells(final List<ProfileRow> halves, final int count,
                                final Function<ProfileRow, String[]> of) {
        final StringBuilder line = new StringBuilder();
        for (int cell = 0; cell < count; cell++) {
            for (int half = 0; half < halves.size(); half++) {
                line.append(half == 0 ? " " : " / ").append(of.apply(halves.get(half))[cell]);
            }
            line.append(" |");
        }
        return line.toString();
    }
}
