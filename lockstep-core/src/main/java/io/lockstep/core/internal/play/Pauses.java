package io.lockstep.core.internal.play;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Message;
import java.nio.ByteBuffer;

/**
 * Who has paused the match after some frame, and how often each player did. Follows from the commands of the frames
 * alone, so that it is the same everywhere, and is part of what is loaded with a state.
 *
 * <p>Whoever paused the match ends the pause. Once another player has asked for that, it lasts for what is left of the
 * time for which this player may hold up the others against their will.
 */
public final class Pauses {

    public static final int NOBODY = -1;
    /** Bytes that {@link #save} writes: by whom, since when, asked since when, and two numbers of each player. */
    public static final int BYTES = 1 + 2 * Long.BYTES + Message.MAX_PLAYERS * (1 + Short.BYTES);

    private static final int COUNTS_AT = 1 + 2 * Long.BYTES;
    private static final long NEVER = -1;

    private final int tickRate;
    private final byte[] pauses = new byte[Message.MAX_PLAYERS];
    /** Frames for which each player has held up others who had asked to go on. */
    private final short[] held = new short[Message.MAX_PLAYERS];
    private int pausedBy = NOBODY;
    private long pausedFrom;
    private long askedFrom = NEVER;
    /** The frame in which any of this changed last. */
    private long changed = NEVER;

    public Pauses(final int tickRate) {
        this.tickRate = tickRate;
    }

    public boolean isPaused() {
        return pausedBy != NOBODY;
    }

    /** Who paused the match, {@link #NOBODY} if it is not paused. */
    public int by() {
        return pausedBy;
    }

    /** Did all of this hold after a frame already? */
    public boolean heldAfter(final long frame) {
        return changed <= frame;
    }

    /** Carries out what the players ordered in a frame, one after the other. */
    public void execute(final long frame, final FrameSource what) {
        for (int player = 0; player < what.players(); player++) {
            if (what.present(player) && what.command(player) != 0) {
                order(frame, player, Command.kind(what.command(player)));
            }
        }
        expire(frame);
    }

    /** Carries out one player's order. */
    void order(final long frame, final int player, final Command.Kind kind) {
        if (kind == Command.Kind.PAUSE && !isPaused() && pauses[player] < MatchRules.PAUSES) {
            pauses[player]++;
            pausedBy = player;
            pausedFrom = frame;
            changed = frame;
        } else if (kind == Command.Kind.RESUME && isPaused()) {
            if (player == pausedBy) {
                resume(frame);
            } else if (askedFrom == NEVER) {
                askedFrom = frame;
                changed = frame;
            }
        }
    }

    /** Ends a pause whose time is over, behind the orders of a frame. */
    void expire(final long frame) {
        if (isPaused() && frame - pausedFrom >= (long) MatchRules.LONGEST_PAUSE_SECONDS * tickRate
            || isPaused() && heldBy(frame) >= (long) MatchRules.AGAINST_WILL_SECONDS * tickRate) {
            resume(frame);
        }
    }

    /** For how long the one who paused the match has held up others who had asked to go on. */
    private long heldBy(final long frame) {
        return askedFrom == NEVER ? 0 : held[pausedBy] + frame - askedFrom;
    }

    private void resume(final long frame) {
        held[pausedBy] = (short) Math.max(held[pausedBy], Math.min(heldBy(frame), Short.MAX_VALUE));
        pausedBy = NOBODY;
        askedFrom = NEVER;
        changed = frame;
    }

    /** Writes what must be known beside the game's state. */
    public void save(final ByteBuffer out) {
        out.put((byte) pausedBy).putLong(pausedFrom).putLong(askedFrom).put(pauses);
        for (final short frames : held) {
            out.putShort(frames);
        }
    }

    /** Can what {@link #save} would have written after a frame be what begins at an index? */
    public static boolean isSaved(final ByteBuffer in, final int at, final long frame, final MatchSettings settings) {
        final int by = in.get(at);
        final long from = in.getLong(at + 1);
        final long asked = in.getLong(at + 1 + Long.BYTES);
        final long longest = (long) MatchRules.LONGEST_PAUSE_SECONDS * settings.rules().tickRate();
        final long latest = Math.max(0, frame);
        boolean valid = by >= NOBODY && by < settings.players() && from >= 0 && from <= latest && asked >= NEVER
            && asked <= latest && (by == NOBODY ? asked == NEVER : frame - from < longest);
        for (int player = 0; player < Message.MAX_PLAYERS; player++) {
            final int count = in.get(at + COUNTS_AT + player);
            final int frames = in.getShort(at + COUNTS_AT + Message.MAX_PLAYERS + player * Short.BYTES);
            valid &= count >= 0 && count <= (player < settings.players() ? MatchRules.PAUSES : 0) && frames >= 0;
        }
        return valid;
    }

    /** Takes what another peer wrote, {@link #isSaved}. */
    public void load(final ByteBuffer in) {
        pausedBy = in.get();
        pausedFrom = in.getLong();
        askedFrom = in.getLong();
        in.get(pauses);
        for (int player = 0; player < held.length; player++) {
            held[player] = in.getShort();
        }
        changed = NEVER;
    }
}
