package io.lockstep.examples.soak;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.testkit.Profile;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Plays profiles with many seeds and prints what came of each: as a row of a table in Markdown, or as JSON. */
final class ProfileTable {

    private static final String HEAD = "| profile | " + String.join(" | ", ProfileRow.NAMES) + " |";

    private static final String HEAD_AHEAD =
        " local p50 ms | foreseen % | corrections/min | steps/frame | saves/frame |";

    private final PrintStream out;
    private final boolean json;
    private final ProfilePlay play;

    ProfileTable(final PrintStream out, final boolean json, final ProfilePlay play) {
        this.out = out;
        this.json = json;
        this.play = play;
    }

    /** Plays and prints; answers whether every match kept every promise. */
    boolean print(final Iterable<Profile> profiles, final List<ProfilePlay.Way> ways) {
        final boolean ahead = ways.stream().anyMatch(way -> way.scenarios().apply(Profile.LAN).prediction > 0);
        if (!json) {
            out.println(HEAD + (ahead ? HEAD_AHEAD : ""));
            out.println("|---".repeat(1 + ProfileRow.CELLS + (ahead ? ProfileRow.CELLS_AHEAD : 0)) + "|");
        }
        for (final Profile profile : profiles) {
            final List<ProfileRow> halves = new ArrayList<>();
            for (final ProfilePlay.Way way : ways) {
                final ProfileRow half = play.row(profile, way);
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
            out.println(new JsonWriter().beginObject().name("summary").bool(true).name("matches")
                .signed(play.matches()).name("finished").signed(play.finished()).endObject());
        }
        return play.allFinished();
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
