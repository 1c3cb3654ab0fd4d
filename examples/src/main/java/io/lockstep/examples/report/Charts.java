package io.lockstep.examples.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Figures as SVG, in the colours of the page they are on. */
public final class Charts {

    /** Colours that a page has; lines beyond begin again with the first. */
    private static final int COLOURS = 12;
    private static final int WIDTH = 900;
    private static final int HEIGHT = 320;
    private static final int LEFT = 150;
    private static final int RIGHT = 36;
    private static final int TOP = 12;
    private static final int FOOT = 40;
    private static final int ROW = 20;
    /** A mark that is narrower is not seen. */
    private static final double LEAST_MARK = 1.5;
    private static final double PERCENT = 100;
    /** Reading of a percentile: so many nines. */
    private static final int MAX_NINES = 6;
    private static final int STEPS_PER_HALF = 5;

    private Charts() {
    }

    /**
     * A time during which something lasted.
     *
     * @param fromS seconds since the beginning
     * @param toS   seconds since the beginning
     */
    public record Span(double fromS, double toS) {
    }

    /**
     * A bar with what it may be off by.
     *
     * @param label what it is of
     * @param value above 0
     * @param error half of the interval, 0 or not a number when that is not known
     */
    public record Bar(String label, double value, double error) {
    }

    /**
     * Distributions by percentile: each nine behind the point takes as much room as the one before, so that the tail is
     * seen.
     *
     * @param histograms of microseconds, by their names
     * @return SVG
     */
    public static String distribution(final Map<String, Histogram> histograms) {
        double max = 1;
        int nines = 2;
        for (final Histogram one : histograms.values()) {
            max = Math.max(max, one.getMaxValue() / 1000.0);
            nines = Math.max(nines, Math.min(MAX_NINES, (int) Math.ceil(Math.log10(Math.max(1, one.getTotalCount())))));
        }
        final double step = step(max);
        final double top = Math.ceil(max / step) * step;
        final StringBuilder svg = open(HEIGHT + histograms.size() * ROW);
        for (double at = 0; at <= top + step / 2; at += step) {
            final double y = HEIGHT - FOOT - (HEIGHT - FOOT - TOP) * at / top;
            line(svg, LEFT, y, WIDTH - RIGHT, y);
            text(svg, LEFT - 8, y + 4, "end", number(at) + " ms");
        }
        for (int nine = 0; nine <= nines; nine++) {
            final double x = x(nine, nines);
            line(svg, x, TOP, x, HEIGHT - FOOT);
            text(svg, x, HEIGHT - FOOT + 18, "middle", percentile(nine));
        }
        int colour = 0;
        for (final Map.Entry<String, Histogram> one : histograms.entrySet()) {
            svg.append("<polyline class=\"line\" stroke=\"var(--c").append(colour % COLOURS).append(")\" points=\"");
            for (final HistogramIterationValue value : one.getValue().percentiles(STEPS_PER_HALF)) {
                final double rest = 1 - value.getPercentileLevelIteratedTo() / PERCENT;
                final double nine = rest <= 0 ? nines : Math.min(nines, -Math.log10(rest));
                svg.append(number(x(nine, nines))).append(',').append(number(HEIGHT - FOOT - (HEIGHT - FOOT - TOP)
                    * value.getValueIteratedTo() / 1000.0 / top)).append(' ');
            }
            svg.append("\"/>\n");
            legend(svg, colour++, one.getKey());
        }
        return svg.append("</svg>").toString();
    }

    private static void legend(final StringBuilder svg, final int colour, final String label) {
        final double y = HEIGHT + colour * ROW;
        svg.append("<rect x=\"").append(LEFT).append("\" y=\"").append(number(y - 8))
            .append("\" width=\"14\" height=\"4\" fill=\"var(--c").append(colour % COLOURS).append(")\"/>\n");
        text(svg, LEFT + 22, y, "start", label);
    }

    private static double x(final double nine, final int nines) {
        return LEFT + (WIDTH - RIGHT - LEFT) * nine / nines;
    }

    /** 0, 90, 99, 99.9 … percent. */
    private static String percentile(final int nines) {
        return nines == 0 ? "0 %" : nines <= 2 ? "9".repeat(nines) + (nines == 1 ? "0 %" : " %")
            : "99." + "9".repeat(nines - 2) + " %";
    }

    /**
     * Times at which something lasted, a row for each who had it.
     *
     * @param rows    in their order
     * @param seconds how long all of it was
     * @return SVG
     */
    public static String timeLine(final Map<String, List<Span>> rows, final double seconds) {
        final int foot = TOP + rows.size() * ROW;
        final StringBuilder svg = open(foot + FOOT);
        final double all = Math.max(1e-9, seconds);
        final double step = step(all);
        for (double at = 0; at <= all; at += step) {
            final double x = LEFT + (WIDTH - RIGHT - LEFT) * at / all;
            line(svg, x, TOP, x, foot);
            text(svg, x, foot + 18, "middle", number(at) + " s");
        }
        int row = 0;
        for (final Map.Entry<String, List<Span>> one : rows.entrySet()) {
            final double y = TOP + row * ROW;
            line(svg, LEFT, y + ROW / 2.0, WIDTH - RIGHT, y + ROW / 2.0);
            text(svg, LEFT - 8, y + ROW / 2.0 + 4, "end", one.getKey());
            for (final Span span : one.getValue()) {
                final double from = LEFT + (WIDTH - RIGHT - LEFT) * Math.min(all, Math.max(0, span.fromS())) / all;
                final double to = LEFT + (WIDTH - RIGHT - LEFT) * Math.min(all, span.toS()) / all;
                rect(svg, from, y + 3, Math.max(LEAST_MARK, to - from), ROW - 6.0, "var(--c1)",
                    number(span.fromS()) + " s: " + number((span.toS() - span.fromS()) * 1000) + " ms");
            }
            row++;
        }
        return svg.append("</svg>").toString();
    }

    /**
     * Bars on a scale where each step is ten times the one before.
     *
     * @param bars at least one
     * @param unit of their values
     * @return SVG
     */
    public static String bars(final List<Bar> bars, final String unit) {
        double least = Double.MAX_VALUE;
        double most = 1;
        for (final Bar bar : bars) {
            least = Math.min(least, Math.max(1e-3, bar.value()));
            most = Math.max(most, bar.value());
        }
        final double low = Math.floor(Math.log10(least));
        final double high = Math.max(low + 1, Math.ceil(Math.log10(most)));
        final int left = 2 * LEFT;
        final double scale = (WIDTH - RIGHT - left) / (high - low);
        final int foot = TOP + bars.size() * ROW;
        final StringBuilder svg = open(foot + FOOT);
        for (double at = low; at <= high; at++) {
            final double x = left + (at - low) * scale;
            line(svg, x, TOP, x, foot);
            text(svg, x, foot + 18, "middle", number(Math.pow(10, at)) + ' ' + unit);
        }
        int row = 0;
        for (final Bar bar : bars) {
            final double y = TOP + row++ * ROW;
            final String off = bar.error() > 0 ? " ± " + number(bar.error()) : "";
            text(svg, left - 8, y + ROW / 2.0 + 4, "end", bar.label());
            rect(svg, left, y + 4, Math.max(LEAST_MARK, (Math.log10(Math.max(1e-3, bar.value())) - low) * scale),
                ROW - 8.0, "var(--c0)", bar.label() + ": " + number(bar.value()) + off + ' ' + unit);
        }
        return svg.append("</svg>").toString();
    }

    private static StringBuilder open(final int height) {
        return new StringBuilder("<svg viewBox=\"0 0 " + WIDTH + ' ' + height + "\" role=\"img\">\n");
    }

    private static void line(final StringBuilder svg, final double x, final double y, final double toX,
                             final double toY) {
        svg.append("<path class=\"grid\" d=\"M").append(number(x)).append(' ').append(number(y)).append('L')
            .append(number(toX)).append(' ').append(number(toY)).append("\"/>\n");
    }

    private static void text(final StringBuilder svg, final double x, final double y, final String anchor,
                             final String text) {
        svg.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y)).append("\" text-anchor=\"")
            .append(anchor).append("\">").append(ReportPage.escape(text)).append("</text>\n");
    }

    private static void rect(final StringBuilder svg, final double x, final double y, final double width,
                             final double height, final String fill, final String title) {
        svg.append("<rect x=\"").append(number(x)).append("\" y=\"").append(number(y)).append("\" width=\"")
            .append(number(width)).append("\" height=\"").append(number(height)).append("\" fill=\"").append(fill)
            .append("\"><title>").append(ReportPage.escape(title)).append("</title></rect>\n");
    }

    /** 1, 2 or 5 times a power of ten, so that there are five to ten lines. */
    static double step(final double all) {
        final double power = Math.pow(10, Math.floor(Math.log10(all / 5)));
        final double steps = all / 5 / power;
        return power * (steps >= 5 ? 5 : steps >= 2 ? 2 : 1);
    }

    /** Two digits behind the point at most, and no more than there are. */
    private static String number(final double value) {
        final String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
