package io.lockstep.examples.view;

import io.lockstep.core.game.Cue;
import io.lockstep.core.session.NetGraph;
import io.lockstep.core.session.Session;
import io.lockstep.examples.dogfight.Dogfight;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.stream.IntStream;
import javax.swing.JComponent;

/**
 * One player's view of the game. Whoever steps the game calls {@link #present} after a frame, on any thread; the state
 * is copied there, so painting never reads a game that is being stepped. Nothing is painted for that at once: a
 * {@link GameWindow} paints what is {@link #takeStale stale}, at its own pace. Works without a display too:
 * {@link #paintOn} draws on any {@code Graphics2D}, {@link #picture} on an image.
 */
public final class DogfightPanel extends JComponent {

    private static final long serialVersionUID = 1L;
    /** Two of them side by side fit on a screen of 1366 by 768 pixels, with the keys below. */
    private static final int PREFERRED_WIDTH = 660;
    /** Below this zoom ships stop shrinking with the field. */
    private static final double SMALLEST_SHIP = 0.62;

    /** Guards what {@link #present} writes; held for a copy only, so that painting never holds up the game. */
    private final transient Object lock = new Object();
    /** Guards what is painted from; taken before the other. */
    private final transient Object paintLock = new Object();
    private final transient Shown shown;
    private final transient Shown painted;
    private final transient FieldPainter fieldPainter;
    private final transient HudPainter hudPainter;
    private final transient NetGraphPainter graphPainter = new NetGraphPainter();
    private final transient Backdrop backdrop = new Backdrop();
    private transient boolean stale;
    private transient long sampledNs;

    /**
     * A view that shows nothing yet.
     *
     * @param players of the match, 2 to 32
     * @param viewer  the player whose view it is, 0 to players − 1
     * @throws IllegalArgumentException when the viewer is none of the players
     */
    public DogfightPanel(final int players, final int viewer) {
        if (viewer < 0 || viewer >= players) {
            throw new IllegalArgumentException("viewer " + viewer + " of " + players + " players");
        }
        shown = new Shown(players);
        painted = new Shown(players);
        fieldPainter = new FieldPainter(painted, viewer);
        hudPainter = new HudPainter(players, viewer);
        setPreferredSize(new Dimension(PREFERRED_WIDTH, heightFor(PREFERRED_WIDTH)));
        setOpaque(true);
        setDoubleBuffered(true);
    }

    /**
     * How high a view is that shows the whole field without bars.
     *
     * @param width pixels
     * @return pixels
     */
    public int heightFor(final int width) {
        return (int) (width * fieldPainter.height() / fieldPainter.width()) + HudPainter.STRIP;
    }

    /**
     * Takes over the state after a frame. Call it once for each frame for smooth movement.
     *
     * @param game of as many players as the view; read during the call only
     * @param line what the strip at the bottom says, such as round-trip time and frame, in parts with two spaces in
     *             between; the last ones are left out when there are too many
     * @throws IllegalArgumentException when the game is of another number of players
     */
    public void present(final Dogfight game, final String line) {
        if (game.players() != shown.scene.players) {
            throw new IllegalArgumentException(game.players() + " players in a view for " + shown.scene.players);
        }
        synchronized (lock) {
            shown.scene.capture(game);
            shown.line = line;
            shown.alpha = 1;
            shown.presented = true;
            stale = true;
        }
    }

    /**
     * Lights up a ship that was hit, or no longer if it was not after all.
     *
     * @param cue what the game has said of it; read during the call only
     */
    public void show(final Cue cue) {
        synchronized (lock) {
            if (cue.kind() == Dogfight.HIT && cue.type() == Cue.Type.START) {
                shown.scene.hit(cue.key(), cue.frame());
            } else if (cue.kind() == Dogfight.HIT && cue.type() == Cue.Type.TAKEN_BACK) {
                shown.scene.notHit(cue.key(), cue.frame());
            }
            stale = true;
        }
    }

    /**
     * Tells how far a game is that is played ahead, and how far it was taken back since this was told last; to be
     * called after {@link #present}, and never of a game in lockstep.
     *
     * @param settled so many frames are settled
     * @param head    so many were played
     * @param depth   by so many it was taken back, 0 to 30
     */
    public void ahead(final long settled, final long head, final int depth) {
        synchronized (lock) {
            shown.rollbacks.note(settled, head, depth);
            stale = true;
        }
    }

    /**
     * Takes a sample for the net graph, at most one for each picture of a screen; to be called all the time, while no
     * frame is played, too.
     *
     * @param session of the viewer, on its thread
     * @param nowNs   monotonic nanoseconds
     */
    public void sample(final Session session, final long nowNs) {
        synchronized (lock) {
            if (shown.graph == null) {
                shown.graph = new NetGraph(session.statistics().peers(), NetGraphPainter.SAMPLES);
                shown.heardNs = new long[shown.graph.peers()];
            } else if (nowNs - sampledNs < NetGraphPainter.SAMPLE_NS) {
                return;
            }
            sampledNs = nowNs;
            shown.graph.sample(session, nowNs);
            for (int lane = 0; lane < shown.heardNs.length; lane++) {
                if (shown.heardNs[lane] == 0 && shown.graph.rttNs(lane, shown.graph.size() - 1) > 0) {
                    shown.heardNs[lane] = nowNs;
                }
            }
            stale |= shown.graphShown;
        }
    }

    /**
     * Sets the names of the players, shown under their ships, in the scores and at the end.
     *
     * @param names the names by player number; an empty text, or none, for an unknown name
     */
    public void names(final List<String> names) {
        synchronized (lock) {
            stale |= !names.equals(shown.names);
            shown.names = List.copyOf(names);
        }
    }

    /** Shows the net graph over the field, or no longer. */
    public void toggleGraph() {
        synchronized (lock) {
            shown.graphShown = !shown.graphShown;
            stale = true;
        }
    }

    /**
     * By how many frames the game was taken back in each of the last ticks.
     *
     * @return depths, the newest last; a copy
     */
    public int[] rollbacks() {
        synchronized (lock) {
            return shown.rollbacks.depths().clone();
        }
    }

    /**
     * Returns the losses in the net graph, whether it is shown or not.
     *
     * @return for each other player, the loss in and out, such as {@code 2%/-}
     */
    public List<String> losses() {
        synchronized (lock) {
            return IntStream.range(0, shown.heardNs.length).mapToObj(lane -> NetGraphPainter.losses(shown, lane))
                .toList();
        }
    }

    /**
     * For how many frames a ship's ghost will still be seen.
     *
     * @param ship whose
     * @return frames, 0 when there is none
     */
    public int ghostFrames(final int ship) {
        synchronized (lock) {
            return shown.scene.corrections.ghostFrames[ship];
        }
    }

    /**
     * For how many frames a ship will still light up.
     *
     * @param ship which
     * @return frames, 0 when it does not
     */
    public int flashFrames(final int ship) {
        synchronized (lock) {
            return shown.scene.flash[ship];
        }
    }

    /**
     * Says something without another frame: call it while the match stands still, too.
     *
     * @param line what the strip at the bottom says
     * @param over what stands over the field, the first of its lines in large letters; null for nothing
     */
    public void say(final String line, final String over) {
        synchronized (lock) {
            shown.line = line;
            shown.notice = over;
            stale = true;
        }
    }

    /**
     * What stands over the field.
     *
     * @return lines; null for nothing
     */
    public String notice() {
        synchronized (lock) {
            return shown.notice;
        }
    }

    /**
     * What the strip at the bottom says.
     *
     * @return the whole line, whatever there is room for
     */
    public String line() {
        synchronized (lock) {
            return shown.line;
        }
    }

    /**
     * Sets how far between the previous and the last frame things are drawn.
     *
     * @param share 0 is the previous frame, 1 the last one; values beyond are taken as these
     */
    public void between(final float share) {
        synchronized (lock) {
            shown.alpha = Math.max(0, Math.min(1, share));
            stale = true;
        }
    }

    /**
     * Whether there is something new to paint; once for each.
     *
     * @return true when something has changed since this was asked last
     */
    public boolean takeStale() {
        synchronized (lock) {
            final boolean was = stale;
            stale = false;
            return was;
        }
    }

    /**
     * Paints the view, on the screen or anywhere else.
     *
     * @param target what to paint on; its settings are left as they were
     * @param width  pixels
     * @param height pixels
     */
    public void paintOn(final Graphics2D target, final int width, final int height) {
        final int fieldHeight = height - HudPainter.STRIP;
        if (width <= 0 || fieldHeight <= 0) {
            return;
        }
        final Graphics2D g = (Graphics2D) target.create();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        synchronized (paintLock) {
            synchronized (lock) {
                painted.copy(shown);
            }
            paintField(g, width, fieldHeight);
            final boolean graphed = painted.graphShown && painted.graph != null;
            if (painted.presented) {
                hudPainter.paint(g, painted, width, height, !graphed ? fieldHeight
                    : NetGraphPainter.top(painted.graph, width, fieldHeight,
                        width - HudPainter.scoresWidth(painted, width)));
            }
            if (graphed) {
                graphPainter.paint(g, painted, width, fieldHeight);
            }
            hudPainter.notice(g, painted.notice, width, height);
        }
        g.dispose();
    }

    /** The whole field, as large as fits, in the middle. */
    private void paintField(final Graphics2D g, final int width, final int height) {
        final double scale = Math.min(width / fieldPainter.width(), height / fieldPainter.height());
        final int usedWidth = (int) Math.ceil(fieldPainter.width() * scale);
        final int usedHeight = (int) Math.ceil(fieldPainter.height() * scale);
        final Graphics2D field = (Graphics2D) g.create();
        field.setColor(Color.BLACK);
        field.fillRect(0, 0, width, height);
        field.translate((width - usedWidth) / 2, (height - usedHeight) / 2);
        field.drawImage(backdrop.of(usedWidth, usedHeight), 0, 0, null);
        field.clipRect(0, 0, usedWidth, usedHeight);
        field.scale(scale, scale);
        if (painted.presented) {
            fieldPainter.paint(field, Math.max(1, SMALLEST_SHIP / scale));
        }
        field.dispose();
    }

    /**
     * Paints the view on an image; needs no display.
     *
     * @param width  pixels
     * @param height pixels
     * @return a new image
     */
    public BufferedImage picture(final int width, final int height) {
        final BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        final Graphics2D g = image.createGraphics();
        paintOn(g, width, height);
        g.dispose();
        return image;
    }

    @Override
    protected void paintComponent(final Graphics graphics) {
        paintOn((Graphics2D) graphics, getWidth(), getHeight());
    }
}
