package io.lockstep.core.internal.play;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.Command;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * The inputs of the players who sit here: samples each frame once, keeps the stream gapless whatever the input delay
 * does, and remembers when each was sampled.
 */
public final class LocalInputs {

    /** Commands that may wait likewise; people pause now and then, and nobody sixteen times a frame. */
    public static final int COMMAND_QUEUE = 16;

    private static final int TIME_MASK = InputLog.REACH - 1;
    private static final long MAX_LATENCY_US = 60_000_000L;
    private static final long NS_PER_US = 1000;

    private final InputSource source;
    private final InputLog log;
    private final int[] players;
    private final int inputBytes;
    private final byte[] sample;
    private final ByteBuffer sampleView;
    private final OutgoingEvents[] events;
    /** The game stands still: events wait until it goes on. */
    private boolean paused;
    private final int[] queuedCommands = new int[COMMAND_QUEUE];
    private int commandHead;
    private int commandSize;
    private boolean leaving;
    private boolean left;
    private final long[] sampledNs = new long[InputLog.REACH];
    private final SingleWriterRecorder latencyMicros = new SingleWriterRecorder(MAX_LATENCY_US, 2);
    private final int maxEventBytes;

    public LocalInputs(final MatchSettings settings, final InputLog log) {
        source = settings.ports().input();
        this.log = log;
        players = settings.seating().playersOf(settings.self());
        inputBytes = settings.rules().inputBytes();
        maxEventBytes = settings.rules().maxEventBytes();
        sample = new byte[inputBytes];
        sampleView = ByteBuffer.wrap(sample).order(ByteOrder.LITTLE_ENDIAN);
        events = new OutgoingEvents[players.length];
        for (int i = 0; i < players.length; i++) {
            events[i] = new OutgoingEvents(players[i], maxEventBytes);
        }
    }

    public int[] players() {
        return players;
    }

    /** The first frame not sampled yet. */
    public long next() {
        return log.next(players[0]);
    }

    /** Returns the first frame of the inputs that count: a newcomer has none of the frames before. */
    public long first() {
        return log.isClosed(players[0]) ? next() : log.presentFrom(players[0]);
    }

    /** Fills the frames before the first sample with neutral input: all zero, as everybody would expect of nobody. */
    public void neutral(final long frames, final long nowNs) {
        Arrays.fill(sample, (byte) 0);
        for (long i = 0; i < frames; i++) {
            sampledNs[(int) next() & TIME_MASK] = nowNs;
            for (final int player : players) {
                log.append(player, sample, 0);
            }
        }
    }

    /**
     * Samples the input of a frame, if the stream has not got that far already. A gap before it, left by a raised
     * delay, repeats the input before; a lowered delay samples nothing until the frames catch up. So no frame is ever
     * left without an input or given two. Nothing is sampled for a player that is absent or has {@link #left}.
     */
    public void sampleFor(final long frame, final long nowNs) {
        while (next() < frame) {
            if (isAbsent()) {
                return;
            }
            repeatLast(nowNs);
        }
        if (next() == frame) {
            if (isAbsent()) {
                return;
            }
            sampledNs[(int) frame & TIME_MASK] = nowNs;
            for (int i = 0; i < players.length; i++) {
                Arrays.fill(sample, (byte) 0);
                sampleView.clear();
                source.sample(frame, players[i], sampleView);
                log.append(players[i], sample, 0);
                attachCommandOrEvent(i);
            }
            left = leaving;
        }
    }

    /** Do our inputs not count in the frame that would be sampled next? Then there is none to be sampled. */
    private boolean isAbsent() {
        return left || !log.present(players[0], next());
    }

    private void repeatLast(final long nowNs) {
        final long frame = next();
        sampledNs[(int) frame & TIME_MASK] = nowNs;
        for (final int player : players) {
            final boolean known = log.holds(player, frame - 1);
            log.append(player, log.inputs(), known ? log.inputOffset(player, frame - 1) : log.neutralOffset());
        }
    }

    /** A command goes first: the event, if there is one, waits for the next frame. */
    private void attachCommandOrEvent(final int index) {
        if (leaving) {
            log.attachCommand(players[index], Command.of(Command.Kind.LEAVE));
        } else if (index == 0 && commandSize > 0) {
            log.attachCommand(players[0], queuedCommands[commandHead]);
            commandHead = (commandHead + 1) % COMMAND_QUEUE;
            commandSize--;
        } else if (!paused) {
            events[index].attachNext(log);
        }
    }

    /**
     * Queues a session command to travel with the next sampled input of the first player here; false when the queue is
     * full.
     */
    public boolean command(final int packed) {
        if (!Command.isValid(packed)) {
            throw new IllegalArgumentException("0x" + Integer.toHexString(packed) + " is no command");
        }
        if (commandSize == COMMAND_QUEUE) {
            return false;
        }
        queuedCommands[(commandHead + commandSize++) % COMMAND_QUEUE] = packed;
        return true;
    }

    /** Are there commands that have not been sampled with an input yet? */
    public boolean ordersWait() {
        return commandSize > 0;
    }

    /** The next input sampled is the last one of every player here, and says so. Whatever is queued does not travel. */
    public void leave() {
        leaving = true;
    }

    /** Will there be no more input after {@link #leave}? At once when we are absent anyway. */
    public boolean left() {
        return leaving && isAbsent();
    }

    /** Queues an event to travel with the player's next sampled input; false when the queue is full. */
    public boolean event(final int player, final ByteBuffer event) {
        final int index = Arrays.binarySearch(players, player);
        if (index < 0) {
            throw new IllegalArgumentException("player " + player + " does not play here");
        }
        final int length = event.remaining();
        if (length < 1 || length > maxEventBytes) {
            throw new IllegalArgumentException("event of " + length + " bytes, allowed is 1 to " + maxEventBytes);
        }
        return events[index].offer(event);
    }

    /**
     * A frame was executed.
     *
     * @param stoodStill whether the match was paused in it: no game has seen our events of that frame
     * @param ours       whether what counts of us in it is what was sampled here
     */
    public void executed(final long frame, final boolean stoodStill, final boolean ours) {
        paused = stoodStill;
        for (int i = 0; stoodStill && ours && i < players.length; i++) {
            if (log.present(players[i], frame)) {
                events[i].giveBack(log, frame);
            }
        }
    }

    public void simulated(final long frame, final long nowNs) {
        if (!log.present(players[0], frame)) {
            return;
        }
        final long micros = (nowNs - sampledNs[(int) frame & TIME_MASK]) / NS_PER_US;
        latencyMicros.recordValue(Math.max(0, Math.min(micros, MAX_LATENCY_US)));
    }

    /** Any thread may ask for the latencies measured since this was asked last. */
    public void takeLatencyMicros(final Histogram into) {
        latencyMicros.getIntervalHistogramInto(into);
    }
}
