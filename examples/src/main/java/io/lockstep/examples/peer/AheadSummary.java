package io.lockstep.examples.peer;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.core.game.PredictionStatistics;
import java.util.Locale;

/**
 * What playing ahead has brought and cost one peer. A minute is one of the game, as many frames as are played in it
 * where nothing stands still.
 */
final class AheadSummary {

    private static final double PERCENT = 100;
    private static final double SECONDS_PER_MINUTE = 60;

    private final int window;
    private final double foreseen;
    private final double rollbacksPerMinute;
    private final int deepest;
    private final double steps;
    private final double saves;

    AheadSummary(final PredictionStatistics statistics, final MatchOptions settings) {
        // Before the first frame every share is one of nothing.
        final double frames = Math.max(1, statistics.settled());
        window = settings.prediction();
        foreseen = statistics.foreseen() / frames;
        rollbacksPerMinute = statistics.rollbacks() / frames * settings.tickRate() * SECONDS_PER_MINUTE;
        deepest = statistics.deepest();
        steps = statistics.steps() / frames;
        saves = statistics.saves() / frames;
    }

    /** Lockstep foresees nothing, and has nothing to tell. */
    boolean isAny() {
        return window > 0;
    }

    /** Writes it as one JSON object. */
    void writeTo(final JsonWriter json) {
        json.beginObject().name("frames").signed(window).name("foreseenShare").number(rounded(foreseen))
            .name("rollbacksPerMinute").number(rounded(rollbacksPerMinute)).name("deepest").signed(deepest)
            .name("stepsPerFrame").number(rounded(steps)).name("savesPerFrame").number(rounded(saves)).endObject();
    }

    private static double rounded(final double value) {
        final double thousandths = 1000;
        return Math.rint(value * thousandths) / thousandths;
    }

    /** Names and values, in the order to be shown. */
    String[][] rows() {
        return new String[][] {
            {"played ahead, frames at most", String.valueOf(window)},
            {"frames foreseen, %", String.format(Locale.ROOT, "%.1f", foreseen * PERCENT)},
            {"rollbacks a minute / deepest", String.format(Locale.ROOT, "%.1f / %d", rollbacksPerMinute, deepest)},
            {"steps / saves a frame", String.format(Locale.ROOT, "%.2f / %.2f", steps, saves)},
        };
    }
}
