package io.lockstep.core.internal.foresight;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.input.InputLog;
import java.util.Arrays;

/**
 * What the frames ahead were played with: of each player the input and event that were known then, or a guess, and
 * whether the player was present at all. The ring has a row for each frame between the one to be settled and the one
 * that is played next.
 */
final class PlayedFrames implements FrameSource {

    private final InputLog log;
    private final int players;
    private final int inputBytes;
    private final int eventBytes;
    private final int rows;
    private final byte[] inputs;
    private final byte[] events;
    private final int[] eventLengths;
    /** Who took part, and of whom the input was known or has been found to be as guessed; bit n for player n. */
    private final int[] present;
    private final int[] known;
    private int row;

    PlayedFrames(final InputLog log, final int players, final int inputBytes, final int eventBytes, final int rows) {
        this.log = log;
        this.players = players;
        this.inputBytes = inputBytes;
        this.eventBytes = eventBytes;
        this.rows = rows;
        inputs = new byte[rows * players * inputBytes];
        events = new byte[rows * players * eventBytes];
        eventLengths = new int[rows * players];
        present = new int[rows];
        known = new int[rows];
    }

    private int cell(final long frame, final int player) {
        return (int) (frame % rows) * players + player;
    }

    /** Fills the row of a frame that is played now, and shows it; answers how many inputs are guesses. */
    int fill(final long frame) {
        row = (int) (frame % rows);
        present[row] = 0;
        known[row] = 0;
        int guesses = 0;
        for (int player = 0; player < players; player++) {
            final int cell = cell(frame, player);
            eventLengths[cell] = 0;
            if (!log.present(player, frame)) {
                Arrays.fill(inputs, cell * inputBytes, (cell + 1) * inputBytes, (byte) 0);
                continue;
            }
            present[row] |= 1 << player;
            if (log.holds(player, frame)) {
                known[row] |= 1 << player;
                copy(cell, log.inputOffset(player, frame));
                eventLengths[cell] = log.eventLength(player, frame);
                System.arraycopy(log.events(), log.eventOffset(player, frame), events, cell * eventBytes,
                    eventLengths[cell]);
            } else {
                guesses++;
                final long last = log.next(player) - 1;
                copy(cell, log.holds(player, last) ? log.inputOffset(player, last) : log.neutralOffset());
            }
        }
        return guesses;
    }

    private void copy(final int cell, final int offset) {
        System.arraycopy(log.inputs(), offset, inputs, cell * inputBytes, inputBytes);
    }

    /** Was a frame played with all that is known of it by now? */
    boolean isRight(final long frame) {
        final int at = (int) (frame % rows);
        for (int player = 0; player < players; player++) {
            final boolean takesPart = log.present(player, frame);
            if (takesPart != ((present[at] & 1 << player) != 0)) {
                return false;
            }
            if (takesPart && (known[at] & 1 << player) == 0 && log.holds(player, frame)) {
                if (!isAsGuessed(player, frame)) {
                    return false;
                }
                known[at] |= 1 << player;
            }
        }
        return true;
    }

    private boolean isAsGuessed(final int player, final long frame) {
        final int cell = cell(frame, player);
        final int offset = log.inputOffset(player, frame);
        return log.eventLength(player, frame) == 0 && Arrays.equals(inputs, cell * inputBytes,
            (cell + 1) * inputBytes, log.inputs(), offset, offset + inputBytes);
    }

    /** Is nothing of a frame a guess any more? To be asked of a frame that is right. */
    boolean isSettled(final long frame) {
        final int at = (int) (frame % rows);
        return known[at] == present[at];
    }

    @Override
    public int players() {
        return players;
    }

    @Override
    public boolean present(final int player) {
        return (present[row] & 1 << player) != 0;
    }

    @Override
    public byte[] inputs() {
        return inputs;
    }

    @Override
    public int inputOffset(final int player) {
        return (row * players + player) * inputBytes;
    }

    @Override
    public byte[] events() {
        return events;
    }

    @Override
    public int eventOffset(final int player) {
        return (row * players + player) * eventBytes;
    }

    @Override
    public int eventLength(final int player) {
        return eventLengths[row * players + player];
    }

    @Override
    public int command(final int player) {
        return 0;
    }
}
