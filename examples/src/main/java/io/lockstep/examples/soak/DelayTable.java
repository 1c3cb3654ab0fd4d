package io.lockstep.examples.soak;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.testkit.Profile;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * What a delay policy costs beside the best delay that somebody could have set by hand: the shortest fixed one at which
 * the same matches stall no more.
 */
final class DelayTable {

    private static final String HEAD = "| profile | delay ticks | stalled % | latency p50 ms | best fixed delay "
        + "| stalled % | latency p50 ms | more latency ms |";
    private static final int CELLS = 8;
    /** Who sets a delay by hand may go somewhat beyond what a policy takes by itself. */
    private static final int BEYOND_TICKS = 2;

    private final PrintStream out;
    private final boolean json;
    private final ProfilePlay play;

    DelayTable(final PrintStream out, final boolean json, final ProfilePlay play) {
        this.out = out;
        this.json = json;
        this.play = play;
    }

    /** Plays and prints; answers whether every match kept every promise. */
    boolean print(final Iterable<Profile> profiles, final ProfilePlay.Way way,
                  final IntFunction<ProfilePlay.Way> fixed) {
        if (!json) {
            out.println(HEAD);
            out.println("|---".repeat(CELLS) + "|");
        }
        for (final Profile profile : profiles) {
            final ProfileRow own = play.row(profile, way);
            final int most = way.scenarios().apply(profile).resolvedMaxDelayTicks() + BEYOND_TICKS;
            ProfileRow best = null;
            int ticks = 0;
            while (ticks < most && (best == null || best.stalledPercent() > own.stalledPercent())) {
                ticks++;
                best = play.row(profile, fixed.apply(ticks));
            }
            print(profile, own, best.stalledPercent() > own.stalledPercent() ? null : best, ticks);
        }
        return play.allFinished();
    }

    private void print(final Profile profile, final ProfileRow own, final ProfileRow best, final int ticks) {
        if (json) {
            final JsonWriter line = new JsonWriter().beginObject().name("profile").string(profile.key());
            figures(line.name("policy").beginObject(), own.delayTicks(), own).endObject().name("bestFixed");
            if (best == null) {
                line.nothing();
            } else {
                figures(line.beginObject(), ticks, best).endObject();
            }
            out.println(line.endObject());
        } else {
            out.println(String.format(Locale.ROOT, "| %s | %.2f | %.3f | %.1f |", profile.key(), own.delayTicks(),
                own.stalledPercent(), own.medianLatencyMs()) + (best == null ? " none up to " + ticks + " | | | |"
                : String.format(Locale.ROOT, " %d | %.3f | %.1f | %+.1f |", ticks, best.stalledPercent(),
                    best.medianLatencyMs(), own.medianLatencyMs() - best.medianLatencyMs())));
        }
        out.flush();
    }

    private static JsonWriter figures(final JsonWriter line, final double ticks, final ProfileRow row) {
        return line.name("inputDelayTicks").number(ticks).name("stalledPercent").number(row.stalledPercent())
            .name("inputLatencyP50Ms").number(row.medianLatencyMs());
    }
}
