package io.lockstep.testkit;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Stands between a session and its game, and makes the game go wrong when it is told to: what the session sees is a
 * game that has come to a state it should not have.
 */
final class Diverger implements Simulation {

    private static final int NONE = -1;
    /** Bits that are tried of a field: a game may refuse to load a value that its rules cannot produce. */
    private static final int TRIES = 64;
    /** The steps of the generators of random numbers that can be told by the name of their state. */
    private static final String SPLIT_MIX = "random";
    private static final long SPLIT_MIX_GAMMA = 0x9E3779B97F4A7C15L;
    private static final String PCG = "randomState";
    private static final long PCG_MULTIPLIER = 6364136223846793005L;

    private final int peer;
    private final Simulation game;
    /** May others load what this game saves? */
    private final boolean shared;
    private final Draws draws;
    private final DivergenceOracle oracle;
    private final ArrayDeque<DivergenceKind> armed = new ArrayDeque<>();
    private final StateBytes right = new StateBytes();
    private final StateBytes wrong = new StateBytes();
    private final FieldTape asItShouldBe = new FieldTape();
    private final FieldTape asItIs = new FieldTape();
    /** The frame that was settled last, and the one that was played last. */
    private long newest = NONE;
    private long played = NONE;
    /** The state before a frame in which it may go wrong. */
    @SuppressWarnings("NullAway.Init") // given before it is used
    private ByteBuffer before;
    private long beforeFrame = NONE;
    private boolean wasArmed;
    private long framesSince;
    private int maskedField = NONE;
    private int maskedBit;

    /**
     * A game with which nothing is wrong yet.
     *
     * @param peer   whose
     * @param game   the game
     * @param seed   decides what goes wrong
     * @param oracle is told of it
     */
    Diverger(final int peer, final Simulation game, final long seed, final DivergenceOracle oracle,
             final boolean shared) {
        this.peer = peer;
        this.shared = shared;
        this.game = game;
        this.oracle = oracle;
        draws = new Draws(seed);
    }

    /** In the next frame in which it shows something goes wrong. */
    void arm(final DivergenceKind kind) {
        armed.add(kind);
        wasArmed = true;
    }

    /** Was it told to go wrong when the game played no more, or hardly? */
    boolean isTooLate(final long frames) {
        return wasArmed && framesSince < frames;
    }

    @Override
    public void configure(final ByteBuffer matchConfig) {
        game.configure(matchConfig);
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        if (!armed.isEmpty() && frame > newest) {
            game.save(right.reset());
            before = right.bytes();
            beforeFrame = frame;
        }
        game.step(frame, inputs);
        played = frame;
    }

    /** It goes wrong in a frame that nobody takes back, and beyond which the game has not been played. */
    @Override
    public void settled(final long frame, final Inputs inputs) {
        final boolean again = frame <= newest;
        newest = Math.max(newest, frame);
        framesSince += wasArmed && !again ? 1 : 0;
        if (armed.isEmpty() || again || played != frame || beforeFrame != frame) {
            return;
        }
        final DivergenceKind kind = armed.peek();
        game.save(right.reset());
        save(asItShouldBe.reset());
        final boolean done = switch (kind) {
            case FLIP -> flip(frame, inputs);
            case SKIP_DRAW -> skip(frame, inputs);
            case DROP_INPUT, ALTER_INPUT -> stepsWrongly(before, frame, inputs, kind == DivergenceKind.DROP_INPUT);
        };
        save(asItIs.reset());
        if (done && asItIs.differs(asItShouldBe)) {
            armed.remove();
            oracle.injected(peer, frame, kind, asItShouldBe, asItIs);
            if (maskedField != NONE) {
                oracle.cannotBeLoaded(peer);
            }
        }
    }

    /** The same frame once more, from the state before it and with another input. */
    private boolean stepsWrongly(final ByteBuffer before, final long frame, final Inputs inputs, final boolean lose) {
        final int first = draws.below(inputs.players());
        for (int i = 0; i < inputs.players(); i++) {
            final int player = (first + i) % inputs.players();
            final boolean acts = inputs.bits(player) != 0 || inputs.event(player).hasRemaining();
            if (inputs.present(player) && (acts || !lose) && inputs.bytes(player).hasRemaining()) {
                game.load(before);
                game.step(frame, lose ? AlteredInputs.lost(inputs, player)
                    : AlteredInputs.flipped(inputs, player, draws.below(Integer.SIZE)));
                return true;
            }
        }
        return false;
    }

    private boolean flip(final long frame, final Inputs inputs) {
        if (right.fields() == 0) {
            return false;
        }
        final int field = draws.below(right.fields());
        final int bits = right.lengthOf(field) * Byte.SIZE;
        for (int i = 0; i < Math.min(TRIES, bits); i++) {
            final ByteBuffer flipped = right.bytes();
            final int bit = draws.below(bits);
            final int at = right.offsetOf(field) + bit / Byte.SIZE;
            if (takes(flipped.put(at, (byte) (flipped.get(at) ^ 1 << bit % Byte.SIZE)), frame, inputs)) {
                return true;
            }
        }
        if (shared) {
            // Others may be given this state, and no game that is not guarded could go on from it.
            return false;
        }
        // No state that the game loads has another value there; something it does not guard might have.
        maskedField = bits == 0 ? NONE : field;
        maskedBit = draws.below(Math.max(1, bits));
        return bits > 0;
    }

    private boolean skip(final long frame, final Inputs inputs) {
        for (int field = 0; field < right.fields(); field++) {
            if (right.lengthOf(field) == Long.BYTES) {
                final ByteBuffer skipped = right.bytes();
                final int at = right.offsetOf(field);
                final long state = skipped.getLong(at);
                if (right.isNamed(field, SPLIT_MIX)) {
                    return takes(skipped.putLong(at, state + SPLIT_MIX_GAMMA), frame, inputs);
                } else if (right.isNamed(field, PCG)) {
                    // The increment follows its state.
                    return takes(skipped.putLong(at, state * PCG_MULTIPLIER + skipped.getLong(at + Long.BYTES)), frame,
                        inputs);
                }
            }
        }
        return false;
    }

    /** Does the game go on from this state, and after it? If not, it goes on as before. */
    private boolean takes(final ByteBuffer state, final long frame, final Inputs inputs) {
        try {
            game.load(state.duplicate().order(state.order()));
            game.save(wrong.reset());
            if (wrong.bytes().equals(state)) {
                game.step(frame + 1, inputs);
                game.load(state);
                return true;
            }
        } catch (final RuntimeException refused) {
            // Its state may be anything now.
        }
        game.load(right.bytes());
        return false;
    }

    @Override
    public void save(final StateWriter out) {
        game.save(maskedField == NONE ? out : new MaskedWriter(out, maskedField, maskedBit));
    }

    @Override
    public void load(final ByteBuffer state) {
        game.load(state);
        maskedField = NONE;
    }
}
