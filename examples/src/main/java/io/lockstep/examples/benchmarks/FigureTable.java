package io.lockstep.examples.benchmarks;

import io.lockstep.codecs.json.JsonWriter;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints measurements of many matches, a row each: for a person as they come, or as one JSON object at the end. */
final class FigureTable {

    private static final String ROW = "%-72s %7s %9s %9s %9s  %s%n";
    private static final double MEDIAN = 50;
    private static final double P99 = 99;

    private final PrintWriter out;
    private final JsonWriter object;

    /** With the matches of each kind that were asked for. */
    FigureTable(final PrintWriter out, final boolean json, final int seeds) {
        this.out = out;
        object = json ? new JsonWriter().beginObject().name("seeds").number(seeds).name("figures").beginArray() : null;
        if (!json) {
            out.printf(Locale.ROOT, ROW, "", "matches", "p50", "p99", "worst", "unit");
        }
    }

    void row(final String what, final Sample sample, final String unit) {
        if (object != null) {
            object.beginObject().name("what").string(what).name("unit").string(unit).name("matches")
                .number(sample.size()).name("p50").number(sample.percentile(MEDIAN)).name("p99")
                .number(sample.percentile(P99)).name("worst").number(sample.worst()).endObject();
        } else {
            out.printf(Locale.ROOT, ROW, what, sample.size(), number(sample.percentile(MEDIAN)),
                number(sample.percentile(P99)), number(sample.worst()), unit);
            out.flush();
        }
    }

    void end() {
        if (object != null) {
            out.println(object.endArray().endObject());
        }
        out.flush();
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
