package io.lockstep.testkit;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.game.MatchConfig;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.session.SessionConfig;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tests a game for what no network test can find alone: state that is not saved, not loaded, or not a function of the
 * inputs. Saves, steps some frames, loads, steps the same frames again with the same inputs and compares the state
 * after each; once with the same object and once with a new one, so that what lives outside the saved state shows.
 *
 * <p>As in a match, players send events and are absent for a while. Events are bytes that are drawn, as anybody can
 * send what it likes, unless {@link #events} says what is sent.
 *
 * <pre>
 * final SyncTest.Result result = new SyncTest(2, () -&gt; new MyGame(2, 42), new MyBot()).run(3600);
 * assertTrue(result.ok(), result::detail);
 * </pre>
 *
 * <p>A game that is to be played ahead of what is known, on guesses, is tested with {@link #rollback} as well.
 */
public final class SyncTest {

    /** Frames stepped again after each load unless said otherwise. */
    public static final int DEFAULT_DISTANCE = 7;

    /** Most frames that {@link #rollback} takes back at once: a session plays no further ahead. */
    public static final int MAX_ROLLBACK = 30;

    /** What is drawn unless said otherwise: the same in every build. */
    private static final long DEFAULT_SEED = 1;

    private final int players;
    private final Supplier<? extends Simulation> games;
    private final InputSource source;
    private int distance = DEFAULT_DISTANCE;
    /** Frames taken back at the most; 0 to load at one distance. */
    private int most;
    private long seed = DEFAULT_SEED;
    private int inputBytes = SessionConfig.DEFAULT_INPUT_BYTES;
    private int eventBytes = SessionConfig.DEFAULT_EVENT_BYTES;
    private MatchConfig matchConfig = new MatchConfig(new byte[0]);
    /** What each player sends; null for what is drawn. */
    @SuppressWarnings("NullAway.Init") // given before it is used
    private IntFunction<? extends EventSource> events;

    /**
     * How a test went.
     *
     * @param ok     whether all states were equal
     * @param frame  the first frame after which they were not, −1 if all were; the frame before it for a state that is
     *               not what was saved right after loading it
     * @param detail what differs, named by section and field; null if nothing does
     */
    public record Result(boolean ok, long frame, @Nullable String detail) {
    }

    /**
     * A test.
     *
     * @param players how many play
     * @param games   makes games, always in the same first state
     * @param source  the players' inputs
     */
    public SyncTest(final int players, final Supplier<? extends Simulation> games, final InputSource source) {
        this.players = players;
        this.games = games;
        this.source = source;
    }

    /**
     * How far back states are loaded.
     *
     * @param frames at least 1
     * @return this
     * @throws IllegalArgumentException if it is less
     */
    public SyncTest distance(final int frames) {
        if (frames < 1) {
            throw new IllegalArgumentException("distance is " + frames + ", at least 1 is needed");
        }
        distance = frames;
        return this;
    }

    /**
     * Instead of going back one distance with inputs that stay the same, {@link #run} plays as a session does that
     * plays ahead: it saves the state before each frame into arrays that are used again and again, plays on guesses
     * (what a player did before, or does in another frame, nothing, or taking no part), loads the state before the
     * first wrong one, and plays again, with more and more of the right inputs. How many frames, and which guesses, is
     * drawn. Whatever was guessed rightly is played again, too. Each state is compared with that of a second game,
     * which plays the right inputs alone. A game that is to be played ahead must pass this.
     *
     * @param frames how many are taken back at once, at the most: 1 to {@value #MAX_ROLLBACK}; what the session may
     *               play ahead, or more
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public SyncTest rollback(final int frames) {
        if (frames < 1 || frames > MAX_ROLLBACK) {
            throw new IllegalArgumentException("rollback is " + frames + ", allowed is 1 to " + MAX_ROLLBACK);
        }
        most = frames;
        return this;
    }

    /**
     * See {@link SessionConfig#maxEventBytes}.
     *
     * @param bytes length of the longest event; 0 for none
     * @return this
     */
    public SyncTest maxEventBytes(final int bytes) {
        eventBytes = bytes;
        return this;
    }

    /**
     * See {@link SessionConfig#matchConfig}.
     *
     * @param config what each copy of the game is told before the first frame; nothing by default
     * @return this
     */
    public SyncTest matchConfig(final byte[] config) {
        matchConfig = new MatchConfig(config);
        return this;
    }

    /**
     * What the players send, instead of bytes that are drawn: for a game that does something about few events only.
     *
     * @param ofPlayer makes the source of a player's events
     * @return this
     */
    public SyncTest events(final IntFunction<? extends EventSource> ofPlayer) {
        events = ofPlayer;
        return this;
    }

    /**
     * What is drawn: who is absent when, events, and what {@link #rollback} guesses; {@value #DEFAULT_SEED} unless said
     * otherwise. A result that is not {@link Result#ok} of a test with {@link #rollback} names it, and the same one
     * finds the same again.
     *
     * @param drawn any
     * @return this
     */
    public SyncTest seed(final long drawn) {
        seed = drawn;
        return this;
    }

    /**
     * See {@link SessionConfig#inputBytes}.
     *
     * @param bytes length of an input
     * @return this
     */
    public SyncTest inputBytes(final int bytes) {
        inputBytes = bytes;
        return this;
    }

    /**
     * Plays and compares.
     *
     * @param frames how many frames are played at least
     * @return how it went; the first difference, or the first state of its own that the game does not take, ends it
     * @throws IllegalStateException if the game throws while it is taken back and played again; the cause says what
     */
    public Result run(final long frames) {
        return most == 0 ? atDistance(frames) : rollingBack(frames);
    }

    private Result rollingBack(final long frames) {
        final RollbackCheck.Finding found = new RollbackCheck(game(), game(), parts(), nothing(), most,
            seed).run(frames);
        return found == null ? new Result(true, -1, null) : new Result(false, found.frame(), found.detail());
    }

    private Result atDistance(final long frames) {
        final Simulation game = game();
        final StateBytes[] expected = new StateBytes[distance + 1];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = new StateBytes();
        }
        final FrameOfInputs[] inputs = new FrameOfInputs[distance];
        Arrays.setAll(inputs, i -> nothing());
        final PlayedParts parts = parts();
        for (long frame = 0; frame < frames; frame += distance) {
            game.save(expected[0].reset());
            for (int i = 0; i < distance; i++) {
                game.step(frame + i, parts.next(inputs[i], frame + i));
                game.save(expected[i + 1].reset());
            }
            Result result = again(game, frame, inputs, expected, "loaded again");
            if (result == null) {
                result = again(game(), frame, inputs, expected, "loaded into a new game");
            }
            if (result != null) {
                return result;
            }
        }
        return new Result(true, -1, null);
    }

    /**
     * Plays once, and sums up every state on the way. A game that is deterministic gives the same number in every JVM,
     * so print it, or compare it with the one of another process: on another JDK, interpreted ({@code -Xint}), with
     * other identity hashes ({@code -XX:+UnlockExperimentalVMOptions -XX:hashCode=2}), in another locale
     * ({@code -Duser.language=tr}). {@link #run} cannot find what differs only there. Everybody takes part in it, and
     * sends no events.
     *
     * @param frames how many frames are played
     * @return a hash of the state after each frame, from the first on
     */
    public long chain(final long frames) {
        final Simulation game = game();
        final ChecksumWriter state = new ChecksumWriter();
        final Trace trace = new Trace();
        for (long frame = 0; frame < frames; frame++) {
            game.step(frame, nothing().sample(source, frame));
            state.reset();
            game.save(state);
            trace.add(state.checksum());
        }
        return trace.value();
    }

    private Simulation game() {
        final Simulation game = games.get();
        matchConfig.tell(game);
        return game;
    }

    private FrameOfInputs nothing() {
        return new FrameOfInputs(players, inputBytes, eventBytes);
    }

    private PlayedParts parts() {
        return new PlayedParts(players, source, events, seed);
    }

    private @Nullable Result again(final Simulation game, final long frame, final FrameOfInputs[] inputs,
                         final StateBytes[] expected, final String how) {
        final StateBytes found = new StateBytes();
        final String what = "state of frame " + (frame - 1) + ' ' + how;
        final String refusal = StateBytes.load(game, expected[0].bytes());
        if (refusal != null) {
            return new Result(false, frame - 1, what + ": " + refusal);
        }
        game.save(found.reset());
        for (int i = 0; i <= distance; i++) {
            if (i > 0) {
                game.step(frame + i - 1, inputs[i - 1]);
                game.save(found.reset());
            }
            final String difference = expected[i].difference("at first", found, "then");
            if (difference != null) {
                return new Result(false, frame + i - 1, what + ", then " + i + " frames stepped: " + difference);
            }
        }
        return null;
    }
}
