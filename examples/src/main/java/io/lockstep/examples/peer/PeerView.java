package io.lockstep.examples.peer;

import io.lockstep.examples.view.DogfightPanel;
import io.lockstep.examples.view.RollbackMeter;

/** What a player of a match sees: the game after each frame, and the lines about it while none is played, too. */
public final class PeerView {

    /** How often the lines change: slowly enough to be read, quickly enough for a time in tenths of a second. */
    private static final long LINES_NS = 200_000_000L;

    /** After so long without a frame the last one is shown again: longer than a tick, short enough to be smooth. */
    private static final long STILL_NS = 25_000_000L;

    private final DogfightPanel panel;
    private MatchPeer peer;
    private RollbackMeter meter;
    private String line = "";
    private String pinned;
    private long saidNs = Long.MIN_VALUE / 2;
    /** When a frame was shown last, and whether one was since the last look at the clock. */
    private long presentedNs;
    private boolean presented;

    /**
     * A view that shows nothing yet.
     *
     * @param players of the match, 2 to 32
     * @param player  whose view it is
     */
    public PeerView(final int players, final int player) {
        panel = new DogfightPanel(players, player);
    }

    /**
     * The view itself.
     *
     * @return paints on any thread
     */
    public DogfightPanel panel() {
        return panel;
    }

    /**
     * Shows a peer from now on, in the place of one that was shown before, and becomes the one that is told of its
     * frames and cues.
     *
     * @param shown the peer, which advances on the thread that calls this and all that follows
     */
    public void attach(final MatchPeer shown) {
        peer = shown;
        meter = new RollbackMeter();
        pinned = null;
        saidNs = Long.MIN_VALUE / 2;
        peer.onCue(panel::show);
        peer.afterFrame(this::present);
        present();
    }

    private void present() {
        presented = true;
        panel.present(peer.game(), line);
        if (peer.prediction() > 0) {
            panel.ahead(peer.session().frame(), peer.session().head(),
                meter.depth(peer.session().statistics().prediction()));
        }
    }

    /**
     * Says how things are, as often as can be read; to be called all the time, while no frame is played, too.
     *
     * @param nowNs monotonic nanoseconds
     */
    public void refresh(final long nowNs) {
        if (pinned == null && peer.prediction() > 0 && (nowNs - presentedNs >= STILL_NS
            || meter.isNew(peer.session().statistics().prediction()))) {
            // It is corrected also where it can get no further, and what was drawn before fades meanwhile.
            present();
        }
        presentedNs = presented ? nowNs : presentedNs;
        presented = false;
        if (!peer.ended()) {
            panel.sample(peer.session(), nowNs);
        }
        if (pinned != null || nowNs - saidNs < LINES_NS) {
            return;
        }
        saidNs = nowNs;
        final String absences = peer.absences();
        line = new PeerSummary(peer, nowNs).shortLine() + (absences.isEmpty() ? "" : "  " + absences);
        panel.say(line, notice(nowNs));
    }

    private String notice(final long nowNs) {
        final String waiting = peer.waiting(nowNs);
        return waiting != null || peer.pausedBy() < 0 ? waiting : "paused\nby player " + peer.pausedBy();
    }

    /**
     * Says one thing and nothing else any more, until it is taken back or another peer is shown.
     *
     * @param notice what stands over the field, the first of its lines in large letters; null to take it back
     */
    public void pin(final String notice) {
        pinned = notice;
        saidNs = Long.MIN_VALUE / 2;
        if (notice != null) {
            panel.say(notice.split("\n")[0], notice);
        }
    }
}
