package io.lockstep.codecs.replay;

import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.feed.FeedLimits;
import io.lockstep.core.internal.feed.FeedNode;
import io.lockstep.core.internal.transport.CallGuard;
import io.lockstep.core.replay.RecordingSink;
import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Watches a match that is being played: simulates what its players have simulated, some time behind them, and feeds
 * others with it. It has no vote, nobody waits for it, and it sends acknowledgements and nothing else.
 *
 * <pre>
 * final Spectator spectator = new SpectatorConfig(socket, match -&gt; new MyGame()).player(address).build();
 * while (!spectator.isOver()) {
 *     spectator.poll(nowNs);
 *     while (spectator.step()) {
 *         // draw spectator.game()
 *     }
 *     spectator.await(maxNs);
 * }
 * </pre>
 *
 * <p>Time is handed in; one thread; not thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class Spectator implements AutoCloseable {

    /**
     * How it plays. WAITING → PLAYING when there is enough in store, or nothing more will come; PLAYING → WAITING when
     * the store is empty; any → OVER when the end was played or nobody feeds it any more, for good.
     */
    private enum State { WAITING, PLAYING, OVER }

    /** Frames of one poll when there is much to catch up with: a second at 60 Hz. */
    private static final int MAX_STEPS_PER_POLL = 60;
    /** Events that nobody takes; the oldest are forgotten. */
    private static final int MAX_EVENTS = 256;
    /** Who cannot play fast enough leaves out what it has more of. */
    private static final long MAX_STORE_NS = FeedLimits.KEEP_NS;

    /** Acknowledgements and what is fed to others go by tens of milliseconds, and are made for a poll a frame. */
    private static final long MAX_WAIT_NS = 20_000_000L;

    /** With more in store than is needed it plays faster by one in so many, which nobody sees. */
    private static final int HURRY = 16;

    private final CallGuard guard = new CallGuard("spectator", "call it on one thread");
    private final FeedNode node;
    private final Function<MatchDescription, Simulation> games;
    private final @Nullable RecordingSink recording;
    private final ArrayDeque<SpectatorEvent> events = new ArrayDeque<>();
    private State state = State.WAITING;
    private @Nullable LivePlayer player;
    private @Nullable String problem;
    private @Nullable String recordingProblem;
    private boolean catchingUp = true;
    private boolean differs;
    private boolean started;
    private long nowNs;
    private long dueNs;
    private int steps;
    private long waits;
    private boolean closed;

    Spectator(final PacketSocket socket, final List<SocketAddress> players,
              final Function<MatchDescription, Simulation> games, final int spectators,
              final @Nullable RecordingSink recording, final int bytesPerSecond, final long seed) {
        this.games = games;
        this.recording = recording;
        node = new FeedNode(socket, players, new FeedNode.Viewer() {
            @Override
            public void header(final ByteBuffer header) {
                takeHeader(header);
            }

            @Override
            public void block(final ByteBuffer block) {
                takeBlock(block);
            }

            @Override
            public void attached(final SocketAddress parent) {
                event(parent == null ? SpectatorEvent.Type.DETACHED : SpectatorEvent.Type.ATTACHED,
                    parent == null ? "" : text(parent));
            }
        }, spectators, bytesPerSecond, seed);
    }

    /** Without the slash that Java puts before an address, and the name of the host if it was looked up. */
    private static String text(final SocketAddress address) {
        final String text = address.toString();
        return text.substring(text.indexOf('/') + 1);
    }

    private void event(final SpectatorEvent.Type type, final String detail) {
        if (events.size() == MAX_EVENTS) {
            events.remove();
        }
        events.add(new SpectatorEvent(type, frame(), detail));
    }

    private void takeHeader(final ByteBuffer header) {
        if (player != null) {
            return;
        }
        final ByteBuffer copy = header.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        final RecordingHeader decoded = RecordingHeader.decode(copy, header.remaining());
        if (decoded == null) {
            problem = "the feed's header contradicts itself";
            return;
        }
        try {
            player = new LivePlayer(decoded, games.apply(decoded.match()));
        } catch (final IllegalArgumentException refused) {
            problem = refused.getMessage();
        }
        append(header);
    }

    private void takeBlock(final ByteBuffer block) {
        if (player != null && problem == null) {
            if (player.add(block)) {
                append(block);
            } else {
                problem = "the feed's block of frame " + player.next() + " contradicts itself";
            }
        }
    }

    private void append(final ByteBuffer bytes) {
        if (recording != null && recordingProblem == null) {
            recordingProblem = recording.append(bytes.duplicate());
        }
    }

    /**
     * Takes what has come and feeds those who watch here. To be called at least some ten times a second.
     *
     * @param timeNs monotonic nanoseconds
     * @return how many datagrams were taken or sent
     * @throws IllegalStateException if it is closed, called on another thread than before, from inside a callback of
     *                               the game, or with a time of another clock; nothing has changed
     */
    public int poll(final long timeNs) {
        enter("poll");
        try {
            guard.time(timeNs);
            return work(timeNs);
        } finally {
            guard.leave();
        }
    }

    private void enter(final String call) {
        guard.check(call);
        if (closed) {
            throw new IllegalStateException(call + "() was called after close(): a closed spectator watches nothing");
        }
        guard.enter(call);
    }

    private int work(final long timeNs) {
        nowNs = timeNs;
        steps = 0;
        final int worked = node.poll(timeNs);
        if (state != State.OVER && player != null && problem == null) {
            pace();
        }
        final boolean isLast = node.isOver() && (player == null || player.waiting() == 0);
        if (state != State.OVER && isLast && player != null && problem == null) {
            // A state may be all that is left of the match.
            play();
        }
        if (state != State.OVER && (isLast || problem != null)) {
            become(State.OVER);
        }
        return worked;
    }

    /** The only one who changes the state. */
    private void become(final State next) {
        state = next;
        switch (next) {
            case PLAYING -> dueNs = nowNs;
            case WAITING -> waits += node.isOver() ? 0 : 1;
            default -> event(SpectatorEvent.Type.ENDED, problem() == null ? endReason() : problem());
        }
    }

    private LivePlayer live() {
        return Objects.requireNonNull(player, "only what has begun is played");
    }

    private int framesOf(final long ns) {
        return (int) (ns * live().header().match().tickRate() / FeedLimits.SECOND);
    }

    /** What there is after a block has come. */
    private int fullStore() {
        return framesOf(FeedLimits.STORE_NS + FeedLimits.SECOND / FeedLimits.BLOCKS_PER_SECOND);
    }

    private void pace() {
        if (live().waiting() > framesOf(MAX_STORE_NS)) {
            skip();
        }
        if (state == State.WAITING && live().waiting() > 0
            && (live().waiting() >= fullStore() || node.isOver())) {
            become(State.PLAYING);
        }
        if (live().waiting() > framesOf(FeedLimits.STORE_NS + FeedLimits.SECOND)) {
            catchingUp = !node.isOver();
        }
    }

    private void skip() {
        try {
            catchingUp |= live().skip();
        } catch (final IllegalArgumentException refused) {
            problem = refused.getMessage();
        }
    }

    /**
     * Plays the next frame if it is due.
     *
     * @return false when nothing is to be played before the next {@link #poll}
     */
    public boolean step() {
        enter("step");
        try {
            return playDue();
        } finally {
            guard.leave();
        }
    }

    private boolean playDue() {
        if (state != State.PLAYING || steps == MAX_STEPS_PER_POLL) {
            return false;
        }
        catchingUp &= live().waiting() > fullStore();
        if (!catchingUp && nowNs - dueNs < 0) {
            return false;
        }
        if (!play()) {
            if (state == State.PLAYING) {
                become(State.WAITING);
            }
            return false;
        }
        steps++;
        final long frameNs = FeedLimits.SECOND / live().header().match().tickRate();
        dueNs = catchingUp || nowNs - dueNs > FeedLimits.SECOND ? nowNs + frameNs
            : dueNs + frameNs - (live().waiting() > fullStore() ? frameNs / HURRY : 0);
        return true;
    }

    private boolean play() {
        final boolean played;
        try {
            played = live().step();
        } catch (final IllegalArgumentException refused) {
            problem = refused.getMessage();
            return false;
        }
        if (live().takeJump()) {
            event(SpectatorEvent.Type.JUMPED, "");
        }
        if (played && !started) {
            started = true;
            events.add(new SpectatorEvent(SpectatorEvent.Type.STARTED, live().next() - 1, ""));
        }
        if (played && !differs && !live().matches()) {
            differs = true;
            event(SpectatorEvent.Type.DIFFERS, "the state after frame " + (live().next() - 1)
                + " is not the one that was recorded");
        }
        return played;
    }

    /**
     * Sleeps until something comes or the next frame is due. To be called at the end of each turn of a loop that need
     * not do anything else meanwhile; a game that draws at its own pace keeps polling instead. Returns earlier now and
     * then, and at once when a frame can be played.
     *
     * @param maxNs nanoseconds, counted from the last {@link #poll}; 20 ms are the most even so
     */
    public void await(final long maxNs) {
        enter("await");
        try {
            sleep(maxNs);
        } finally {
            guard.leave();
        }
    }

    private void sleep(final long maxNs) {
        final long dueInNs = state != State.PLAYING ? MAX_WAIT_NS
            : catchingUp || steps == MAX_STEPS_PER_POLL ? 0 : dueNs - nowNs;
        final long leftNs = Math.min(Math.min(maxNs, MAX_WAIT_NS), dueInNs);
        if (leftNs > 0) {
            node.await(leftNs);
        }
    }

    /**
     * What happened since this was asked last.
     *
     * @return the oldest event, null for none
     */
    public SpectatorEvent nextEvent() {
        return events.poll();
    }

    /**
     * The game, as it stands after the frame played last.
     *
     * @return null before the first header has come
     */
    public @Nullable Simulation game() {
        return player == null ? null : player.game();
    }

    /**
     * What is watched.
     *
     * @return null before the first header has come
     */
    public @Nullable MatchDescription match() {
        return player == null ? null : player.header().match();
    }

    /**
     * The frame that is played next.
     *
     * @return 0 before anything has come
     */
    public long frame() {
        return player == null ? 0 : player.next();
    }

    /**
     * The frame played last: inputs, line-up and the recorded checksum.
     *
     * @return a view that moves on; null before the first header has come
     */
    public @Nullable RecordedFrames frames() {
        return player == null ? null : player.frames();
    }

    /**
     * The state after the frame played last.
     *
     * @return CRC32; 0 before the first
     */
    public int checksum() {
        return player == null ? 0 : player.checksum();
    }

    /**
     * Was a state another than the recorded one?
     *
     * @return true from the first one on
     */
    public boolean differs() {
        return differs;
    }

    /**
     * How often play stood still because nothing had come in time.
     *
     * @return 0 when everything was smooth
     */
    public long waits() {
        return waits;
    }

    /**
     * How far the players have chosen that spectators are behind.
     *
     * @return milliseconds
     */
    public int delayMs() {
        return node.delayMs();
    }

    /**
     * How many watch here.
     *
     * @return 0 to {@value SpectatorConfig#MAX_SPECTATORS}
     */
    public int spectators() {
        return node.spectators();
    }

    /**
     * Was everything played?
     *
     * @return true when {@link #step} will play no more
     */
    public boolean isOver() {
        return state == State.OVER;
    }

    /**
     * Has everybody who watches here all of it? A process that ends goes on with {@link #poll} until then, for a few
     * seconds.
     *
     * @return true as well when nobody watches
     */
    public boolean isDrained() {
        return node.isDrained();
    }

    /**
     * Why the match ended.
     *
     * @return the name of an {@link io.lockstep.core.game.EndReason}, null as long as that is not known
     */
    public String endReason() {
        return node.ended();
    }

    /**
     * What went wrong here.
     *
     * @return one line for a person, null when nothing did
     */
    public @Nullable String problem() {
        if (problem != null || !node.hasGivenUp()) {
            return problem;
        }
        return "nobody has fed this spectator for 30 s" + (node.refusal() == null ? "" : ": " + node.refusal());
    }

    /**
     * What went wrong with the recording; watching goes on.
     *
     * @return one line for a person, null when nothing did
     */
    public @Nullable String recordingProblem() {
        return recordingProblem;
    }

    /** Stops watching; those who watch here look for another place. */
    @Override
    public void close() {
        guard.check("close");
        if (!closed) {
            closed = true;
            node.close();
        }
    }
}
