package io.lockstep.core.internal.feed;

import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The one who feeds this spectator: found, listened to, acknowledged, and replaced when it goes. */
final class Upstream {

    /**
     * Where it stands. ASKING → ATTACHED by a STATUS; ASKING → PAUSING when nobody is left to be asked; PAUSING →
     * ASKING after a while; ATTACHED → ASKING when the parent is silent or goes; ATTACHED → PAUSING when it does not
     * want us or sends what cannot be; any → OVER for good.
     */
    enum State { ASKING, PAUSING, ATTACHED, OVER }

    /** What the feed is for. */
    interface Watcher extends BlockAssembler.Target {

        /** The frame that is wanted next, −1 for any. */
        long wanted();

        /** Of the match that was watched so far; 0 before. */
        long matchId();

        /** Of the match that was watched so far; 0 before. */
        long digest();

        /** Who feeds us, null for nobody, or those above it have changed. */
        void moved(SocketAddress parent, FeedPath path);
    }

    private final PacketSocket socket;
    private final Watcher watcher;
    private final Candidates candidates;
    private final FeedSecrets secrets;
    private final long id;
    private final boolean feeds;
    private final FeedPacket packet = new FeedPacket();
    private State state = State.PAUSING;
    private SocketAddress parent;
    private FeedPath path = FeedPath.NONE;
    /** The peers above the last parent, nearest first: asked in every round until one accepts this spectator. */
    private List<SocketAddress> above = List.of();
    private long link;
    private long cookie;
    private int hellos;
    private long dueNs;
    /** Before, the time of the next step is not known: a clock may begin anywhere, below zero as well. */
    private boolean hasBegun;
    private long heardNs;
    private boolean ackDue;
    private BlockAssembler assembler;
    private ChunkReceiver chunks;
    private int delayMs;
    private Refusal refusal;

    Upstream(final PacketSocket socket, final List<SocketAddress> roots, final Watcher watcher,
             final FeedSecrets secrets, final long id, final boolean feeds) {
        this.socket = socket;
        this.watcher = watcher;
        this.secrets = secrets;
        this.id = id;
        this.feeds = feeds;
        candidates = new Candidates(roots);
    }

    /** The only one who changes the state. */
    private void become(final State next, final long nowNs) {
        final boolean news = state == State.ATTACHED != (next == State.ATTACHED);
        state = next;
        dueNs = nowNs + (next == State.PAUSING ? FeedLimits.PAUSE_NS : 0);
        if (news) {
            watcher.moved(state == State.ATTACHED ? parent : null, path);
        }
    }

    /** Sends what is due. */
    void poll(final long nowNs) {
        switch (state) {
            case PAUSING -> {
                if (!hasBegun || nowNs - dueNs >= 0) {
                    begin(nowNs);
                }
            }
            case ASKING -> {
                if (nowNs - dueNs >= 0) {
                    ask(nowNs);
                }
            }
            case ATTACHED -> attend(nowNs);
            default -> {
                // Over.
            }
        }
    }

    private void begin(final long nowNs) {
        hasBegun = true;
        candidates.begin(above);
        path = FeedPath.NONE;
        become(State.ASKING, nowNs);
        next(nowNs);
    }

    private void next(final long nowNs) {
        parent = candidates.next();
        link = secrets.next();
        cookie = 0;
        hellos = 0;
        if (parent == null) {
            become(State.PAUSING, nowNs);
        } else {
            ask(nowNs);
        }
    }

    private void ask(final long nowNs) {
        if (hellos++ == FeedLimits.MAX_HELLOS) {
            refusal = null;
            next(nowNs);
            return;
        }
        dueNs = nowNs + FeedLimits.HELLO_NS;
        final ByteBuffer out = packet.begin(FeedPacket.HELLO, link).putLong(id).putLong(cookie)
            .putLong(watcher.wanted()).putLong(watcher.matchId()).putLong(watcher.digest())
            .put((byte) (feeds ? FeedPacket.FEEDS_OTHERS : 0));
        while (out.position() < FeedPacket.HELLO_BYTES - Integer.BYTES) {
            out.put((byte) 0);
        }
        socket.send(packet.end(), parent);
    }

    private void attend(final long nowNs) {
        if (nowNs - heardNs > FeedLimits.PARENT_SILENCE_NS) {
            leave(nowNs);
        } else if (ackDue || nowNs - dueNs >= 0) {
            ackDue = false;
            dueNs = nowNs + FeedLimits.ACK_NS;
            packet.begin(FeedPacket.ACK, link).putInt(chunks.cumulative()).putLong(chunks.mask());
            socket.send(packet.end(), parent);
        }
    }

    /** Takes a datagram that was opened: CHALLENGE, REFUSED, STATUS, DATA or BYE. */
    void take(final ByteBuffer in, final SocketAddress from, final long nowNs) {
        if (!from.equals(parent) || FeedPacket.link(in) != link) {
            return;
        }
        final int kind = FeedPacket.kind(in);
        if (state == State.ASKING) {
            switch (kind) {
                case FeedPacket.CHALLENGE -> challenge(in, nowNs);
                case FeedPacket.REFUSED -> refused(in, nowNs);
                case FeedPacket.STATUS -> status(in, nowNs);
                default -> {
                    // What overtook the STATUS comes again.
                }
            }
        } else if (state == State.ATTACHED) {
            switch (kind) {
                case FeedPacket.STATUS -> status(in, nowNs);
                case FeedPacket.DATA -> data(in, nowNs);
                case FeedPacket.BYE -> {
                    refusal = Refusal.of(in.hasRemaining() ? in.get() : -1);
                    lost(refusal == Refusal.GONE, nowNs);
                }
                default -> {
                    // An answer to a HELLO that came twice.
                }
            }
        }
    }

    private void challenge(final ByteBuffer in, final long nowNs) {
        if (in.remaining() == Long.BYTES && cookie == 0) {
            cookie = in.getLong();
            ask(nowNs);
        }
    }

    private void refused(final ByteBuffer in, final long nowNs) {
        if (in.remaining() < 2) {
            return;
        }
        refusal = Refusal.of(in.get());
        final List<SocketAddress> named = new ArrayList<>();
        for (int count = in.get(); count > 0; count--) {
            final SocketAddress address = FeedAddress.read(in);
            if (address != null) {
                named.add(address);
            }
        }
        candidates.instead(named, secrets.next() >>> 1);
        next(nowNs);
    }

    private void status(final ByteBuffer in, final long nowNs) {
        final int delay = in.remaining() < Integer.BYTES ? 0 : in.getInt();
        final FeedPath told = FeedPath.read(in, parent);
        if (told == null || told.contains(id)) {
            // What cannot be, or a circle: we would feed ourselves.
            if (state == State.ASKING) {
                next(nowNs);
            } else {
                leave(nowNs);
            }
            return;
        }
        heardNs = nowNs;
        delayMs = delay;
        final boolean isChanged = !told.sameAs(path);
        path = told;
        above = path.grandparents();
        if (state == State.ASKING) {
            assembler = new BlockAssembler(watcher);
            chunks = new ChunkReceiver();
            refusal = null;
            become(State.ATTACHED, nowNs);
        } else if (isChanged) {
            watcher.moved(parent, path);
        }
    }

    private void data(final ByteBuffer in, final long nowNs) {
        heardNs = nowNs;
        ackDue = true;
        if (in.remaining() > Integer.BYTES) {
            final BlockAssembler mine = assembler;
            chunks.take(in.getInt(), in, mine);
            if (mine == assembler && mine.isBroken()) {
                sayGoodbye();
                lost(false, nowNs);
            }
        }
    }

    /** Goes away from this parent and looks for another one; those above it are asked first. */
    void leave(final long nowNs) {
        sayGoodbye();
        lost(true, nowNs);
    }

    private void lost(final boolean atOnce, final long nowNs) {
        stopTaking();
        if (atOnce) {
            begin(nowNs);
        } else {
            become(State.PAUSING, nowNs);
        }
    }

    /** Leaves a player whose recording has ended or stands still: asks another one, or the same again after a while. */
    void turnToNextRoot(final long nowNs) {
        sayGoodbye();
        candidates.turnToNextRoot(parent);
        path = FeedPath.NONE;
        above = List.of();
        stopTaking();
        become(State.PAUSING, nowNs);
    }

    /** Whatever is left of this datagram concerns nobody. */
    private void stopTaking() {
        if (assembler != null) {
            assembler.stop();
            assembler = null;
        }
    }

    private void sayGoodbye() {
        if (state == State.ATTACHED) {
            packet.begin(FeedPacket.BYE, link).put((byte) Refusal.GONE.ordinal());
            socket.send(packet.end(), parent);
        }
    }

    /** Nothing more is wanted. */
    void end(final long nowNs) {
        if (ackDue && state == State.ATTACHED) {
            attend(nowNs);
        }
        sayGoodbye();
        stopTaking();
        become(State.OVER, nowNs);
    }

    /** Returns whether a player feeds us, not another spectator. */
    boolean isAtRoot() {
        return above.isEmpty();
    }

    /** Is there somebody who feeds us, or will when it has something to show? */
    boolean isPromising() {
        return state == State.ATTACHED || state != State.OVER && refusal == Refusal.NOTHING_YET;
    }

    State state() {
        return state;
    }

    int roots() {
        return candidates.roots();
    }

    int delayMs() {
        return delayMs;
    }

    /** Why nobody feeds us as far as is known; null if nobody has answered. */
    Refusal refusal() {
        return refusal;
    }
}
