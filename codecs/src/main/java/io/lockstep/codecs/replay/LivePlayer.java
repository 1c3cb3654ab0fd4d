package io.lockstep.codecs.replay;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.feed.BlockView;
import io.lockstep.core.internal.game.SourceInputs;
import io.lockstep.core.internal.game.StateLoader;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.internal.sync.ChecksumWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;

/** Plays blocks of a recording as they come, and forgets each when it is played. */
final class LivePlayer {

    private final RecordingHeader header;
    private final Simulation game;
    private final RecordedFrames frames;
    private final RecordedFrames check;
    private final SourceInputs inputs;
    private final ChecksumWriter checksum = new ChecksumWriter();
    private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
    private boolean inBlock;
    private boolean hasState;
    private int left;
    private int waitingFrames;
    private long next;
    private int stateChecksum;
    private boolean matches = true;
    private boolean jumped;

    LivePlayer(final RecordingHeader header, final Simulation game) {
        this.header = header;
        this.game = game;
        frames = new RecordedFrames(header.match());
        check = new RecordedFrames(header.match());
        inputs = new SourceInputs(frames, header.match().inputBytes());
        try {
            header.configure(game);
        } catch (final RuntimeException refused) {
            throw new IllegalArgumentException("the game refuses the match config: " + refused.getMessage(), refused);
        }
    }

    /** Takes a block whose head and CRC are right; false if its frames cannot be. */
    boolean add(final ByteBuffer block) {
        final ByteBuffer copy = ByteBuffer.allocate(block.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        copy.put(block.duplicate()).flip();
        if (BlockView.kind(copy) == RecordingFormat.FRAMES) {
            if (!check.open(copy, 0)) {
                return false;
            }
            while (check.next()) {
                // All of them, to see whether they can be read.
            }
            if (!check.isExhausted()) {
                return false;
            }
            waitingFrames += BlockView.count(copy);
        }
        waiting.add(copy);
        return true;
    }

    /** Simulates the next frame; false when there is none. An IllegalArgumentException says that a state is refused. */
    boolean step() {
        while (!inBlock || !frames.next()) {
            inBlock = false;
            if (waiting.isEmpty()) {
                return false;
            }
            open(waiting.remove());
        }
        left--;
        waitingFrames--;
        matches = true;
        if (!frames.paused()) {
            game.step(frames.frame(), inputs);
            checksum.reset();
            game.save(checksum);
            stateChecksum = checksum.checksum();
            matches = frames.matches(stateChecksum);
        }
        next = frames.frame() + 1;
        return true;
    }

    private void open(final ByteBuffer block) {
        switch (BlockView.kind(block)) {
            case RecordingFormat.FRAMES -> {
                frames.open(block, 0);
                left = BlockView.count(block);
                inBlock = true;
            }
            case RecordingFormat.SNAPSHOT -> {
                if (BlockView.isLoaded(block)) {
                    load(block);
                }
            }
            default -> {
                // The end; why, is known where it came from.
            }
        }
    }

    private void load(final ByteBuffer block) {
        jumped = hasState;
        hasState = true;
        next = BlockView.frame(block);
        stateChecksum = BlockView.bodyCrc(block);
        try {
            StateLoader.load(game,
                block.position(RecordingFormat.BLOCK_HEAD_BYTES).slice().order(ByteOrder.LITTLE_ENDIAN));
        } catch (final RuntimeException refused) {
            throw new IllegalArgumentException(
                "the game refuses the state before frame " + next + ": " + refused.getMessage(), refused);
        }
    }

    /** Leaves out what stands before the newest state that waits; false if none does. */
    boolean skip() {
        ByteBuffer newest = null;
        for (final ByteBuffer block : waiting) {
            newest = BlockView.kind(block) == RecordingFormat.SNAPSHOT ? block : newest;
        }
        if (newest == null) {
            return false;
        }
        while (waiting.peek() != newest) {
            final ByteBuffer block = waiting.remove();
            waitingFrames -= BlockView.count(block);
        }
        waiting.remove();
        waitingFrames -= left;
        left = 0;
        inBlock = false;
        load(newest);
        return true;
    }

    /** Frames that wait to be played. */
    int waiting() {
        return waitingFrames;
    }

    /** Was another state loaded since this was asked last? */
    boolean takeJump() {
        final boolean was = jumped;
        jumped = false;
        return was;
    }

    /** The frame that is played next. */
    long next() {
        return next;
    }

    int checksum() {
        return stateChecksum;
    }

    /** Was the state after the frame played last the recorded one? */
    boolean matches() {
        return matches;
    }

    RecordingHeader header() {
        return header;
    }

    RecordedFrames frames() {
        return frames;
    }

    Simulation game() {
        return game;
    }
}
