package io.lockstep.examples.demo;

import io.lockstep.core.game.Cue;
import io.lockstep.examples.dogfight.Dogfight;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import javax.swing.JComponent;

/**
 * One player's view of the game. Whoever steps the game calls {@link #present} after a frame, on any thread; the state
 * is copied there, so painting never reads a game that is being stepped. Works without a display too: {@link #paintOn}
 * draws on any {@code Graphics2D}, {@link #picture} on an image.
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
    private final transient Scene scene;
    private final transient Scene painted;
    private final transient FieldPainter fieldPainter;
    private final transient HudPainter hudPainter;
    private final transient RollbackGraph rollbacks = new RollbackGraph();
    private final transient RollbackGraph paintedRollbacks = new RollbackGraph();
    private final transient Backdrop backdrop = new Backdrop();
    private transient String hud = "";
    private transient String notice;
    private transient float alpha = 1;
    private transient boolean presented;

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
        scene = new Scene(players);
        painted = new Scene(players);
        fieldPainter = new FieldPainter(painted, viewer);
        hudPainter = new HudPainter(players, viewer);
        final double shape = fieldPainter.height() / fieldPainter.width();
        setPreferredSize(new Dimension(PREFERRED_WIDTH, (int) (PREFERRED_WIDTH * shape) + HudPainter.STRIP));
        setOpaque(true);
        setDoubleBuffered(true);
    }

    /**
     * Takes over the state after a frame and asks to be painted. Call it once for each frame for smooth movement.
     *
     * @param game of as many players as the view; read during the call only
     * @param line what the strip at the bottom says, such as round-trip time and frame; cut when too long
     * @throws IllegalArgumentException when the game is of another number of players
     */
    public void present(final Dogfight game, final String line) {
        if (game.players() != scene.players) {
            throw new IllegalArgumentException(game.players() + " players in a view for " + scene.players);
        }
        synchronized (lock) {
            scene.capture(game);
            hud = line;
            alpha = 1;
            presented = true;
        }
        repaint();
    }

    /**
     * Lights up a ship that was hit, or no longer if it was not after all, and asks to be painted.
     *
     * @param cue what the game has said of it; read during the call only
     */
    public void show(final Cue cue) {
        synchronized (lock) {
            if (cue.kind() == Dogfight.HIT && cue.type() == Cue.Type.START) {
                scene.hit(cue.key(), cue.frame());
            } else if (cue.kind() == Dogfight.HIT && cue.type() == Cue.Type.TAKEN_BACK) {
                scene.notHit(cue.key(), cue.frame());
            }
        }
        repaint();
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
            rollbacks.note(settled, head, depth);
        }
        repaint();
    }

    /** By how many frames it was taken back in each of the last ticks, the newest last. */
    int[] rollbacks() {
        synchronized (lock) {
            return rollbacks.depths().clone();
        }
    }

    /** For how many frames a ship's ghost will still be seen, 0 when there is none. */
    int ghostFrames(final int ship) {
        synchronized (lock) {
            return scene.corrections.ghostFrames[ship];
        }
    }

    /** For how many frames a ship will still light up, 0 when it does not. */
    int flashFrames(final int ship) {
        synchronized (lock) {
            return scene.flash[ship];
        }
    }

    /**
     * Says something without another frame, and asks to be painted: call it while the match stands still, too.
     *
     * @param line what the strip at the bottom says
     * @param over what stands over the field, the first of its lines in large letters; null for nothing
     */
    public void say(final String line, final String over) {
        synchronized (lock) {
            hud = line;
            notice = over;
        }
        repaint();
    }

    /** What stands over the field; null for nothing. */
    String notice() {
        synchronized (lock) {
            return notice;
        }
    }

    /** What the strip at the bottom says. */
    String line() {
        synchronized (lock) {
            return hud;
        }
    }

    /**
     * Sets how far between the previous and the last frame things are drawn, and asks to be painted.
     *
     * @param share 0 is the previous frame, 1 the last one; values beyond are taken as these
     */
    public void between(final float share) {
        synchronized (lock) {
            alpha = Math.max(0, Math.min(1, share));
        }
        repaint();
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
            final String line;
            final String over;
            final float share;
            final boolean something;
            synchronized (lock) {
                painted.copy(scene);
                paintedRollbacks.copy(rollbacks);
                line = hud;
                over = notice;
                share = alpha;
                something = presented;
            }
            paintField(g, width, fieldHeight, something, share);
            if (something) {
                hudPainter.paint(g, painted, paintedRollbacks, width, height, line);
                hudPainter.notice(g, over, width, height);
            }
        }
        g.dispose();
    }

    /** The whole field, as large as fits, in the middle. */
    private void paintField(final Graphics2D g, final int width, final int height, final boolean something,
                            final float share) {
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
        if (something) {
            fieldPainter.paint(field, painted, share, Math.max(1, SMALLEST_SHIP / scale));
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
