package io.lockstep.core.internal.feed;

import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Those who watch here: takes them in, feeds them from the log, and drops who is silent or lags. */
public final class Audience {

    private final PacketSocket socket;
    private final FeedLog log;
    private final int most;
    private final long bytesPerSecond;
    private final long id;
    private final int delayMs;
    private final FeedSecrets secrets;
    private final FeedPacket packet = new FeedPacket();
    private final byte[] scratch = new byte[FeedPacket.MAX_CHUNK_BYTES];
    private final List<Child> children = new ArrayList<>();
    private FeedPath path = FeedPath.NONE;
    private int turn;
    /** Bytes that may be sent now, times a second in nanoseconds. */
    private long credit;
    private long creditNs;
    private boolean started;
    private boolean orphaned;
    private long orphanedNs;
    private long dropped;

    /**
     * Nobody watches yet.
     *
     * @param most           how many may watch
     * @param bytesPerSecond to all of them together
     * @param id             of this place in the tree
     * @param delayMs        told to those who watch
     * @param secrets        of this place
     */
    public Audience(final PacketSocket socket, final FeedLog log, final int most, final long bytesPerSecond,
                    final long id, final int delayMs, final FeedSecrets secrets) {
        this.socket = socket;
        this.log = log;
        this.most = most;
        this.bytesPerSecond = bytesPerSecond;
        this.id = id;
        this.delayMs = delayMs;
        this.secrets = secrets;
    }

    /** Takes a datagram that was opened: HELLO, ACK or BYE. */
    public void take(final ByteBuffer in, final SocketAddress from, final long nowNs) {
        final long link = FeedPacket.link(in);
        switch (FeedPacket.kind(in)) {
            case FeedPacket.HELLO -> {
                if (in.limit() + Integer.BYTES == FeedPacket.HELLO_BYTES) {
                    hello(in, link, from, nowNs);
                }
            }
            case FeedPacket.ACK -> {
                final Child child = childOf(link, from);
                if (child != null && in.remaining() == Integer.BYTES + Long.BYTES) {
                    child.heardNs = nowNs;
                    child.chunks.ack(in.getInt(), in.getLong(), nowNs);
                }
            }
            case FeedPacket.BYE -> children.remove(childOf(link, from));
            default -> {
                // Not for who feeds.
            }
        }
    }

    private Child childOf(final long link, final SocketAddress from) {
        for (int i = 0; i < children.size(); i++) {
            if (children.get(i).link == link && children.get(i).address.equals(from)) {
                return children.get(i);
            }
        }
        return null;
    }

    private void hello(final ByteBuffer in, final long link, final SocketAddress from, final long nowNs) {
        final long other = in.getLong();
        final long cookie = in.getLong();
        final long frame = in.getLong();
        final long matchId = in.getLong();
        final long digest = in.getLong();
        final boolean feeds = (in.get() & FeedPacket.FEEDS_OTHERS) != 0;
        if (!secrets.isRight(cookie, from, link, nowNs)) {
            packet.begin(FeedPacket.CHALLENGE, link).putLong(secrets.make(from, link, nowNs));
            socket.send(packet.end(), from);
            return;
        }
        final Child known = childOf(link, from);
        if (known != null) {
            tell(known, nowNs);
            return;
        }
        children.removeIf(child -> child.id == other && child.address.equals(from));
        final long start = log.startOf(frame);
        if (start == FeedLog.NOWHERE || orphaned || path.contains(other)) {
            refuse(Refusal.NOTHING_YET, link, from);
        } else if (frame >= 0 && !log.isOf(matchId, digest)) {
            refuse(Refusal.OTHER_MATCH, link, from);
        } else if (children.size() >= most || path.depth() >= FeedLimits.MAX_DEPTH - 1) {
            refuse(Refusal.FULL, link, from);
        } else {
            final Child child = new Child(other, link, feeds, from, new ChunkSender(log, start), log.end(), nowNs);
            children.add(child);
            tell(child, nowNs);
        }
    }

    /** Only who has proven its address is told this much. */
    private void refuse(final Refusal why, final long link, final SocketAddress from) {
        final ByteBuffer out = packet.begin(FeedPacket.REFUSED, link).put((byte) why.ordinal());
        final int at = out.position();
        int named = 0;
        out.put((byte) 0);
        for (final Child child : children) {
            if (why == Refusal.FULL && child.feeds && FeedAddress.isKnown(child.address)) {
                FeedAddress.write(child.address, out);
                named++;
            }
        }
        out.put(at, (byte) named);
        socket.send(packet.end(), from);
    }

    private void tell(final Child child, final long nowNs) {
        child.toldNs = nowNs;
        path.write(id, packet.begin(FeedPacket.STATUS, child.link).putInt(delayMs));
        socket.send(packet.end(), child.address);
    }

    private void dismiss(final Child child, final Refusal why) {
        packet.begin(FeedPacket.BYE, child.link).put((byte) why.ordinal());
        socket.send(packet.end(), child.address);
    }

    /** Sends what is due; answers how many datagrams. */
    public int poll(final long nowNs) {
        if (orphaned && nowNs - orphanedNs > FeedLimits.ORPHAN_NS) {
            dismissAll();
        }
        for (int i = children.size() - 1; i >= 0; i--) {
            if (isToGo(children.get(i), nowNs)) {
                dismiss(children.remove(i), Refusal.LAGS);
                dropped++;
            }
        }
        earn(nowNs);
        int sent = 0;
        int idle = 0;
        while (idle < children.size() && credit > 0) {
            turn = turn + 1 < children.size() ? turn + 1 : 0;
            final boolean worked = send(children.get(turn), nowNs);
            idle = worked ? 0 : idle + 1;
            sent += worked ? 1 : 0;
        }
        return sent;
    }

    private boolean isToGo(final Child child, final long nowNs) {
        final long lagNs = log.lagNs(child.chunks.ackedPlace(), nowNs);
        child.live |= child.chunks.ackedPlace() >= child.newest;
        return nowNs - child.heardNs > FeedLimits.CHILD_SILENCE_NS || child.chunks.isBehindTheLog()
            || child.live && lagNs > FeedLimits.MAX_LAG_NS;
    }

    /** What was not used for a tenth of a second is not saved up. */
    private void earn(final long nowNs) {
        final long burst = bytesPerSecond * FeedLimits.SECOND / 10;
        final long sinceNs = Math.min(FeedLimits.SECOND, nowNs - creditNs);
        credit = started ? Math.min(burst, credit + sinceNs * bytesPerSecond) : burst;
        creditNs = nowNs;
        started = true;
    }

    private boolean send(final Child child, final long nowNs) {
        if (nowNs - child.toldNs >= FeedLimits.STATUS_NS) {
            tell(child, nowNs);
            return true;
        }
        final int chunk = child.chunks.due(nowNs);
        if (chunk < 0) {
            return false;
        }
        final ByteBuffer out = packet.begin(FeedPacket.DATA, child.link).putInt(chunk);
        child.chunks.write(chunk, scratch, out);
        final ByteBuffer datagram = packet.end();
        credit -= datagram.remaining() * FeedLimits.SECOND;
        socket.send(datagram, child.address);
        return true;
    }

    /** Notes whether this place has no parent. It then refuses newcomers, and soon sends its spectators elsewhere. */
    void orphaned(final boolean alone, final long nowNs) {
        orphanedNs = orphaned ? orphanedNs : nowNs;
        orphaned = alone;
    }

    /** Who is above this place from now on. */
    void path(final FeedPath above, final long nowNs) {
        path = above;
        for (int i = 0; i < children.size(); i++) {
            tell(children.get(i), nowNs);
        }
    }

    /** Sends everybody away. */
    public void dismissAll() {
        children.forEach(child -> dismiss(child, Refusal.GONE));
        children.clear();
    }

    /** How many watch. */
    public int size() {
        return children.size();
    }

    /** How many were dropped because they were silent or lagged. */
    public long dropped() {
        return dropped;
    }

    /** Does everybody have all that is handed out? */
    public boolean isDrained() {
        for (int i = 0; i < children.size(); i++) {
            if (!children.get(i).chunks.isDrained()) {
                return false;
            }
        }
        return true;
    }
}
