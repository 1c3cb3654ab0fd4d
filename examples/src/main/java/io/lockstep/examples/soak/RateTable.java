package io.lockstep.examples.soak;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.examples.terminal.Progress;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/**
 * Plays combinations of games and lines, and prints the frame rate that each one reaches: as a row of a Markdown table,
 * or as JSON.
 */
final class RateTable {

    /** Least frame rate on a line with room, in per cent of the tick rate. */
    static final double PROMISED_RATE = 99;
    /** Longest time that our datagrams may wait for each other on a line with room, in milliseconds. */
    static final double PROMISED_WAIT_MS = 50;
    /**
     * Largest share of a line that a match with room may need, in per cent: acknowledgements and repeats need the rest.
     */
    static final double FITS = 80;

    private static final String HEAD = "| peers | local players | input B | event B | Hz | RTT ms | loss % |";
    private static final String HEAD_LINE = " uplink Mbit/s | needs % of it |";
    private static final String HEAD_FIGURES = " rate % | stalled % | delay ticks | B/s per peer |";
    private static final String HEAD_QUEUE = " own queue p99 ms | dropped by it % |";
    private static final int CELLS = 11;
    private static final int CELLS_LINE = 4;
    private static final double P99 = 99;
    private static final double US_PER_MS = 1000;

    private final PrintStream out;
    private final PrintWriter err;
    private final boolean json;
    private final boolean udp;
    private final SeedRange seeds;
    private final Progress progress;
    private int kept;
    private int refused;
    private int tooMuch;

    /** The totals of all seeds of one combination. */
    private record Row(RateCase what, RateMatch.Result result) {

        double waitMs() {
            return result.waits().getValueAtPercentile(P99) / US_PER_MS;
        }

        boolean fits() {
            return what.neededPercent() <= FITS;
        }

        boolean isKept() {
            return result.ended() == null && result.rate() >= PROMISED_RATE && waitMs() <= PROMISED_WAIT_MS;
        }
    }

    RateTable(final PrintStream out, final PrintWriter err, final boolean json, final boolean udp,
              final SeedRange seeds, final Progress progress) {
        this.out = out;
        this.err = err;
        this.json = json;
        this.udp = udp;
        this.seeds = seeds;
        this.progress = progress;
    }

    /**
     * Plays and prints all combinations; returns whether every one that fits its line and was not refused kept the
     * limits.
     */
    boolean print(final RateList list, final int threads) {
        final boolean limited = list.cases().stream().anyMatch(one -> one.uplink() > 0);
        if (!json) {
            out.println(HEAD + (limited ? HEAD_LINE : "") + HEAD_FIGURES + (limited ? HEAD_QUEUE : ""));
            out.println("|--:".repeat(CELLS + (limited ? CELLS_LINE : 0)) + "|");
        }
        final ExecutorService crew = Executors.newFixedThreadPool(threads);
        try {
            final List<Future<Row>> rows = new ArrayList<>();
            for (final RateCase one : list.cases()) {
                rows.add(crew.submit(() -> play(one, list.seconds())));
            }
            for (int i = 0; i < rows.size(); i++) {
                final String state = i + " of " + rows.size() + " combinations";
                progress.show(() -> state);
                show(rows.get(i).get(), limited);
            }
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (final ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        } finally {
            crew.shutdownNow();
        }
        final int count = list.cases().size();
        err.println(kept + " of " + count + " combinations kept rate and queue, " + (count - kept - refused - tooMuch)
            + " did not, " + tooMuch + " did not and need more than " + (int) FITS + " % of their line, " + refused
            + " were refused by build()");
        err.flush();
        return kept + refused + tooMuch == count;
    }

    private Row play(final RateCase what, final int seconds) {
        final Histogram waits = new Histogram(1);
        waits.setAutoResize(true);
        double rate = Double.MAX_VALUE;
        double stalled = 0;
        double bytes = 0;
        double delay = 0;
        double dropped = 0;
        final double count = seeds.last() - seeds.first() + 1;
        for (long seed = seeds.first(); seed <= seeds.last(); seed++) {
            final RateMatch.Result one = RateMatch.play(what, seed, udp, seconds);
            if (one.refused() != null || one.ended() != null) {
                return new Row(what, one);
            }
            rate = Math.min(rate, one.rate());
            stalled += one.stalled() / count;
            bytes += one.bytes() / count;
            delay += one.delay() / count;
            dropped += one.dropped() / count;
            waits.add(one.waits());
        }
        return new Row(what, new RateMatch.Result(null, null, rate, stalled, bytes, delay, dropped, waits));
    }

    private void show(final Row row, final boolean limited) {
        if (row.result.refused() != null) {
            refused++;
        } else if (row.isKept()) {
            kept++;
        } else if (!row.fits()) {
            tooMuch++;
        }
        out.println(json ? json(row) : line(row, limited));
        out.flush();
    }

    private static String line(final Row row, final boolean limited) {
        final RateCase what = row.what;
        final RateMatch.Result result = row.result;
        final String cells = String.format(Locale.ROOT, "| %d | %d | %d | %d | %d | %d | %s |", what.peers(),
            what.local(), what.inputBytes(), what.eventBytes(), what.tickRate(), what.rttMs(), number(what.loss()))
            + (!limited ? "" : what.uplink() == 0 ? " any | 0 |"
                : String.format(Locale.ROOT, " %s | %.0f |", number(what.uplink()), what.neededPercent()));
        if (result.refused() != null || result.ended() != null) {
            return cells + " " + (result.refused() != null ? "refused" : result.ended()) + " | | | |"
                + (limited ? " | |" : "");
        }
        return cells + String.format(Locale.ROOT, " %.2f | %.3f | %.1f | %.0f |", result.rate(), result.stalled(),
            result.delay(), result.bytes())
            + (limited ? String.format(Locale.ROOT, " %.0f | %.2f |", row.waitMs(), result.dropped()) : "");
    }

    /** Formats a number, without a decimal point if it is whole. */
    private static String number(final double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static JsonWriter json(final Row row) {
        final RateCase what = row.what;
        final RateMatch.Result result = row.result;
        final JsonWriter line = new JsonWriter().beginObject().name("peers").signed(what.peers()).name("local")
            .signed(what.local()).name("inputBytes").signed(what.inputBytes()).name("eventBytes")
            .signed(what.eventBytes()).name("tickRate").signed(what.tickRate()).name("rttMs").signed(what.rttMs())
            .name("lossPercent").number(what.loss()).name("uplinkMbit").number(what.uplink()).name("neededPercent")
            .number(what.neededPercent());
        if (result.refused() != null) {
            return line.name("refused").string(result.refused()).endObject();
        }
        if (result.ended() != null) {
            return line.name("ended").string(result.ended()).endObject();
        }
        return line.name("ratePercent").number(result.rate()).name("stalledPercent").number(result.stalled())
            .name("inputDelayTicks").number(result.delay()).name("bytesPerSecond").number(result.bytes())
            .name("queueP99Ms").number(row.waitMs()).name("droppedPercent").number(result.dropped()).endObject();
    }
}
