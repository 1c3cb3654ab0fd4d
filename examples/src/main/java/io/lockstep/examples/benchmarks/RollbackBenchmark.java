package io.lockstep.examples.benchmarks;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Simulation;
import io.lockstep.examples.dogfight.Dogfight;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What playing ahead costs: keeping states and going back to them, a deep rollback, and a tick without any. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RollbackBenchmark {

    private static final int WINDOW = 8;
    private static final long SEED = 1;

    /** A benchmark that is to be prepared. */
    public RollbackBenchmark() {
    }

    /** A game that is all state: its frames cost next to nothing. */
    @State(Scope.Thread)
    public static class Bulk {

        /** How large the state is. */
        @Param({"1024", "65536"})
        public int bytes;

        /** Whether it is written as one array or field by field. */
        @Param({"array", "ints"})
        public String written;

        private AheadGame game;

        /** A state that is to be prepared. */
        public Bulk() {
        }

        /** Makes the state. */
        @Setup
        public void start() {
            final Simulation bulk = "ints".equals(written) ? new IntFieldsGame(bytes) : new BulkyGame(bytes);
            game = new AheadGame(bulk, 2, 1);
        }

        /** Makes sure that it was saved and loaded. */
        @TearDown
        public void finish() {
            game.check();
        }
    }

    /** The example game, eight frames ahead. */
    @State(Scope.Thread)
    public static class Ahead {

        /** How many play. */
        @Param({"2", "8"})
        public int players;

        private AheadGame game;

        /** A game that is to be prepared. */
        public Ahead() {
        }

        /** Plays the first frames ahead. */
        @Setup
        public void start() {
            game = new AheadGame(new Dogfight(players, SEED), players, WINDOW);
        }

        /** Makes sure that it went back each time. */
        @TearDown
        public void finish() {
            game.check();
        }
    }

    /** A match of the example game whose players press nothing. */
    @State(Scope.Thread)
    public static class Calm {

        /** The RTT is 100 ms: with two ticks of delay the others' inputs come too late, but are as guessed. */
        private static final int SHORT_DELAY = 2;
        /** By then each link's 1,024 slots for reliable messages have their buffers; statuses fill two a second. */
        private static final int FILLED_TICKS = 32_000;
        /** Nothing, which is also the guess before anything was heard. */
        private static final InputSource HELD = (frame, player, input) -> input.putShort((short) 0);

        /** How many peers play. */
        @Param({"2", "8"})
        public int peers;

        /** In lockstep; with inputs that are there in time although the game may be ahead; or ahead all the time. */
        @Param({"lockstep", "inTime", "foreseen"})
        public String play;

        private VirtualMatch match;

        /** A match that is to be prepared. */
        public Calm() {
        }

        /** Starts the match. */
        @Setup
        public void start() {
            match = new VirtualMatch(peers, peer -> new Dogfight(peers, SEED), peer -> HELD,
                (peer, config) -> switch (play) {
                case "foreseen" -> config.prediction(WINDOW).inputDelay(SHORT_DELAY);
                case "inTime" -> config.prediction(WINDOW);
                default -> config;
            });
            for (int tick = 0; tick < FILLED_TICKS; tick++) {
                match.tickAll();
            }
        }

        /** Makes sure that it was played, and in the way that was asked for. */
        @TearDown
        public void finish() {
            match.check();
            match.check("foreseen".equals(play));
        }
    }

    /**
     * A state is kept, and gone back to: a wrong guess of one frame.
     *
     * @param state what is saved and loaded
     * @return the frame
     */
    @Benchmark
    public long saveAndLoad(final Bulk state) {
        return state.game.tick();
    }

    /**
     * A tick that takes back eight frames: one load, nine frames stepped and eight states kept.
     *
     * @param ahead the game
     * @return the frame
     */
    @Benchmark
    public long eightFrames(final Ahead ahead) {
        return ahead.game.tick();
    }

    /**
     * One tick of one peer, without a rollback.
     *
     * @param calm the match
     * @return its frame
     */
    @Benchmark
    public long peerTick(final Calm calm) {
        return calm.match.tickNext();
    }
}
