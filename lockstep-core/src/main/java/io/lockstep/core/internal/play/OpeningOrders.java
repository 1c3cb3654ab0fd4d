package io.lockstep.core.internal.play;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.Seating;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Message;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Who has ordered lately that inputs of a newcomer count, and which of these orders is carried out. Follows from the
 * commands of the frames alone, so that it is the same everywhere, and is part of what is loaded with a state.
 *
 * <p>Where three or more play, two of them have to order it, so that one at least is honest. That one gave its order as
 * a member of an epoch with the newcomer, with an input that nobody takes from it in an epoch before: whoever executes
 * that frame knows the newcomer as well.
 */
public final class OpeningOrders {

    /**
     * No order lets inputs count later than so many frames after it. Nobody who orders it needs more; one that lies
     * could keep a newcomer out for the rest of the match, because an order that was carried out is not given again.
     */
    public static final int MOST_AHEAD = InputLog.REACH / 2;
    /** The second order comes a trip and an input delay behind the first; nobody is so many frames behind another. */
    public static final int SECONDED_WITHIN = InputLog.REACH / 2;

    /** Of two who play one may lie: the other could let nobody in without it. */
    static final int ALONE_OF = 2;
    /** Bytes that {@link #save} writes for each of 32 peers: what it ordered, when, and when it was let in. */
    static final int BYTES = Message.MAX_PLAYERS * (Integer.BYTES + 2 * Long.BYTES);

    private static final int NOT_YET = -1;
    private static final long NEVER = -1;

    private final Seating seating;
    /** The newest order of each member, and its frame. */
    private final int[] ordered = new int[Message.MAX_PLAYERS];
    private final long[] orderedAt = new long[Message.MAX_PLAYERS];
    /** For each newcomer the frame in which two had ordered it: what others order soon after is the same once more. */
    private final long[] seconded = new long[Message.MAX_PLAYERS];
    /** The frame in which any of this changed last. */
    private long changed = NEVER;

    OpeningOrders(final Seating seating) {
        this.seating = seating;
        Arrays.fill(orderedAt, NEVER);
        Arrays.fill(seconded, NEVER);
    }

    /** Did all of this hold after a frame already? */
    boolean heldAfter(final long frame) {
        return changed <= frame;
    }

    /** Has another member ordered lately, as of this frame, that inputs of this process count? */
    public boolean isOrdered(final int peer, final int incarnation, final long frame) {
        final int subject = Command.activate(peer, 0, incarnation);
        return orderedByAnother(seating.localPeer(), subject, frame) != NOT_YET;
    }

    /** Notes the orders of a frame. */
    void execute(final long frame, final FrameSource what) {
        for (int player = 0; player < what.players(); player++) {
            if (what.present(player) && Command.isActivate(what.command(player))) {
                order(frame, player, what.command(player), what);
            }
        }
    }

    /**
     * Takes one player's order.
     *
     * @param what who plays in the frame
     * @return how many frames later the inputs count; −1 if nothing comes of the order yet
     */
    int order(final long frame, final int player, final int command, final FrameSource what) {
        final int ahead = Command.ahead(command);
        if (!isTimely(frame, command)) {
            return NOT_YET;
        }
        final int peer = seating.peerOf(player);
        ordered[peer] = command;
        orderedAt[peer] = frame;
        changed = frame;
        if (present(what) <= ALONE_OF) {
            return ahead;
        }
        final int other = orderedByAnother(peer, command, frame);
        if (other == NOT_YET) {
            return NOT_YET;
        }
        seconded[Command.seat(command)] = frame;
        // The lower of both may be a lie: the newcomer would be waited for.
        return Math.max(ahead, other);
    }

    /** Returns whether one player's order would be carried out in a frame, the first of that frame. */
    boolean isEnough(final long frame, final int player, final int command, final FrameSource what) {
        return isTimely(frame, command) && (present(what) <= ALONE_OF
            || orderedByAnother(seating.peerOf(player), command, frame) != NOT_YET);
    }

    private boolean isTimely(final long frame, final int command) {
        final long twice = seconded[Command.seat(command)];
        return Command.ahead(command) <= MOST_AHEAD && (twice == NEVER || frame - twice > SECONDED_WITHIN);
    }

    private int present(final FrameSource what) {
        int count = 0;
        for (int rest = seating.peers(); rest != 0; rest &= rest - 1) {
            final int players = seating.mask(Integer.numberOfTrailingZeros(rest));
            count += what.present(Integer.numberOfTrailingZeros(players)) ? 1 : 0;
        }
        return count;
    }

    /** How many frames ahead another than this member ordered the same lately, or −1. */
    private int orderedByAnother(final int peer, final int command, final long frame) {
        int ahead = NOT_YET;
        for (int other = 0; other < ordered.length; other++) {
            if (other != peer && orderedAt[other] != NEVER && frame - orderedAt[other] <= SECONDED_WITHIN
                && Command.isOfTheSame(ordered[other], command)) {
                ahead = Math.max(ahead, Command.ahead(ordered[other]));
            }
        }
        return ahead;
    }

    /** Writes what must be known beside the game's state. */
    void save(final ByteBuffer out) {
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            out.putInt(ordered[peer]).putLong(orderedAt[peer]).putLong(seconded[peer]);
        }
    }

    /** Can what {@link #save} would have written after a frame be what begins at an index? */
    static boolean isSaved(final ByteBuffer in, final int at, final long frame, final MatchSettings settings) {
        boolean valid = true;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            final int from = at + peer * BYTES / Message.MAX_PLAYERS;
            final int command = in.getInt(from);
            final long when = in.getLong(from + Integer.BYTES);
            final long twice = in.getLong(from + Integer.BYTES + Long.BYTES);
            final boolean seated = settings.seating().mask(peer) != 0;
            valid &= command == Command.NONE ? when == NEVER : seated && isOrder(command) && when >= 0 && when <= frame;
            valid &= twice == NEVER || twice >= 0 && twice <= frame;
        }
        return valid;
    }

    private static boolean isOrder(final int command) {
        return Command.isValid(command) && Command.isActivate(command) && Command.ahead(command) <= MOST_AHEAD;
    }

    /** Takes what another peer wrote, {@link #isSaved}. */
    void load(final ByteBuffer in) {
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            ordered[peer] = in.getInt();
            orderedAt[peer] = in.getLong();
            seconded[peer] = in.getLong();
        }
        changed = NEVER;
    }
}
