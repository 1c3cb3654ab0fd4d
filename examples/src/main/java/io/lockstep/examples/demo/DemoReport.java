package io.lockstep.examples.demo;

import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.PeerSummary;
import io.lockstep.examples.view.DogfightPanel;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** What the demo tells at its end: whether all went well, the table of both peers, and the picture. */
final class DemoReport {

    private static final int VIEW_WIDTH = 800;
    private static final int GAP = 8;
    private static final int MOST_IN_A_ROW = 3;
    /** 126 letters a line. */
    private static final int COLUMNS = 4;

    private DemoReport() {
    }

    /**
     * What is wrong with a match, as one line; null when all who were to play to its end have ended alike.
     *
     * @param gone    who was not to play to its end
     * @param stopped whether it was stopped before, where each leaves with the last input that it has sent
     */
    static String problem(final List<MatchPeer> peers, final List<PeerSummary> summaries, final Set<Integer> gone,
                          final boolean stopped) {
        for (final MatchPeer peer : peers) {
            if (peer.problem() != null) {
                return "player " + peer.player() + ": " + peer.problem();
            }
        }
        PeerSummary first = null;
        for (int player = 0; player < summaries.size(); player++) {
            final PeerSummary other = summaries.get(player);
            if (gone.contains(player)) {
                continue;
            }
            first = first == null ? other : first;
            if (other.frames() != first.frames() ? !stopped : other.stateCrc() != first.stateCrc()) {
                return "the peers ended apart: " + first.ending() + ", " + other.ending();
            }
        }
        final boolean none = summaries.stream().allMatch(summary -> summary.frames() == 0);
        return !stopped && none ? "not one frame was played" : null;
    }

    /** How a match ended well. */
    static String ending(final List<PeerSummary> summaries, final Set<Integer> gone) {
        final List<Integer> stayed =
            IntStream.range(0, summaries.size()).filter(player -> !gone.contains(player)).boxed().toList();
        if (stayed.isEmpty()) {
            return "Nobody played on.";
        }
        final long frames = summaries.get(stayed.get(0)).frames();
        if (stayed.size() == 1) {
            return "Player " + stayed.get(0) + " played on alone to frame " + frames + ".";
        }
        if (stayed.stream().anyMatch(player -> summaries.get(player).frames() != frames)) {
            return "All who played left within a moment of each other, and no states differed in the end.";
        }
        return (!gone.isEmpty() ? "Players " + stayed.stream().map(String::valueOf).collect(Collectors.joining(", "))
            : stayed.size() == 2 ? "Both peers" : "All " + stayed.size() + " peers")
            + " ended on frame " + frames + " in the same state.";
    }

    /** One row for each number, one column for each peer; of many peers, so many side by side as can be read. */
    static List<String> table(final List<PeerSummary> summaries) {
        final List<String> lines = new ArrayList<>();
        for (int from = 0; from < summaries.size(); from += COLUMNS) {
            final StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-34s", ""));
            final List<PeerSummary> some = summaries.subList(from, Math.min(from + COLUMNS, summaries.size()));
            for (int player = from; player < from + some.size(); player++) {
                head.append(String.format(Locale.ROOT, " %22s", "player " + player));
            }
            lines.add(head.toString());
            final List<String[][]> columns = some.stream().map(PeerSummary::rows).toList();
            for (int row = 0; row < columns.get(0).length; row++) {
                final String name = columns.get(0)[row][0];
                final StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-34s", name));
                for (final String[][] column : columns) {
                    line.append(String.format(Locale.ROOT, " %22s", column[row][1]));
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }

    /** Saves all views: two or three side by side, more in two rows. */
    static void savePicture(final List<DogfightPanel> views, final File file) throws IOException {
        final int rows = views.size() > MOST_IN_A_ROW ? 2 : 1;
        final int columns = (views.size() + rows - 1) / rows;
        final int height = views.get(0).heightFor(VIEW_WIDTH);
        final BufferedImage all = new BufferedImage(columns * (VIEW_WIDTH + GAP) - GAP, rows * (height + GAP) - GAP,
            BufferedImage.TYPE_INT_RGB);
        final Graphics2D graphics = all.createGraphics();
        for (int i = 0; i < views.size(); i++) {
            graphics.drawImage(views.get(i).picture(VIEW_WIDTH, height), i % columns * (VIEW_WIDTH + GAP),
                i / columns * (height + GAP), null);
        }
        graphics.dispose();
        if (!ImageIO.write(all, "png", file)) {
            throw new IOException("this Java cannot write PNG");
        }
    }
}
