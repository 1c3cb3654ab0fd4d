package io.lockstep.examples.demo;

import io.lockstep.core.game.Cue;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.PeerSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** What each player of the demo sees: the game after each frame, and the lines about it while none is played, too. */
final class DemoViews {

    /** How often the lines change: slowly enough to be read, quickly enough for a time in tenths of a second. */
    private static final long LINES_NS = 200_000_000L;

    /** After so long without a frame the last one is shown again: longer than a tick, short enough to be smooth. */
    private static final long STILL_NS = 25_000_000L;

    private final List<DogfightPanel> panels = new ArrayList<>();
    private final IntFunction<String> ending;
    private final String[] lines;
    private final long[] saidNs;
    private final boolean[] closed;
    private final RollbackMeter[] meters;
    /** When each view was shown a frame last, and whether it was since the last look at the clock. */
    private final long[] presentedNs;
    private final boolean[] presented;

    /**
     * Views that show nothing yet.
     *
     * @param players of the match, each with a view
     * @param ending  what a player's line ends with
     */
    DemoViews(final int players, final IntFunction<String> ending) {
        this.ending = ending;
        for (int player = 0; player < players; player++) {
            panels.add(new DogfightPanel(players, player));
        }
        lines = new String[players];
        Arrays.fill(lines, "");
        saidNs = new long[players];
        Arrays.fill(saidNs, Long.MIN_VALUE / 2);
        closed = new boolean[players];
        presentedNs = new long[players];
        presented = new boolean[players];
        meters = new RollbackMeter[players];
        Arrays.setAll(meters, player -> new RollbackMeter());
    }

    List<DogfightPanel> panels() {
        return panels;
    }

    /** Shows the game of a peer, after each of its frames. */
    void present(final MatchPeer peer) {
        final DogfightPanel panel = panels.get(peer.player());
        presented[peer.player()] = true;
        panel.present(peer.game(), lines[peer.player()]);
        if (peer.prediction() > 0) {
            panel.ahead(peer.session().frame(), peer.session().head(),
                meters[peer.player()].depth(peer.session().statistics().prediction()));
        }
    }

    /** Shows what the game of a peer wants to be seen. */
    void show(final MatchPeer peer, final Cue cue) {
        panels.get(peer.player()).show(cue);
    }

    /** Says how things are, as often as can be read; to be called all the time, while no frame is played, too. */
    void refresh(final MatchPeer peer, final long nowNs) {
        final int player = peer.player();
        if (!closed[player] && peer.prediction() > 0 && (nowNs - presentedNs[player] >= STILL_NS
            || meters[player].isNew(peer.session().statistics().prediction()))) {
            // It is corrected also where it can get no further, and what was drawn before fades meanwhile.
            present(peer);
        }
        presentedNs[player] = presented[player] ? nowNs : presentedNs[player];
        presented[player] = false;
        if (closed[player] || nowNs - saidNs[player] < LINES_NS) {
            return;
        }
        saidNs[player] = nowNs;
        final String absences = peer.absences();
        lines[player] = (absences.isEmpty() ? "" : absences + "  ") + new PeerSummary(peer, nowNs).shortLine()
            + ending.apply(player);
        panels.get(player).say(lines[player], peer.waiting(nowNs));
    }

    /** The last words of a view whose player plays no more. */
    void close(final MatchPeer peer, final String line) {
        final int player = peer.player();
        closed[player] = true;
        lines[player] = line;
        panels.get(player).say(line, null);
        present(peer);
    }
}
