package io.lockstep.examples.view;

import io.lockstep.core.session.NetGraph;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.util.Locale;

/**
 * Draws a net graph: a row with what concerns everybody, and a lane for each other peer, with its round trip as a line
 * in its colour, how early its inputs come as an area (red where late), and a red mark wherever the match stood still
 * for it.
 */
final class NetGraphPainter {

    /** So many samples are kept, a pixel each where there is room: five seconds at 60 a second. */
    static final int SAMPLES = 300;
    /** Between two samples: a frame of the screen. */
    static final long SAMPLE_NS = 16_000_000L;

    /** Time without a loss after which the graph shows 0 %: the session averages loss over about ten seconds. */
    private static final long LOSS_MEASURED_NS = 10_000_000_000L;
    private static final int MAX_WIDTH = 410;
    private static final int PADDING = 6;
    private static final int TEXT_ROW = 14;
    private static final int MAX_PLOT = 44;
    private static final int MIN_PLOT = 16;
    /** Of the height of the field at most: what is left is enough to see the ships. */
    private static final double SHARE = 0.66;
    private static final double NS_PER_MS = 1e6;
    private static final double PERCENT = 100;
    private static final double BYTES_PER_KB = 1000;
    /** Round numbers for the top of a plot, milliseconds; on a good network the lines lie low, and are seen to. */
    private static final int[] TOPS_MS = {20, 50, 100, 200, 500, 1000, 2000, 5000};

    private static final Font[] FONTS = {new Font(Font.MONOSPACED, Font.PLAIN, 11),
        new Font(Font.MONOSPACED, Font.PLAIN, 10), new Font(Font.MONOSPACED, Font.PLAIN, 9)};
    private static final Color PANE = new Color(8, 12, 26, 195);
    private static final Color EARLY = new Color(0x3B, 0x8F, 0x6A, 110);
    private static final Color LATE = new Color(0xFF, 0x5A, 0x4F, 170);
    private static final Color STALL = new Color(0xFF5A4F);

    private final int[] xs = new int[SAMPLES];
    private final int[] ys = new int[SAMPLES];

    /** Where everything is in a field of one size. */
    private record Layout(int wide, int top, int high, int plot, boolean narrow) {

        static Layout of(final int lanes, final int width, final int fieldHeight) {
            final int room = ((int) (fieldHeight * SHARE) - TEXT_ROW - 2 * PADDING) / Math.max(1, lanes) - TEXT_ROW;
            // Many lanes in a low view have their text beside the plot, and no line in it.
            final boolean narrow = room < MIN_PLOT;
            final int plot = narrow ? TEXT_ROW : Math.min(MAX_PLOT, room);
            final int high = TEXT_ROW + 2 * PADDING + lanes * (narrow ? TEXT_ROW : TEXT_ROW + plot);
            return new Layout(Math.min(MAX_WIDTH, width - 2 * PADDING), Math.max(0, fieldHeight - high - PADDING), high,
                plot, narrow);
        }

        int laneHigh() {
            return narrow ? TEXT_ROW : TEXT_ROW + plot;
        }
    }

    /** Where the graph begins, from the top, if it is so wide that it comes below what stands at the right. */
    static int top(final NetGraph graph, final int width, final int fieldHeight, final int right) {
        final Layout at = Layout.of(graph.peers(), width, fieldHeight);
        return PADDING + at.wide > right ? at.top : fieldHeight;
    }

    /** Draws it in the lower left corner of a field. */
    void paint(final Graphics2D g, final Shown shown, final int width, final int fieldHeight) {
        final NetGraph graph = shown.graph;
        final int lanes = graph.peers();
        final Layout at = Layout.of(lanes, width, fieldHeight);
        if (graph.size() < 2 || lanes == 0 || at.wide <= 2 * PADDING) {
            return;
        }
        final Shape clip = g.getClip();
        // Of a field too low for all lanes, what is below it keeps its place.
        g.clipRect(0, 0, width, fieldHeight);
        g.setColor(PANE);
        g.fillRoundRect(PADDING, at.top, at.wide, at.high, 10, 10);
        g.setColor(Palette.EDGE);
        g.drawRoundRect(PADDING, at.top, at.wide, at.high, 10, 10);
        final int left = 2 * PADDING;
        final int inner = at.wide - 2 * PADDING;
        g.clipRect(left, at.top, inner, at.high);
        text(g, summary(graph), Palette.DIM, left, at.top + PADDING + TEXT_ROW - 4, inner);
        final int beside = at.narrow ? widest(g, shown) + PADDING : 0;
        for (int lane = 0; lane < lanes; lane++) {
            final int laneTop = at.top + PADDING + TEXT_ROW + lane * at.laneHigh();
            if (inner - beside >= MIN_PLOT) {
                plot(g, graph, lane, left + beside, laneTop + at.laneHigh(), inner - beside, at.plot);
            }
            text(g, at.narrow ? shortText(shown, lane) : text(shown, lane),
                Palette.player(Math.max(0, graph.peer(lane))), left, laneTop + TEXT_ROW - 4, at.narrow ? 0 : inner);
        }
        g.setClip(clip);
    }

    /** How wide the texts of the lanes are in the smallest letters. */
    private static int widest(final Graphics2D g, final Shown shown) {
        g.setFont(FONTS[FONTS.length - 1]);
        int most = 0;
        for (int lane = 0; lane < shown.graph.peers(); lane++) {
            most = Math.max(most, g.getFontMetrics().stringWidth(shortText(shown, lane)));
        }
        return most;
    }

    /** What concerns everybody. */
    static String summary(final NetGraph graph) {
        final int newest = graph.size() - 1;
        return String.format(Locale.ROOT, "%s  term %d  epoch %d  input delay %d",
            graph.leader() < 0 ? "nobody leads" : "P" + graph.leader() + " leads", graph.term(), graph.epoch(),
            graph.inputDelay(newest));
    }

    /** What is known of one peer now. */
    static String text(final Shown shown, final int lane) {
        final NetGraph graph = shown.graph;
        final int newest = graph.size() - 1;
        return String.format(Locale.ROOT, "P%d rtt %s ms  slack %s ms  lost in %s out %s  %s kB/s",
            graph.peer(lane), number(graph.rttNs(lane, newest) / NS_PER_MS),
            number(graph.slackNs(lane, newest) / NS_PER_MS), loss(shown, lane, graph.lossIn(lane, newest)),
            loss(shown, lane, graph.lossOut(lane, newest)), number(graph.bytesPerSecond(lane) / BYTES_PER_KB));
    }

    /** The same where there is no room for names: round trip and slack, milliseconds, and what is lost each way. */
    static String shortText(final Shown shown, final int lane) {
        final NetGraph graph = shown.graph;
        final int newest = graph.size() - 1;
        return String.format(Locale.ROOT, "P%-2d%4s ms  slack %3s  lost %s", graph.peer(lane),
            number(graph.rttNs(lane, newest) / NS_PER_MS), number(graph.slackNs(lane, newest) / NS_PER_MS),
            losses(shown, lane));
    }

    /** Returns the loss in and out as text. */
    static String losses(final Shown shown, final int lane) {
        final int newest = shown.graph.size() - 1;
        return loss(shown, lane, shown.graph.lossIn(lane, newest)) + "/"
            + loss(shown, lane, shown.graph.lossOut(lane, newest));
    }

    /** Returns a share in per cent, or a dash if no loss was seen and the measurement is too short to exclude it. */
    private static String loss(final Shown shown, final int lane, final float share) {
        final long heardNs = shown.heardNs[lane];
        final boolean measured = heardNs > 0
            && shown.graph.timeNs(shown.graph.size() - 1) - heardNs >= LOSS_MEASURED_NS;
        return share == 0 && !measured ? "-" : String.format(Locale.ROOT, "%.0f%%", PERCENT * share);
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.1f" : "%.0f", value);
    }

    /** Draws the plot that ends above a line. */
    private void plot(final Graphics2D g, final NetGraph graph, final int lane, final int left, final int bottom,
                      final int wide, final int plot) {
        final int floor = bottom - 2;
        final int topMs = topMs(graph, lane);
        final double perMs = (plot - 4) / (double) topMs;
        final int samples = graph.size();
        for (int i = 0; i < samples; i++) {
            // The newest one is at the right, however few there are.
            xs[i] = left + wide - (samples - i) * wide / SAMPLES;
            final int next = left + wide - (samples - i - 1) * wide / SAMPLES;
            final double slackMs = graph.slackNs(lane, i) / NS_PER_MS;
            final int slack = (int) (Math.min(topMs, Math.abs(slackMs)) * perMs);
            g.setColor(slackMs < 0 ? LATE : EARLY);
            g.fillRect(xs[i], floor - slack, next - xs[i], slack);
            if (graph.stalls(lane, i) > 0) {
                g.setColor(STALL);
                g.fillRect(xs[i], floor - plot + 4, Math.max(1, next - xs[i]), plot - 4);
            }
            ys[i] = floor - (int) (Math.min(topMs, graph.rttNs(lane, i) / NS_PER_MS) * perMs);
        }
        g.setColor(Palette.EDGE);
        g.fillRect(left, floor, wide, 1);
        if (plot < MIN_PLOT) {
            return;
        }
        g.setColor(Palette.player(Math.max(0, graph.peer(lane))));
        g.drawPolyline(xs, ys, samples);
        g.setFont(FONTS[FONTS.length - 1]);
        g.setColor(Palette.DIM);
        Text.draw(g, topMs + " ms", left + 2, floor - plot + 11);
    }

    private static int topMs(final NetGraph graph, final int lane) {
        double mostMs = 0;
        for (int i = 0; i < graph.size(); i++) {
            mostMs = Math.max(mostMs, Math.max(graph.rttNs(lane, i), graph.slackNs(lane, i)) / NS_PER_MS);
        }
        for (final int top : TOPS_MS) {
            if (mostMs <= top) {
                return top;
            }
        }
        return TOPS_MS[TOPS_MS.length - 1];
    }

    /** In the largest letters that have room. */
    private static void text(final Graphics2D g, final String text, final Color color, final int left,
                             final int baseline, final int width) {
        g.setColor(color);
        for (final Font font : FONTS) {
            g.setFont(font);
            if (g.getFontMetrics().stringWidth(text) <= width) {
                break;
            }
        }
        Text.draw(g, text, left, baseline);
    }
}
