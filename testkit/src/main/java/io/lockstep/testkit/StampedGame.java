package io.lockstep.testkit;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/**
 * A game for testing networks: its state is a hash of everything that happened, and its players stamp every input
 * with the frame it is for, so that any input lost, doubled, moved or changed shows in every state after it. Now and
 * then a player sends an event.
 */
public final class StampedGame implements Simulation, InputSource, EventSource {

    /** Name in scenario files. */
    public static final String NAME = "stamps";

    /** Name of the same with inputs that are held for a while, as people hold buttons. */
    public static final String HELD = "held-stamps";

    /** An event in about every so many frames unless said otherwise. */
    public static final int EVENT_FRAMES = 40;

    /** About five changes a second at 60 Hz. */
    private static final int HELD_FRAMES = 12;
    private static final long PRIME = 0x9E3779B97F4A7C15L;
    /** Longest event unless said otherwise. */
    private static final int MAX_EVENT_BYTES = 12;
    /** One of so many events is as long as it may be. */
    private static final int LONGEST_EVERY = 4;

    private final int peer;
    private final int eventFrames;
    private final int heldFrames;
    private final int eventBytes;
    private final long seed;
    private long hash;

    /**
     * A game and the player who plays it.
     *
     * @param peer who plays
     * @param seed the match's
     */
    public StampedGame(final int peer, final long seed) {
        this(peer, seed, EVENT_FRAMES, 1, 0);
    }

    private StampedGame(final int peer, final long seed, final int eventFrames, final int heldFrames,
                        final int eventBytes) {
        this.eventBytes = eventBytes;
        this.eventFrames = eventFrames;
        this.heldFrames = heldFrames;
        this.peer = peer;
        this.seed = seed;
        hash = seed;
    }

    /**
     * Makes seats with this game.
     *
     * @return a factory
     */
    public static SeatFactory seats() {
        return seats(EVENT_FRAMES);
    }

    /**
     * Makes seats with this game whose players send more events, or fewer.
     *
     * @param eventFrames a player sends one in about every so many frames
     * @return a factory
     */
    public static SeatFactory seats(final int eventFrames) {
        return seats(eventFrames, 1, 0);
    }

    /**
     * Makes seats with this game whose players hold their inputs for a while, each from other frames on, so that most
     * guesses of an input are right.
     *
     * @param eventFrames a player sends one in about every so many frames
     * @return a factory
     */
    public static SeatFactory heldSeats(final int eventFrames) {
        return seats(eventFrames, HELD_FRAMES, 0);
    }

    /**
     * Makes seats with this game as a scenario has it.
     *
     * @param scenario whose game is {@value #NAME} or {@value #HELD}
     * @return a factory
     */
    public static SeatFactory seats(final Scenario scenario) {
        return seats(scenario.eventFrames > 0 ? scenario.eventFrames : EVENT_FRAMES,
            scenario.game.equals(HELD) ? HELD_FRAMES : 1, scenario.eventBytes);
    }

    private static SeatFactory seats(final int eventFrames, final int heldFrames, final int eventBytes) {
        return (peer, players, seed) -> {
            final StampedGame game = new StampedGame(peer, seed, eventFrames, heldFrames, eventBytes);
            return new Seat(game, game, game);
        };
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        long mixed = hash ^ frame;
        for (int player = 0; player < inputs.players(); player++) {
            mixed = (mixed ^ inputs.bits(player)) * PRIME;
            final ByteBuffer input = inputs.bytes(player);
            for (int i = input.position() + Integer.BYTES; i < input.limit(); i++) {
                mixed = (mixed ^ input.get(i)) * PRIME;
            }
            final ByteBuffer event = inputs.event(player);
            while (event.hasRemaining()) {
                mixed = (mixed ^ event.get() + 1) * PRIME;
            }
        }
        hash = mixed ^ mixed >>> Integer.SIZE;
    }

    @Override
    public void save(final StateWriter out) {
        out.section("stamps");
        out.writeLong("hash", hash);
    }

    @Override
    public void load(final ByteBuffer state) {
        hash = state.getLong();
    }

    @Override
    public void sample(final long frame, final int player, final ByteBuffer input) {
        final short stamp = (short) ((frame + heldFrames / 2 * player) / heldFrames + player + 1);
        if (input.remaining() < Short.BYTES) {
            input.put((byte) stamp);
            return;
        }
        input.putShort(stamp);
        for (long rest = stamp; input.hasRemaining(); rest = mix(rest)) {
            input.put((byte) rest);
        }
    }

    @Override
    public void next(final long frame, final ByteBuffer event) {
        final long draw = mix(seed ^ frame * PRIME ^ peer);
        if (draw % eventFrames == 0) {
            final int most = eventBytes == 0 ? MAX_EVENT_BYTES : eventBytes;
            final int drawn = (int) (draw >>> Integer.SIZE & Integer.MAX_VALUE);
            final int length = eventBytes > 0 && drawn % LONGEST_EVERY == 0 ? most : 1 + drawn % most;
            for (int i = 0; i < length; i++) {
                event.put((byte) (draw >>> i));
            }
        }
    }

    private static long mix(final long value) {
        final long mixed = (value ^ value >>> 31) * PRIME;
        return mixed ^ mixed >>> 29;
    }
}
