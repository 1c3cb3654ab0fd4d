package io.lockstep.examples.view;

import io.lockstep.examples.dogfight.Rules;

/**
 * How ships are drawn whose game was taken back and played otherwise: where they were seen last at first, and from
 * there on more and more where they are. A ghost stays for a while where a ship was seen that is somewhere else.
 * Nothing of it is part of the game's state; in lockstep it is never needed.
 */
final class Corrections {

    /** How long a ghost is seen: 300 ms at 60 Hz, long enough to notice, short enough for the next one. */
    static final int GHOST_FRAMES = 18;

    /** What is left of a difference after each frame: less than a twentieth after 100 ms at 60 Hz. */
    private static final double KEPT = 0.6;
    /** Nobody sees a ship that is fewer pixels from where it was, and so there is no ghost. */
    private static final int VISIBLE = 3 * Rules.UNITS_PER_PIXEL;
    /** A ship that is farther off has become another one somewhere else: to glide there would show what never was. */
    private static final int FAR = 150 * Rules.UNITS_PER_PIXEL;

    final double[] ghostX;
    final double[] ghostY;
    final double[] ghostAngle;
    final int[] ghostFrames;
    private final double[] offsetX;
    private final double[] offsetY;

    Corrections(final int players) {
        ghostX = new double[players];
        ghostY = new double[players];
        ghostAngle = new double[players];
        ghostFrames = new int[players];
        offsetX = new double[players];
        offsetY = new double[players];
    }

    /** How far from its place a ship is drawn, in units. */
    double offsetX(final int ship) {
        return offsetX[ship];
    }

    double offsetY(final int ship) {
        return offsetY[ship];
    }

    /** A frame has passed of a ship that was not seen before, or is not seen any more. */
    void appear(final int ship) {
        offsetX[ship] = 0;
        offsetY[ship] = 0;
        fade(ship);
    }

    /**
     * A frame has passed of a ship that was seen at a place, and has to have been at another one as is known by now.
     *
     * @param ship  which one
     * @param x     where it was seen, and likewise {@code y}
     * @param angle how it was seen
     * @param offX  how far that was from where it has to have been, the shorter way, and likewise {@code offY}
     */
    void move(final int ship, final double x, final double y, final double angle, final double offX,
              final double offY) {
        fade(ship);
        if (Math.hypot(offX - offsetX[ship], offY - offsetY[ship]) >= VISIBLE) {
            ghostX[ship] = x;
            ghostY[ship] = y;
            ghostAngle[ship] = angle;
            ghostFrames[ship] = GHOST_FRAMES;
        }
        final double kept = Math.hypot(offX, offY) < FAR ? KEPT : 0;
        offsetX[ship] = offX * kept;
        offsetY[ship] = offY * kept;
    }

    private void fade(final int ship) {
        ghostFrames[ship] = Math.max(0, ghostFrames[ship] - 1);
    }

    /** What is painted becomes the same as another of as many players. */
    void copy(final Corrections other) {
        System.arraycopy(other.ghostX, 0, ghostX, 0, ghostX.length);
        System.arraycopy(other.ghostY, 0, ghostY, 0, ghostY.length);
        System.arraycopy(other.ghostAngle, 0, ghostAngle, 0, ghostAngle.length);
        System.arraycopy(other.ghostFrames, 0, ghostFrames, 0, ghostFrames.length);
    }
}
