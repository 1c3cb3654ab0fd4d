package io.lockstep.codecs.replay;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.game.SourceInputs;
import io.lockstep.core.internal.game.StateLoader;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.sync.NamedState;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays a recording: simulates its frames with a game of one's own, from its first state or from any frame. A session
 * is resumed by going {@link #toEnd to the end} and building it with this game and {@link #frame()} as its start frame,
 * the same at every peer. Nothing is allocated per frame. Not thread-safe.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class RecordingPlayer {

    private static final long NONE = -1;
    private static final int NOWHERE = -1;

    private final RecordingReader recording;
    private final Simulation game;
    private final RecordedFrames frames;
    private final SourceInputs inputs;
    private final ChecksumWriter checksum = new ChecksumWriter();
    private int block;
    private boolean inBlock;
    private long next;
    private int stateChecksum;
    private boolean stepped;
    private long badSnapshot = NONE;

    /**
     * Plays a recording, from before its first frame.
     *
     * @param recording what to play
     * @param game      a new game of the recorded kind; its state is replaced
     * @throws IllegalStateException    if it is not {@link RecordingReader#isPlayable() playable}
     * @throws IllegalArgumentException if the game refuses the match config or the state
     */
    public RecordingPlayer(final RecordingReader recording, final Simulation game) {
        if (!recording.isPlayable()) {
            throw new IllegalStateException("nothing to play: " + recording.message());
        }
        this.recording = recording;
        this.game = game;
        frames = recording.newFrames();
        inputs = new SourceInputs(frames, recording.known().match().inputBytes());
        recording.known().configure(game);
        load(0);
    }

    private void load(final int snapshot) {
        block = snapshot;
        inBlock = false;
        stepped = false;
        next = recording.frameOf(snapshot);
        stateChecksum = recording.checksumOf(snapshot);
        StateLoader.load(game, recording.stateOf(snapshot));
    }

    /**
     * Simulates the next frame.
     *
     * @return false at the end of the recording: nothing was done; when it {@link RecordingReader#more has grown} play
     *         goes on
     */
    public boolean step() {
        while (!inBlock || !frames.next()) {
            if (!openNext()) {
                return false;
            }
        }
        stepped = !frames.paused();
        if (stepped) {
            game.step(frames.frame(), inputs);
            checksum.reset();
            game.save(checksum);
            stateChecksum = checksum.checksum();
        }
        next = frames.frame() + 1;
        return true;
    }

    /** Goes to the next block with frames, past states and into those that were loaded. */
    private boolean openNext() {
        inBlock = false;
        if (block + 1 >= recording.blocks()) {
            return false;
        }
        block++;
        if (recording.kindOf(block) == RecordingFormat.FRAMES) {
            recording.open(frames, block);
            inBlock = true;
        } else if (recording.kindOf(block) == RecordingFormat.SNAPSHOT) {
            if (recording.isLoaded(block)) {
                load(block);
            } else if (badSnapshot == NONE && recording.checksumOf(block) != stateChecksum) {
                badSnapshot = next;
            }
        }
        return true;
    }

    /**
     * Goes to a frame: loads the nearest state before it and simulates the frames between.
     *
     * @param frame the frame to be simulated next
     * @return false when the recording has no such frame; nothing was done then
     */
    public boolean seek(final long frame) {
        final int snapshot = snapshotBefore(frame);
        if (snapshot < 0) {
            return false;
        }
        load(snapshot);
        while (next < frame) {
            if (!step()) {
                return false;
            }
        }
        return true;
    }

    /** The last state, as it was recorded, from which a frame is reached. */
    private int snapshotBefore(final long frame) {
        int best = NOWHERE;
        int open = NOWHERE;
        for (int i = 0; i < recording.blocks(); i++) {
            if (recording.kindOf(i) == RecordingFormat.SNAPSHOT) {
                open = recording.frameOf(i) <= frame ? i : recording.isLoaded(i) ? NOWHERE : open;
                best = open >= 0 && recording.frameOf(i) == frame ? i : best;
            } else if (recording.kindOf(i) == RecordingFormat.FRAMES && open >= 0
                && recording.frameOf(i) <= frame && recording.frameAfter(i) >= frame) {
                best = open;
            }
        }
        return best;
    }

    /** Plays what is left. */
    public void toEnd() {
        while (step()) {
            // All of it.
        }
    }

    /**
     * The frame that is simulated next.
     *
     * @return a frame; at the end the one after the last recorded
     */
    public long frame() {
        return next;
    }

    /**
     * The frame simulated last: inputs, line-up and the recorded checksum.
     *
     * @return a view that moves on; that of no frame before the first step
     */
    public RecordedFrames frames() {
        return frames;
    }

    /**
     * The state after the frame simulated last.
     *
     * @return CRC32
     */
    public int checksum() {
        return stateChecksum;
    }

    /**
     * Is this state the recorded one? While the match is paused there is nothing to compare.
     *
     * @return false when the game came to another state in the frame simulated last than it did in the match
     */
    public boolean matches() {
        return !stepped || frames.matches(stateChecksum);
    }

    /**
     * The state as text, for people and for comparing; allocates.
     *
     * @return a line for each field: section, name, index among those of the same name, and value
     */
    public List<String> describe() {
        final NamedState state = new NamedState();
        game.save(state);
        final List<String> lines = new ArrayList<>();
        state.forEach((section, name, offset, length) ->
            lines.add((section.isEmpty() ? name : section + '.' + name) + " = " + state.value(offset, length)));
        return lines;
    }

    /** Was there anything to compare? */
    boolean isCompared() {
        return stepped;
    }

    /** The frame before which a recorded state was another than ours, −1 if none was. */
    long badSnapshot() {
        return badSnapshot;
    }
}
