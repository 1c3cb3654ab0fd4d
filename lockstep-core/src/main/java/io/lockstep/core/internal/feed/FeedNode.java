package io.lockstep.core.internal.feed;

import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.internal.replay.RecordingFormat;
import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A spectator's place in the tree: takes a recording from one above, puts what two of them sent together without a gap,
 * hands it to who plays it, and feeds others with the same bytes.
 */
public final class FeedNode implements Upstream.Watcher {

    /** Who plays what comes. */
    public interface Viewer {

        /** The header of the recording: the first one, and one that says the same from each new parent. */
        void header(ByteBuffer header);

        /** The next block; one that begins anew is a state with the flag that says so. Valid during the call. */
        void block(ByteBuffer block);

        /** Somebody feeds us now, or, with null, nobody does. */
        void attached(SocketAddress parent);
    }

    private static final int U16 = 0xFFFF;
    private static final long ANY = -1;
    private static final String FINISHED = "FINISHED";
    private static final String LEFT = "LEFT";

    private final PacketSocket socket;
    private final Viewer viewer;
    private final FeedLog log = new FeedLog();
    private final Audience audience;
    private final Upstream upstream;
    private final FeedInbox inbox;
    private long nowNs;
    private long goodNs;
    /** Time, in nanoseconds, of the last block, or since when somebody else feeds us. */
    private long freshNs;
    private boolean started;
    private int blockFrames = 1;
    private long matchId;
    private long digest;
    private long wanted = ANY;
    private boolean stateJustTaken;
    private String ended;
    private boolean given;
    private SocketAddress fedBy;
    private ByteBuffer held;

    /**
     * A place nobody feeds yet.
     *
     * @param roots          players to ask, at least one
     * @param most           how many may watch here
     * @param bytesPerSecond to all of them together
     * @param seed           for what nobody may guess
     */
    public FeedNode(final PacketSocket socket, final List<SocketAddress> roots, final Viewer viewer, final int most,
                    final long bytesPerSecond, final long seed) {
        this.socket = socket;
        this.viewer = viewer;
        inbox = new FeedInbox(socket);
        final FeedSecrets secrets = new FeedSecrets(seed);
        final long id = secrets.next();
        upstream = new Upstream(socket, roots, this, secrets, id, most > 0);
        audience = new Audience(socket, log, most, bytesPerSecond, id, 0, secrets);
    }

    /** Takes what has come and sends what is due; answers how many datagrams that were. */
    public int poll(final long timeNs) {
        if (!started) {
            started = true;
            goodNs = timeNs;
        } else if (timeNs - nowNs > FeedLimits.ASLEEP_NS) {
            // No parent could feed it meanwhile.
            goodNs += timeNs - nowNs;
            freshNs += timeNs - nowNs;
        }
        nowNs = timeNs;
        inbox.begin();
        for (SocketAddress from = inbox.next(); from != null; from = inbox.next()) {
            dispatch(inbox.datagram(), from);
        }
        if (isStandingStill()) {
            upstream.turnToNextRoot(nowNs);
        }
        upstream.poll(nowNs);
        if (upstream.isPromising() && ended == null) {
            goodNs = nowNs;
        } else if (nowNs - goodNs > FeedLimits.GIVE_UP_NS && !isOver()) {
            given = ended == null;
            upstream.end(nowNs);
        }
        log.release(nowNs, 0);
        return inbox.taken() + audience.poll(nowNs);
    }

    /** Returns whether nothing has come for a while from one who is there, and another player may play on. */
    private boolean isStandingStill() {
        return upstream.state() == Upstream.State.ATTACHED && upstream.roots() > 1
            && nowNs - freshNs > (upstream.isAtRoot() ? FeedLimits.STANDSTILL_NS : FeedLimits.STANDSTILL_BELOW_NS);
    }

    /** Sleeps until a packet comes, at most so long after the last poll. */
    public void await(final long maxNs) {
        socket.await(maxNs);
    }

    private void dispatch(final ByteBuffer in, final SocketAddress from) {
        switch (FeedPacket.kind(in)) {
            case FeedPacket.HELLO, FeedPacket.ACK -> audience.take(in, from, nowNs);
            case FeedPacket.BYE -> {
                final int at = in.position();
                audience.take(in, from, nowNs);
                in.position(at);
                upstream.take(in, from, nowNs);
            }
            default -> upstream.take(in, from, nowNs);
        }
    }

    @Override
    public void header(final ByteBuffer header) {
        held = null;
        final long itsMatch = header.getLong(HeaderFormat.AT_MATCH_ID);
        final long itsDigest = header.getLong(HeaderFormat.AT_DIGEST);
        if (log.header() == null) {
            matchId = itsMatch;
            digest = itsDigest;
            log.header(header);
            final int tickRate = header.getShort(HeaderFormat.AT_TICK_RATE) & U16;
            blockFrames = Math.max(1, tickRate / FeedLimits.BLOCKS_PER_SECOND);
        } else if (matchId != itsMatch || digest != itsDigest) {
            upstream.turnToNextRoot(nowNs);
            return;
        }
        viewer.header(header);
    }

    /**
     * A block that ends where others do not end it may be the last of this player, and whoever has the rest begins
     * before it: it waits for the one after it.
     */
    @Override
    public void block(final ByteBuffer block) {
        freshNs = nowNs;
        final ByteBuffer before = held;
        held = null;
        final String reason = BlockView.kind(block) == RecordingFormat.END ? reasonOf(block) : null;
        if (before != null && (reason == null || isForAll(reason))) {
            take(before);
        }
        if (reason != null) {
            end(block, reason);
        } else if ((BlockView.frame(block) + BlockView.count(block)) % blockFrames != 0
            && BlockView.kind(block) == RecordingFormat.FRAMES) {
            held = ByteBuffer.allocate(block.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(block).flip();
        } else {
            take(block);
        }
    }

    private void take(final ByteBuffer block) {
        final long frame = BlockView.frame(block);
        if (BlockView.kind(block) == RecordingFormat.SNAPSHOT) {
            final boolean begins = frame != wanted || BlockView.isLoaded(block);
            if (begins || !stateJustTaken) {
                log.add(block);
                viewer.block(begins ? BlockView.asLoaded(block) : block);
                wanted = frame;
                stateJustTaken = true;
                ended = null;
            }
        } else if (frame == wanted) {
            stateJustTaken = false;
            ended = null;
            log.add(block);
            viewer.block(block);
            wanted = frame + BlockView.count(block);
        } else {
            // A gap: the newest state is where it goes on.
            wanted = ANY;
            upstream.leave(nowNs);
        }
    }

    private static String reasonOf(final ByteBuffer end) {
        final int from = end.position() + RecordingFormat.BLOCK_HEAD_BYTES;
        return new String(end.array(), end.arrayOffset() + from, end.limit() - from, StandardCharsets.US_ASCII);
    }

    /** Is this the end of the match, or that of its player with no other one to be watched? */
    private boolean isForAll(final String reason) {
        return reason.equals(FINISHED) || reason.equals(LEFT) && upstream.roots() == 1;
    }

    private void end(final ByteBuffer block, final String reason) {
        ended = reason;
        if (isForAll(reason) && BlockView.frame(block) == wanted) {
            log.add(block);
            viewer.block(block);
            fedBy = null;
            upstream.end(nowNs);
        } else {
            upstream.turnToNextRoot(nowNs);
        }
    }

    @Override
    public long wanted() {
        return wanted;
    }

    @Override
    public long matchId() {
        return matchId;
    }

    @Override
    public long digest() {
        return digest;
    }

    @Override
    public void moved(final SocketAddress parent, final FeedPath path) {
        freshNs = parent == null || !parent.equals(fedBy) ? nowNs : freshNs;
        audience.orphaned(parent == null && upstream.state() != Upstream.State.OVER, nowNs);
        if (parent != null) {
            audience.path(path, nowNs);
        }
        if (parent == null ? fedBy != null : !parent.equals(fedBy)) {
            viewer.attached(parent);
        }
        fedBy = parent;
    }

    /** Nothing more will come. */
    public boolean isOver() {
        return upstream.state() == Upstream.State.OVER;
    }

    /** Why the recording ended, null when it has not; the name of an end reason. */
    public String ended() {
        return ended;
    }

    /** Why nobody feeds us; null if nobody has answered. */
    public String refusal() {
        return upstream.refusal() == null ? null : upstream.refusal().meaning();
    }

    /** Nobody fed us for too long. */
    public boolean hasGivenUp() {
        return given;
    }

    /** The delay that the player has chosen, in ms. */
    public int delayMs() {
        return upstream.delayMs();
    }

    /** How many watch here. */
    public int spectators() {
        return audience.size();
    }

    /** Does everybody who watches here have all? */
    public boolean isDrained() {
        return audience.isDrained();
    }

    /** Stops at once: those who watch here look for another place. */
    public void close() {
        audience.dismissAll();
        if (!isOver()) {
            upstream.end(nowNs);
        }
        socket.close();
    }
}
