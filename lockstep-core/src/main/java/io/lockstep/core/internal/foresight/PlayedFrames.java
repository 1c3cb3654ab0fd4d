package io.lockstep.core.internal.foresight;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.input.InputPredictor;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.Command;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What the frames ahead were played with: of each player the input and event that were known then, or a guess, and
 * whether the player was present at all. The ring has a row for each frame between the one to be settled and the one
 * that is played next.
 */
final class PlayedFrames implements FrameSource {

    private final InputLog log;
    private final InputPredictor predictor;
    private final int players;
    private final int inputBytes;
    private final int eventBytes;
    private final int rows;
    private final byte[] inputs;
    private final byte[] events;
    private final int[] eventLengths;
    private final ByteBuffer last;
    private final ByteBuffer guess;
    /** Who took part, and of whom the input was known or has been found to be as guessed; bit n for player n. */
    private final int[] present;
    private final int[] known;
    private int row;

    PlayedFrames(final InputLog log, final InputPredictor predictor, final int players, final int inputBytes,
                 final int eventBytes, final int rows) {
        this.log = log;
        this.predictor = predictor;
        this.players = players;
        this.inputBytes = inputBytes;
        this.eventBytes = eventBytes;
        this.rows = rows;
        inputs = new byte[rows * players * inputBytes];
        events = new byte[rows * players * eventBytes];
        eventLengths = new int[rows * players];
        present = new int[rows];
        known = new int[rows];
        last = ByteBuffer.wrap(log.inputs()).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        guess = ByteBuffer.wrap(inputs).order(ByteOrder.LITTLE_ENDIAN);
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
            final int from = cell * inputBytes;
            eventLengths[cell] = 0;
            if (log.present(player, frame) && log.holds(player, frame)) {
                known[row] |= 1 << player;
                System.arraycopy(log.inputs(), log.inputOffset(player, frame), inputs, from, inputBytes);
                eventLengths[cell] = log.eventLength(player, frame);
                System.arraycopy(log.events(), log.eventOffset(player, frame), events, cell * eventBytes,
                    eventLengths[cell]);
            } else {
                Arrays.fill(inputs, from, from + inputBytes, (byte) 0);
            }
            if (log.present(player, frame)) {
                present[row] |= 1 << player;
                if ((known[row] & 1 << player) == 0) {
                    guesses++;
                    predict(player, frame, from);
                }
            }
        }
        return guesses;
    }

    private void predict(final int player, final long frame, final int into) {
        final long newest = log.next(player) - 1;
        final int offset = log.holds(player, newest) ? log.inputOffset(player, newest) : log.neutralOffset();
        last.limit(offset + inputBytes).position(offset);
        guess.limit(into + inputBytes).position(into);
        predictor.predict(player, (int) Math.min(frame - newest, Integer.MAX_VALUE), last, guess);
    }

    /** Returns whether a frame was played with every input that is known by now. */
    boolean isRight(final long frame) {
        for (int player = 0; player < players; player++) {
            if (!isRight(frame, player)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the players that were predicted wrong in the first wrong frame of a range, or none if all are right. */
    int wrongPlayers(final long from, final long to) {
        int wrong = 0;
        for (long frame = from; frame < to && wrong == 0; frame++) {
            for (int player = 0; player < players; player++) {
                wrong |= isRight(frame, player) ? 0 : 1 << player;
            }
        }
        return wrong;
    }

    private boolean isRight(final long frame, final int player) {
        final int at = (int) (frame % rows);
        final boolean takesPart = log.present(player, frame);
        if (takesPart != ((present[at] & 1 << player) != 0)) {
            return false;
        }
        if (!takesPart || (known[at] & 1 << player) != 0 || !log.holds(player, frame)) {
            return true;
        }
        if (!isAsGuessed(player, frame)) {
            return false;
        }
        known[at] |= 1 << player;
        return true;
    }

    private boolean isAsGuessed(final int player, final long frame) {
        final int cell = cell(frame, player);
        final int offset = log.inputOffset(player, frame);
        return log.eventLength(player, frame) == 0 && Arrays.equals(inputs, cell * inputBytes,
            (cell + 1) * inputBytes, log.inputs(), offset, offset + inputBytes);
    }

    /** Is it known already that somebody stops the game in a frame? Whatever was played of it would be taken back. */
    boolean isToStandStill(final long frame) {
        for (int player = 0; player < players; player++) {
            final int command = log.command(player, frame);
            if (command != Command.NONE && Command.kind(command) == Command.Kind.PAUSE) {
                return true;
            }
        }
        return false;
    }

    /** Is what the frame that is shown holds of a player no guess? */
    boolean isKnown(final int player) {
        return ((present[row] & ~known[row]) & 1 << player) == 0;
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
