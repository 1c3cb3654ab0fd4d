package io.lockstep.examples.demo;

import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.PeerSummary;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;

/** What the demo tells at its end: whether all went well, the table of both peers, and the picture. */
final class DemoReport {

    private static final int VIEW_WIDTH = 800;
    private static final int GAP = 8;

    private DemoReport() {
    }

    /** What is wrong with a match, as one line; null when all who were to play to its end have ended alike. */
    static String problem(final List<MatchPeer> peers, final List<PeerSummary> summaries, final int gone) {
        for (final MatchPeer peer : peers) {
            if (peer.problem() != null) {
                return "player " + peer.player() + ": " + peer.problem();
            }
        }
        final PeerSummary first = summaries.get(0);
        for (int player = 0; player < summaries.size(); player++) {
            final PeerSummary other = summaries.get(player);
            if (player == gone) {
                continue;
            }
            if (other.frames() != first.frames() || other.stateCrc() != first.stateCrc()) {
                return "the peers ended apart: " + first.ending() + ", " + other.ending();
            }
        }
        return first.frames() == 0 ? "not one frame was played" : null;
    }

    /** One row for each number, one column for each peer. */
    static List<String> table(final List<PeerSummary> summaries) {
        final List<String> lines = new ArrayList<>();
        final StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-34s", ""));
        for (int player = 0; player < summaries.size(); player++) {
            head.append(String.format(Locale.ROOT, " %22s", "player " + player));
        }
        lines.add(head.toString());
        final List<String[][]> columns = summaries.stream().map(PeerSummary::rows).toList();
        for (int row = 0; row < columns.get(0).length; row++) {
            final StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-34s", columns.get(0)[row][0]));
            for (final String[][] column : columns) {
                line.append(String.format(Locale.ROOT, " %22s", column[row][1]));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    /** Saves all views side by side. */
    static void savePicture(final List<DogfightPanel> views, final File file) throws IOException {
        final Dimension size = views.get(0).getPreferredSize();
        final int height = VIEW_WIDTH * (size.height - HudPainter.STRIP) / size.width + HudPainter.STRIP;
        final BufferedImage all = new BufferedImage(views.size() * (VIEW_WIDTH + GAP) - GAP, height,
            BufferedImage.TYPE_INT_RGB);
        final Graphics2D graphics = all.createGraphics();
        for (int i = 0; i < views.size(); i++) {
            graphics.drawImage(views.get(i).picture(VIEW_WIDTH, height), i * (VIEW_WIDTH + GAP), 0, null);
        }
        graphics.dispose();
        if (!ImageIO.write(all, "png", file)) {
            throw new IOException("this Java cannot write PNG");
        }
    }
}
