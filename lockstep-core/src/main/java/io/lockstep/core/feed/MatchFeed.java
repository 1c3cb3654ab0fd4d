package io.lockstep.core.feed;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.feed.Audience;
import io.lockstep.core.internal.feed.BlockAssembler;
import io.lockstep.core.internal.feed.FeedInbox;
import io.lockstep.core.internal.feed.FeedLimits;
import io.lockstep.core.internal.feed.FeedLog;
import io.lockstep.core.internal.feed.FeedSecrets;
import io.lockstep.core.internal.transport.CallGuard;
import io.lockstep.core.replay.RecordingWriter;
import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Shows a match to spectators. It is given to the session as its recorder, and has a socket of its own:
 *
 * <pre>
 * final MatchFeed feed = new MatchFeed(new FeedConfig().seed(seed), PacketSockets.bind(address));
 * final Session session = Session.builder().recording(feed)…
 * // in the game loop
 * feed.poll(nowNs);
 * </pre>
 *
 * <p>Nothing that spectators do reaches the session: they are no peers, and the match neither waits for them nor sends
 * a byte more or less. Nothing is allocated per frame. One session after the other, one thread; not thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class MatchFeed implements MatchRecorder, AutoCloseable {

    /** Bound to the thread of the session that is recorded, which hands the feed over when it is handed over itself. */
    private final CallGuard guard = new CallGuard("feed", "call it on the thread of its session");
    private final FeedConfig config;
    private final PacketSocket socket;
    private final FeedSecrets secrets;
    private final long id;
    private final long holdNs;
    private final FeedInbox inbox;
    private FeedLog log;
    private Audience audience;
    private RecordingWriter writer;
    private boolean ended;
    private boolean closed;

    /**
     * A feed that nobody watches yet.
     *
     * @param config how it is shown; read once
     * @param socket carries it, and is closed with it
     */
    public MatchFeed(final FeedConfig config, final PacketSocket socket) {
        this.config = config;
        this.socket = socket;
        inbox = new FeedInbox(socket);
        secrets = new FeedSecrets(config.seed());
        id = secrets.next();
        holdNs = Math.max(0, config.delayMs() * FeedLimits.MS - FeedLimits.ON_THE_WAY_NS);
        renew();
    }

    private void renew() {
        log = new FeedLog();
        final BlockAssembler assembler = new BlockAssembler(new BlockAssembler.Target() {
            @Override
            public void header(final ByteBuffer header) {
                log.header(header);
            }

            @Override
            public void block(final ByteBuffer block) {
                log.add(block);
            }
        });
        writer = new RecordingWriter(bytes -> {
            assembler.add(bytes);
            return null;
        }, config.buildId(), config.snapshotFrames(), FeedLimits.BLOCKS_PER_SECOND);
        audience = new Audience(socket, log, config.spectators(), config.bytesPerSecond(), id, config.delayMs(),
            secrets);
    }

    @Override
    public void begin(final MatchDescription match, final long frame, final boolean paused, final Simulation game) {
        if (ended) {
            // The session has come back: those who watch begin anew where they were.
            ended = false;
            audience.dismissAll();
            renew();
        }
        writer.begin(match, frame, paused, game);
    }

    @Override
    public void frame(final ExecutedFrame frame, final Simulation game) {
        guard.adopt();
        guard.enter("frame");
        try {
            writer.frame(frame, game);
        } finally {
            guard.leave();
        }
    }

    @Override
    public void end(final long frame, final EndReason reason) {
        writer.end(frame, reason);
        ended = true;
        log.holdNothing();
        guard.release();
    }

    /**
     * Takes what spectators have sent and sends them what is due. To be called from the game loop, at least some ten
     * times a second.
     *
     * @param nowNs monotonic nanoseconds
     * @return how many datagrams that were
     * @throws IllegalStateException if it is closed, called on another thread than its session's, from inside a
     *                               callback, or with a time of another clock; nothing has changed
     */
    public int poll(final long nowNs) {
        guard.check("poll");
        if (closed) {
            throw new IllegalStateException("poll() was called after close(): a closed feed shows nothing");
        }
        guard.enter("poll");
        try {
            guard.time(nowNs);
            return work(nowNs);
        } finally {
            guard.leave();
            if (ended) {
                // The session's thread may poll once more before another thread takes over.
                guard.release();
            }
        }
    }

    private int work(final long nowNs) {
        log.release(nowNs, holdNs);
        inbox.begin();
        for (SocketAddress from = inbox.next(); from != null; from = inbox.next()) {
            audience.take(inbox.datagram(), from, nowNs);
        }
        return inbox.taken() + audience.poll(nowNs);
    }

    /**
     * How many watch this player; those who watch them are not counted.
     *
     * @return 0 to {@value FeedConfig#MAX_SPECTATORS}
     */
    public int spectators() {
        return audience.size();
    }

    /**
     * How many were sent away because they lagged or were silent.
     *
     * @return since the match began
     */
    public long dropped() {
        return audience.dropped();
    }

    /**
     * Does everybody who watches have all of the match? A process that ends goes on with {@link #poll} until then, for
     * a few seconds.
     *
     * @return true as well when nobody watches
     */
    public boolean isDrained() {
        return audience.isDrained();
    }

    /**
     * What went wrong: the match goes on, and is not shown any more.
     *
     * @return one line for a person, null while all is well
     */
    public @Nullable String problem() {
        return writer.problem() == null ? socket.failure() : writer.problem();
    }

    /** Tells those who watch that this is the end, and closes the socket. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            audience.dismissAll();
            socket.close();
        }
    }
}
