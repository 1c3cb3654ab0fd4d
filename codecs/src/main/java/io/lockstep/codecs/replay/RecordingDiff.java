package io.lockstep.codecs.replay;

import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.game.StateLoader;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.internal.sync.NamedState;
import io.lockstep.core.sync.FieldDifference;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares two recordings of the same match, frame by frame, and says where they part: the frame, whether inputs or
 * states differ first, and the section and field of the state.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class RecordingDiff {

    private static final long NONE = -1;

    private final RecordingReader left;
    private final RecordingReader right;
    private final Supplier<Simulation> games;

    private RecordingDiff(final RecordingReader left, final RecordingReader right, final Supplier<Simulation> games) {
        this.left = left;
        this.right = right;
        this.games = games;
    }

    /**
     * Compares two recordings as far as both go.
     *
     * @param left  playable
     * @param right playable
     * @param games makes new games of the recorded kind
     * @return where they part
     * @throws IllegalStateException    if one is not playable
     * @throws IllegalArgumentException if a game refuses a recorded state
     */
    public static Difference of(final RecordingReader left, final RecordingReader right,
                                final Supplier<Simulation> games) {
        if (!left.isPlayable() || !right.isPlayable()) {
            throw new IllegalStateException(
                "nothing to compare: " + (left.isPlayable() ? right.message() : left.message()));
        }
        final String other = otherMatch(left.known().match(), right.known().match());
        return other != null ? Difference.otherMatch(other) : new RecordingDiff(left, right, games).compare();
    }

    private static @Nullable String otherMatch(final MatchDescription a, final MatchDescription b) {
        return !a.gameId().equals(b.gameId()) ? "game " + a.gameId() + " and " + b.gameId()
            : a.matchId() != b.matchId() ? "match " + Long.toUnsignedString(a.matchId()) + " and "
                + Long.toUnsignedString(b.matchId())
            : a.digest() != b.digest() || a.players() != b.players() || a.inputBytes() != b.inputBytes()
                || a.maxEventBytes() != b.maxEventBytes()
                ? "the configurations " + Long.toHexString(a.digest()) + " and " + Long.toHexString(b.digest()) : null;
    }

    private Difference compare() {
        final long from = Math.max(left.firstFrame(), right.firstFrame());
        final FrameWalk a = new FrameWalk(left);
        final FrameWalk b = new FrameWalk(right);
        long compared = 0;
        boolean more = a.next(from) && b.next(from);
        while (more) {
            final long frame = Math.max(a.frames.frame(), b.frames.frame());
            if (a.frames.frame() == b.frames.frame()) {
                compared++;
                final String input = inputDifference(a.frames, b.frames);
                final boolean stateDiffers = !a.frames.paused() && a.frames.checksum() != b.frames.checksum();
                if (input != null || stateDiffers) {
                    return explain(frame, input, compared, a.frames, b.frames);
                }
                more = a.next(frame + 1) && b.next(frame + 1);
            } else {
                more = a.next(frame) && b.next(frame);
            }
        }
        return compared == 0 ? Difference.otherMatch("they have no frame in common") : Difference.none(compared);
    }

    private @Nullable String inputDifference(final RecordedFrames a, final RecordedFrames b) {
        if (a.paused() != b.paused()) {
            return "the match is paused in " + (a.paused() ? "the left" : "the right") + " one alone";
        }
        final int inputBytes = left.known().match().inputBytes();
        for (int player = 0; player < a.players(); player++) {
            if (a.present(player) != b.present(player)) {
                return "player " + player + " is absent in " + (a.present(player) ? "the right" : "the left")
                    + " one alone";
            }
            if (a.command(player) != b.command(player)
                || !same(a.events(), a.eventOffset(player), a.eventLength(player), b.events(), b.eventOffset(player),
                    b.eventLength(player))) {
                return "the event of player " + player;
            }
            if (!same(a.inputs(), a.inputOffset(player), inputBytes, b.inputs(), b.inputOffset(player), inputBytes)) {
                return "the input of player " + player;
            }
        }
        return null;
    }

    private static boolean same(final byte[] a, final int aFrom, final int aLength, final byte[] b, final int bFrom,
                                final int bLength) {
        return Arrays.equals(a, aFrom, aFrom + aLength, b, bFrom, bFrom + bLength);
    }

    private Difference explain(final long frame, final @Nullable String input, final long compared,
                               final RecordedFrames a, final RecordedFrames b) {
        final NamedState leftState = new NamedState();
        final NamedState rightState = new NamedState();
        final boolean leftHolds = stateAfter(left, frame, leftState, a);
        final boolean rightHolds = stateAfter(right, frame, rightState, b);
        FieldDifference field = leftState.difference(rightState);
        long stateFrame = field == null ? NONE : frame + 1;
        final Difference.Kind kind = input != null ? Difference.Kind.INPUT : Difference.Kind.STATE;
        if (field == null) {
            // Simulating it again shows nothing; what was recorded of both states after it may.
            stateFrame = commonSnapshot(frame);
            field = stateFrame == NONE ? null
                : recordedState(left, stateFrame).difference(recordedState(right, stateFrame));
            stateFrame = field == null ? NONE : stateFrame;
        }
        if (field == null) {
            return new Difference(kind, input, frame, compared, leftHolds, rightHolds, NONE, null, null, null, null);
        }
        return new Difference(kind, input, frame, compared, leftHolds, rightHolds, stateFrame, field.section(),
            field.field(), field.local(), field.remote());
    }

    /** Simulates a recording up to a frame; says whether the recorded checksum is that of the state after it. */
    private boolean stateAfter(final RecordingReader recording, final long frame, final NamedState state,
                               final RecordedFrames recorded) {
        final Simulation game = games.get();
        final RecordingPlayer player = new RecordingPlayer(recording, game);
        player.seek(frame + 1);
        game.save(state);
        return recorded.paused() || recorded.matches(player.checksum());
    }

    /** The first state after a frame that both recorded. */
    private long commonSnapshot(final long frame) {
        for (int i = 0; i < left.blocks(); i++) {
            if (left.kindOf(i) == RecordingFormat.SNAPSHOT && left.frameOf(i) > frame
                && snapshotAt(right, left.frameOf(i)) >= 0) {
                return left.frameOf(i);
            }
        }
        return NONE;
    }

    private static int snapshotAt(final RecordingReader recording, final long frame) {
        for (int i = 0; i < recording.blocks(); i++) {
            if (recording.kindOf(i) == RecordingFormat.SNAPSHOT && recording.frameOf(i) == frame) {
                return i;
            }
        }
        return -1;
    }

    private NamedState recordedState(final RecordingReader recording, final long frame) {
        final Simulation game = games.get();
        recording.known().configure(game);
        StateLoader.load(game, recording.stateOf(snapshotAt(recording, frame)));
        final NamedState state = new NamedState();
        game.save(state);
        return state;
    }
}
