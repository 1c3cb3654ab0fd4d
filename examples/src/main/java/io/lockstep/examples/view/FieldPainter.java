package io.lockstep.examples.view;

import io.lockstep.examples.dogfight.Direction;
import io.lockstep.examples.dogfight.GameEvents;
import io.lockstep.examples.dogfight.PowerUpKind;
import io.lockstep.examples.dogfight.Rules;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.RoundRectangle2D;

/** Draws what lies and flies on the field, in pixels at zoom 1; the caller scales. */
final class FieldPainter {

    /** What is nearer to an edge than this is drawn on the other side too. */
    private static final double MARGIN = 60;
    private static final double BULLET_TAIL = 20;
    private static final float FLAME_PIXELS = 14;
    private static final float BOOST_FLAME_PIXELS = 26;
    private static final double HP_BAR = 30;
    private static final BasicStroke TAIL = new BasicStroke(5f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    private static final BasicStroke CORE = new BasicStroke(2.6f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    private static final Font LABEL = new Font(Font.SANS_SERIF, Font.BOLD, 11);
    private static final Font SIGN = new Font(Font.SANS_SERIF, Font.BOLD, 12);

    /** Largest width of a name under a ship, in pixels at zoom 1: three ships. */
    private static final int NAME_WIDTH = 100;

    private final ShipArt art = new ShipArt();
    private final Shown shown;
    private final int viewer;
    private final double width;
    private final double height;
    /** Ships on a large field are drawn larger, so that they stay visible in a small window. */
    private double zoom = 1;

    FieldPainter(final Shown shown, final int viewer) {
        this.shown = shown;
        this.viewer = viewer;
        this.width = (double) shown.scene.field.width() / Rules.UNITS_PER_PIXEL;
        this.height = (double) shown.scene.field.height() / Rules.UNITS_PER_PIXEL;
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    void paint(final Graphics2D g, final double objectZoom) {
        final Scene scene = shown.scene;
        final float alpha = shown.alpha;
        zoom = objectZoom;
        for (int i = 0; i < scene.powerUpKind.length; i++) {
            if (scene.powerUpKind[i] != PowerUpKind.NONE) {
                final int slot = i;
                final double x = (double) scene.powerUpX[i] / Rules.UNITS_PER_PIXEL;
                final double y = (double) scene.powerUpY[i] / Rules.UNITS_PER_PIXEL;
                around(g, x, y, () -> powerUp(g, scene.powerUpKind[slot], scene.frame + 17L * slot));
            }
        }
        for (int i = 0; i < scene.bulletX.length; i++) {
            if (scene.bulletDirection[i] != Direction.IDLE) {
                bullet(g, scene, i, alpha);
            }
        }
        for (int i = 0; i < scene.players; i++) {
            if (scene.corrections.ghostFrames[i] > 0) {
                ghost(g, scene.corrections, i);
            }
        }
        for (int i = 0; i < scene.players; i++) {
            if (i != viewer) {
                ship(g, scene, i, alpha);
            }
        }
        ship(g, scene, viewer, alpha);
    }

    private void bullet(final Graphics2D g, final Scene scene, final int bullet, final float alpha) {
        final Color color = Palette.player(bullet / Rules.BULLETS_PER_SHIP);
        final double x = Scene.between(scene.bulletLastX[bullet], scene.bulletX[bullet], scene.field.width(), alpha);
        final double y = Scene.between(scene.bulletLastY[bullet], scene.bulletY[bullet], scene.field.height(), alpha);
        final double tailX = -BULLET_TAIL * Direction.dx(scene.bulletDirection[bullet]);
        final double tailY = -BULLET_TAIL * Direction.dy(scene.bulletDirection[bullet]);
        around(g, x, y, () -> {
            g.setStroke(TAIL);
            g.setColor(Palette.alpha(color, 0.45));
            g.draw(new Line2D.Double(tailX, tailY, 0, 0));
            g.setStroke(CORE);
            g.setColor(Palette.mix(color, Color.WHITE, 0.6));
            g.draw(new Line2D.Double(tailX * 0.45, tailY * 0.45, 0, 0));
        });
    }

    /** Where a ship was drawn until it turned out not to be there. */
    private void ghost(final Graphics2D g, final Corrections corrections, final int ship) {
        around(g, corrections.ghostX[ship] / Rules.UNITS_PER_PIXEL, corrections.ghostY[ship] / Rules.UNITS_PER_PIXEL,
            () -> ShipArt.ghost(g, Palette.player(ship), corrections.ghostAngle[ship],
                (double) corrections.ghostFrames[ship] / Corrections.GHOST_FRAMES));
    }

    private void ship(final Graphics2D g, final Scene scene, final int ship, final float alpha) {
        final double x = Scene.between(scene.lastX[ship], scene.x[ship], scene.field.width(), alpha);
        final double y = Scene.between(scene.lastY[ship], scene.y[ship], scene.field.height(), alpha);
        final Color color = Palette.player(ship);
        if (scene.hp[ship] == 0) {
            around(g, x, y, () -> art.explosion(g, color, Rules.RESPAWN_FRAMES - scene.respawn[ship] + alpha));
        } else {
            around(g, x, y, () -> livingShip(g, scene, ship, color));
        }
        if (scene.emote[ship] != 0) {
            around(g, x, y, () -> bubble(g, GameEvents.word(scene.emote[ship])));
        }
    }

    private void livingShip(final Graphics2D g, final Scene scene, final int ship, final Color color) {
        // The flame flickers with the frame, so that a still picture of a frame is always the same.
        final double flicker = 0.75 + 0.25 * (scene.frame * 5 % 7) / 6;
        final double length = scene.boost[ship] > 0 ? BOOST_FLAME_PIXELS : FLAME_PIXELS;
        final double flame = scene.thrusting[ship] || scene.boost[ship] > 0 ? length * flicker : 0;
        art.ship(g, color, scene.angle[ship], (double) scene.flash[ship] / Scene.FLASH_FRAMES, flame);
        if (scene.shield[ship] > 0) {
            ShipArt.shield(g, color, Math.min(1, scene.shield[ship] / 20.0));
        }
        if (ship == viewer) {
            ownMark(g);
        }
        hpBar(g, scene.hp[ship]);
        g.setFont(LABEL);
        final String name = Text.cut(shown.name(ship), g.getFontMetrics(), NAME_WIDTH);
        centred(g, scene.parked[ship] ? name + " paused" : name, 40, Palette.mix(color, Color.WHITE, 0.3));
    }

    private static void ownMark(final Graphics2D g) {
        g.setStroke(new BasicStroke(1.3f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, new float[] {5, 6}, 0));
        g.setColor(Palette.alpha(Color.WHITE, 0.5));
        g.draw(new Ellipse2D.Double(-25, -25, 50, 50));
    }

    private static void hpBar(final Graphics2D g, final int hp) {
        final double top = 25;
        g.setColor(Palette.SHADOW);
        g.fill(new RoundRectangle2D.Double(-HP_BAR / 2 - 1, top - 1, HP_BAR + 2, 6, 4, 4));
        final double share = Math.min(1, (double) hp / Rules.START_HP);
        g.setColor(hp <= 2 ? Palette.HURT : new Color(0x6BE675));
        g.fill(new RoundRectangle2D.Double(-HP_BAR / 2, top, HP_BAR * share, 4, 3, 3));
        if (hp > Rules.START_HP) {
            final double extra = (double) (hp - Rules.START_HP) / (Rules.MAX_HP - Rules.START_HP);
            g.setColor(Palette.GOLD);
            g.fill(new RoundRectangle2D.Double(-HP_BAR / 2, top, HP_BAR * extra, 4, 3, 3));
        }
    }

    private void powerUp(final Graphics2D g, final int kind, final long frame) {
        final Color color = Palette.powerUp(kind);
        final double pulse = 0.5 + 0.5 * Math.sin(frame * 0.09);
        art.glow().paint(g, color, 24 + 4 * pulse, 0.45);
        final RoundRectangle2D box = new RoundRectangle2D.Double(-12, -10, 24, 20, 10, 10);
        g.setColor(new Color(10, 18, 36, 220));
        g.fill(box);
        g.setStroke(new BasicStroke(1.6f));
        g.setColor(color);
        g.draw(box);
        g.setFont(SIGN);
        if (kind == PowerUpKind.AMMO_PLUS_ONE) {
            for (int i = -1; i <= 1; i++) {
                g.fill(new RoundRectangle2D.Double(i * 5 - 1.5, -5, 3, 10, 3, 4));
            }
        } else {
            centred(g, kind == PowerUpKind.HP_PLUS_THREE ? "+3" : "+1", 4.5, color);
        }
    }

    private static void bubble(final Graphics2D g, final String word) {
        g.setFont(SIGN);
        final double half = g.getFontMetrics().stringWidth(word) / 2.0 + 8;
        final RoundRectangle2D box = new RoundRectangle2D.Double(-half, -54, 2 * half, 20, 12, 12);
        g.setColor(new Color(240, 245, 255, 225));
        g.fill(box);
        final int baseline = -40;
        g.setColor(new Color(0x131A30));
        Text.draw(g, word, (float) (8 - half), baseline);
    }

    private static void centred(final Graphics2D g, final String text, final double baseline, final Color color) {
        g.setColor(color);
        Text.draw(g, text, -g.getFontMetrics().stringWidth(text) / 2f, (float) baseline);
    }

    /** Draws something at a place, and again across each edge it is near to: the field is a torus. */
    private void around(final Graphics2D g, final double x, final double y, final Runnable drawing) {
        final double margin = MARGIN * zoom;
        final AffineTransform saved = g.getTransform();
        for (int acrossX = -1; acrossX <= 1; acrossX++) {
            final double atX = x + acrossX * width;
            if (atX < -margin || atX > width + margin) {
                continue;
            }
            for (int acrossY = -1; acrossY <= 1; acrossY++) {
                final double atY = y + acrossY * height;
                if (atY >= -margin && atY <= height + margin) {
                    g.translate(atX, atY);
                    g.scale(zoom, zoom);
                    drawing.run();
                    g.setTransform(saved);
                }
            }
        }
    }
}
