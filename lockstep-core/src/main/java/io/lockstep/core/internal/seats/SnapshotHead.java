package io.lockstep.core.internal.seats;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.StandingOrders;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.sync.StateBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The header before the state in a stream to a joiner:
 *
 * <pre>
 *  0-7    frame after which the state was taken; its complement if the donor does not give so large a state, and
 *         then nothing follows this head
 *  8-11   length of the state
 *  12-15  CRC32 of the state
 *  16-19  players whose inputs count in the next frame, bit n for player n
 *  20-    for each of 32 players: frame from which on its inputs count again, −1 if that is not settled (8)
 *  276-   who paused the match, −1 for nobody (1), since which frame (8), since which frame another player asks to go
 *         on, −1 for none (8), pauses of each of 32 players (1), and for how many frames each one has held up others
 *         who had asked (2)
 *  389-   for each of 32 peers: its newest order that inputs of a newcomer count, 0 for none (4), in which frame it
 *         gave that, −1 for none (8), and in which frame two had ordered that its own inputs count, −1 for none (8)
 * </pre>
 */
public final class SnapshotHead {

    public static final int HEAD_BYTES = 2 * Long.BYTES + Integer.BYTES + Message.MAX_PLAYERS * Long.BYTES
        + StandingOrders.BYTES;
    /** Where that begins which is hashed with the state. */
    public static final int STANDING_AT = HEAD_BYTES - StandingOrders.BYTES;

    private static final int ID_FACTOR = 31;
    private static final int LENGTH_AT = Long.BYTES;
    private static final int PRESENT_AT = 2 * Long.BYTES;
    private static final int OPENS_AT = PRESENT_AT + Integer.BYTES;
    /** Inputs count at most so long after the frame of the order that they do: its frames are 16 bits. */
    private static final long LATEST_OPENING = 1 << Short.SIZE;

    private SnapshotHead() {
    }

    public static ByteBuffer newHead() {
        return ByteBuffer.allocate(HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Tells one stream from the one before and from another donor's. */
    public static int transferId(final long frame, final int donor) {
        return (int) frame * ID_FACTOR + donor;
    }

    /** Fills the header with the message that the state after a frame is too large to be sent. */
    static void writeRefusal(final ByteBuffer head, final long frame, final int length) {
        head.clear();
        head.putLong(0, ~frame).putInt(LENGTH_AT, length);
    }

    /** Returns whether the donor does not send the state because it is too large. */
    static boolean isRefusal(final ByteBuffer head, final long frame) {
        return head.getLong(0) == ~frame;
    }

    public static void write(final ByteBuffer head, final long frame, final StateBuffer state, final InputLog log,
                      final MatchSettings settings, final FrameOrders orders) {
        head.clear();
        head.putLong(frame).putInt(state.length()).putInt(state.crc32());
        int present = 0;
        for (int player = 0; player < settings.players(); player++) {
            present |= log.present(player, frame + 1) ? 1 << player : 0;
        }
        head.putInt(present);
        for (int player = 0; player < Message.MAX_PLAYERS; player++) {
            // Not the next input expected: the first ones may be here already.
            final boolean opens = player < settings.players() && (present & 1 << player) == 0 && !log.isClosed(player);
            head.putLong(opens ? log.presentFrom(player) : -1);
        }
        orders.standing().save(head);
        head.flip();
    }

    /** Can this be what a member of this match writes before its state after a frame? */
    public static boolean isValid(final ByteBuffer head, final long frame, final MatchSettings settings) {
        final int length = length(head);
        final int present = head.getInt(PRESENT_AT);
        boolean valid = head.getLong(0) == frame && length >= 0 && length <= settings.state().maxBytes()
            && (present & ~(int) ((1L << settings.players()) - 1)) == 0
            && StandingOrders.isSaved(head, STANDING_AT, frame, settings);
        for (int player = 0; player < Message.MAX_PLAYERS; player++) {
            final long opens = head.getLong(OPENS_AT + player * Long.BYTES);
            final boolean closed = player < settings.players() && (present & 1 << player) == 0;
            valid &= opens == -1 || closed && opens > frame + 1 && opens - frame <= LATEST_OPENING;
        }
        return valid;
    }

    /** How long the state behind it is. */
    static int length(final ByteBuffer head) {
        return head.getInt(LENGTH_AT);
    }
}
