package io.lockstep.core.internal.desync;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.internal.foresight.Foresight;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameHistory;
import io.lockstep.core.internal.play.FrameInputs;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.StandingOrders;
import io.lockstep.core.internal.play.StateWitness;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.sync.StateBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Executes frames: carries out the orders in them, simulates the game, and takes the checksum. After a repair the game
 * is behind for some polls: the match goes on frame by frame, and so does everybody's input, while the game replays the
 * frames since the state that was loaded.
 */
public final class GameRunner {

    private final MatchSettings settings;
    private final Foresight game;
    private final InputLog log;
    private final DesyncWatch desyncs;
    private final FrameOrders orders;
    private final StateWitness witness;
    private final FrameInputs inputs;
    private final ChecksumWriter sum = new ChecksumWriter();
    /** The frames after one that may be loaded; null until the first time. */
    private FrameHistory history;
    private StateBuffer before;
    /** What orders had come to in the state that was loaded, and in the frames replayed since. */
    private StandingOrders replayed;
    private boolean keeping;
    private boolean behind;

    public GameRunner(final MatchSettings settings, final Foresight game, final InputLog log, final DesyncWatch desyncs,
        final FrameOrders orders, final StateWitness witness) {
        this.game = game;
        this.witness = witness;
        this.settings = settings;
        this.log = log;
        this.desyncs = desyncs;
        this.orders = orders;
        inputs = new FrameInputs(log, settings.players(), settings.rules().inputBytes());
    }

    /** Executes the next frame; while the game is behind, its inputs are put by. */
    public void execute(final long frame) {
        orders.execute(frame);
        if (keeping && history.end() == frame && !history.add(orders.isPaused())) {
            keeping = false;
            if (behind) {
                // No room although frames are replayed much faster than they come: then all of it at once.
                replay(Integer.MAX_VALUE, frame);
            }
        }
        if (behind) {
            return;
        }
        play(frame, orders.isPaused(), inputs.of(frame));
        desyncs.executed(frame, orders.isPaused());
        witness.executed(frame, orders.standing());
    }

    private void play(final long frame, final boolean standsStill, final Inputs with) {
        if (standsStill) {
            game.stoodStill(frame);
        } else {
            game.step(frame, with);
        }
    }

    /** Is the game's state that of an earlier frame? */
    public boolean isBehind() {
        return behind;
    }

    /**
     * Keeps the frames after one from now on.
     *
     * @param frame    the frame whose state may be loaded
     * @param executed the frame executed last
     * @return false when frames between both are not here any more
     */
    public boolean keepAfter(final long frame, final long executed) {
        if (history == null) {
            history = new FrameHistory(settings, log);
        }
        history.begin(frame + 1);
        keeping = executed - frame <= InputLog.REACH / 2;
        for (long past = frame + 1; keeping && past <= executed; past++) {
            keeping = isLogged(past) && history.add(orders.wasPaused(past));
        }
        return keeping;
    }

    private boolean isLogged(final long frame) {
        for (int player = 0; player < settings.players(); player++) {
            if (log.present(player, frame) && !log.holds(player, frame)) {
                return false;
            }
        }
        return true;
    }

    /** Are all frames since then here? */
    public boolean keeps() {
        return keeping;
    }

    /** No state is going to be loaded. */
    public void forget() {
        keeping = false;
        if (history != null && !behind) {
            history.clear();
        }
    }

    /**
     * Loads a state in the place of the game's; the frames after it are then to be replayed. A game that does not take
     * it as it is keeps its own.
     *
     * @param frame    the frame after which it was taken
     * @param state    the state
     * @param length   its length
     * @param checksum what it must be after loading
     * @param standing what orders had come to then
     * @return false when it was not loaded
     */
    public boolean load(final long frame, final byte[] state, final int length, final int checksum,
                        final StandingOrders standing) {
        if (before == null) {
            before = new StateBuffer(StateBuffer.DEFAULT_CAPACITY_BYTES);
        }
        before.clear();
        game.save(before);
        if (before.overflowed()) {
            return false;
        }
        final boolean taken = takes(state, length, checksum);
        if (taken) {
            desyncs.begin(frame + 1);
            witness.forgetFrom(frame);
            behind = true;
            replayed = standing;
        } else {
            takes(before.array(), before.length(), before.crc32());
        }
        before = null;
        return taken;
    }

    /**
     * A game that throws refuses the state, as most did not make it right; its own it may refuse as well once something
     * is wrong with that. It plays on with what it has then, and the next check frame shows what that is worth.
     */
    private boolean takes(final byte[] state, final int length, final int checksum) {
        try {
            game.load(ByteBuffer.wrap(state, 0, length).slice().order(ByteOrder.LITTLE_ENDIAN));
            sum.reset();
            game.save(sum);
            return sum.checksum() == checksum;
        } catch (final RuntimeException refused) {
            return false;
        }
    }

    /**
     * Replays frames since the state that was loaded.
     *
     * @param most     how many at most
     * @param executed the frame executed last
     * @return true once none is left
     */
    public boolean replay(final int most, final long executed) {
        for (int count = 0; count < most && history.next(); count++) {
            replayed.replay(history.frame(), history.executed());
            play(history.frame(), replayed.isPaused(), history.inputs());
            desyncs.executed(history.frame(), replayed.isPaused(), history.executed());
            witness.executed(history.frame(), replayed);
        }
        if (behind && history.frame() + 1 >= history.end()) {
            behind = false;
            orders.replace(replayed, history.frame(), executed);
        }
        return !behind;
    }
}
