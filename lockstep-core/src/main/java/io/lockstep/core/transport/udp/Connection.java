package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/**
 * What this peer has to do with one other: whether they are connected, how it tries to be, and the messages that come
 * and go. Knows no socket and no clock.
 */
@NullUnmarked // nobody is asked for a connection who has no address
final class Connection {

    /** How far things have got. */
    enum State {
        /** Saying Init, from time to time; or waiting for the peer's, if nobody knows where it is. */
        INIT,
        /** Challenged, and saying the answer until it is accepted. */
        RESPONSE,
        /** Messages come and go. */
        OPEN
    }

    /** Nobody there for so long means that nobody is: as long as a session waits at the start. */
    static final long SILENCE_NS = 15_000_000_000L;
    /**
     * Longest time between two packets that show this peer's address, in nanoseconds: chunks that are sent once, or
     * keep-alives. Fourteen may be lost in a row before the connection counts as silent.
     */
    static final long KEEP_ALIVE_NS = 1_000_000_000L;
    /**
     * Longest time without the first packet of a connection, in nanoseconds: five keep-alives. A peer that missed the
     * acceptance has no connection. If our address has changed since, the peer cannot find us, so we ask anew.
     */
    static final long FIRST_PACKET_NS = 5 * KEEP_ALIVE_NS;
    /** Who is heard again after so long is sent what is overdue at once. */
    static final long OUTAGE_NS = 500_000_000L;
    /** Between two tries of the handshake while it is new: a lost packet costs no more than this. */
    static final long EAGER_RETRY_NS = 100_000_000L;
    /** Between two tries when nobody has answered for some time; who is started later begins by itself. */
    static final long PATIENT_RETRY_NS = 1_000_000_000L;
    /** Tries before patience sets in: five seconds' worth. */
    static final int EAGER_TRIES = 50;
    /** Answers to a Challenge that may get lost before it is taken for a false one. */
    static final int RESPONSE_TRIES = 10;
    /** ENDs that are said: one may get lost. */
    static final int ENDS = 3;
    /** A peer that speaks from another address than before must have been silent there for so long. */
    static final long TAKEOVER_NS = 2_000_000_000L;

    /** The peer that a salt's lower bits name. */
    private static final int PEER_MASK = 31;
    /** As much as travels of a sequence; so much of a seasoning is the first one. */
    private static final long TRAVELS = 0xFFFF;

    final int peer;
    /** Configured address of the peer; null if nobody knows it, and the peer has to ask first. */
    private final SocketAddress configured;
    final Path path;
    final ResendQueue resends;
    final ReliableInbox reliable;
    final UnreliableInbox unreliable;
    /** The messages of a link, which are counted by their link sequences. */
    final UnreliableInbox linked;
    private final int self;
    private final RetryTimer timer = new RetryTimer();
    private final Secrets secrets;
    private final Outlet outlet;
    /**
     * Address of the peer at the end of the last connection, if it was not the configured one. It is asked there, too:
     * if both peers have moved and one then sleeps, neither finds the other where it was configured.
     */
    private SocketAddress former;
    /** Address that asked for the proof; null unless we wait for its answer. */
    private SocketAddress asker;
    private long refused;
    private State state = State.INIT;
    private long salt;
    private long pepper;
    private long unreliableSequence;
    private int tries;
    private long triedNs;
    private long heardNs;
    /** Whether a packet of this connection has come since it was opened. */
    private boolean isHeard;
    /**
     * Time of the last packet that shows this peer's address, in nanoseconds. Resent packets do not count: they may be
     * older than they look.
     */
    private long shownNs;
    private long nowNs;

    Connection(final int self, final int peer, final SocketAddress configured, final Store store,
               final Secrets secrets, final Outlet outlet, final EventCounts counts) {
        this.self = self;
        this.peer = peer;
        this.configured = configured;
        this.secrets = secrets;
        path = new Path(peer);
        this.outlet = outlet;
        resends = new ResendQueue(store, timer, counts);
        reliable = new ReliableInbox(store, counts);
        unreliable = new UnreliableInbox(store, counts);
        linked = new UnreliableInbox(store, counts);
        salt = newSalt();
    }

    private long newSalt() {
        return secrets.next() & ~PEER_MASK | self;
    }

    /** A packet that should be this peer's was not. */
    void refuse() {
        refused++;
    }

    long refused() {
        return refused;
    }

    /** What our Init says. */
    long salt() {
        return salt;
    }

    /** Who says Init with this salt. */
    static int peerOf(final long salt) {
        return (int) salt & PEER_MASK;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    /** Where packets of this connection come from and go to; null while it is not open. */
    SocketAddress address() {
        return path.address();
    }

    /** The name of the connection that is open. */
    long seasoning() {
        return path.seasoning();
    }

    boolean isFrom(final SocketAddress from) {
        return state == State.OPEN && path.leadsTo(from);
    }

    /** Returns whether the peer is asked for a connection at this address. */
    boolean isExpectedAt(final SocketAddress from) {
        return from.equals(configured) || from.equals(former);
    }

    /** Returns whether the connection is open under this name. */
    boolean isNamed(final long name) {
        return state == State.OPEN && path.seasoning() == name;
    }

    /** The whole sequence of a packet of which 16 bits have come: the one that is nearest to what is expected. */
    long sequenceOf(final Packet packet) {
        return switch (packet.kind()) {
            case RELIABLE -> Window.nearest(packet.sequence(), reliable.next());
            case ACKNOWLEDGEMENT -> Window.nearest(packet.sequence(), resends.first());
            case UNRELIABLE, KEEP_ALIVE -> Window.nearest(packet.sequence(), unreliable.newest());
            default -> packet.sequence();
        };
    }

    long roundTripNs() {
        return timer.smoothedNs();
    }

    /**
     * A packet of this connection has come that had not come before: what somebody repeats does not show that the peer
     * is there.
     */
    void hear() {
        if (nowNs - heardNs >= OUTAGE_NS) {
            timer.forgive();
        }
        heardNs = nowNs;
        isHeard = true;
    }

    /** The other side asks for proof; true if we had asked it for a connection. */
    boolean challenge(final long asked, final long proof, final SocketAddress from) {
        if (state != State.INIT || asked != salt) {
            return false;
        }
        state = State.RESPONSE;
        pepper = proof;
        asker = from;
        tries = 0;
        respond();
        return true;
    }

    /** The other side has found our proof to be right; true if we wait for that. */
    boolean accept(final long asked, final long proof) {
        if (state != State.RESPONSE || asked != salt || proof != pepper) {
            return false;
        }
        open(asker, salt ^ pepper);
        return true;
    }

    /**
     * Whether a proof of the other side's is to be taken now. Of two handshakes that cross, the one of the higher
     * number goes on; and nobody takes the place of somebody at another address who is still being heard.
     */
    boolean mayOpen(final SocketAddress from) {
        if (state == State.OPEN) {
            return isFrom(from) || nowNs - heardNs >= TAKEOVER_NS;
        }
        return state == State.INIT || self < peer;
    }

    /** Begins anew, with both sides counting from the same sequence. */
    void open(final SocketAddress from, final long seasoning) {
        state = State.OPEN;
        path.lead(from, seasoning);
        salt = newSalt();
        final long first = seasoning & TRAVELS;
        unreliableSequence = first;
        resends.reset(first);
        reliable.reset(first);
        unreliable.reset(first);
        linked.reset(1);
        heardNs = nowNs;
        isHeard = false;
        shownNs = nowNs;
    }

    void close() {
        if (state == State.OPEN && !path.address().equals(configured)) {
            former = path.address();
        }
        state = State.INIT;
        path.lead(null, Path.NONE);
        salt = newSalt();
        tries = 0;
        triedNs = nowNs;
    }

    /** Sends a message of a link once; false if the socket takes none of it. */
    boolean sendLinked(final ByteBuffer message, final long linkSequence) {
        if (message.limit() <= Packet.MAX_CHUNK_BYTES) {
            return showed(outlet.sendWhole(path, message, linkSequence));
        }
        return sendChunks(message, true, linkSequence);
    }

    /** Sends a message once, signed; false if the socket takes none of it. */
    boolean sendUnreliable(final ByteBuffer message) {
        final boolean taken = sendChunks(message, false, unreliableSequence);
        unreliableSequence += taken ? 1 : 0;
        return taken;
    }

    /**
     * Notes that a message has left that shows this peer's address. It shows none where the peer is silent: the peer
     * may be in another epoch, refuse each message of a link, and send to an address that is ours no more.
     */
    private boolean showed(final boolean taken) {
        shownNs = taken && nowNs - heardNs < KEEP_ALIVE_NS ? nowNs : shownNs;
        return taken;
    }

    private boolean sendChunks(final ByteBuffer message, final boolean sealed, final long sequence) {
        final int last = Packet.chunksOf(message.limit()) - 1;
        boolean taken = false;
        for (int chunk = 0; chunk <= last; chunk++) {
            final int offset = chunk * Packet.MAX_CHUNK_BYTES;
            final int length = Math.min(message.limit() - offset, Packet.MAX_CHUNK_BYTES);
            // The seal covers all of a link sequence, and of what stands in the header what travels there.
            final long place = Packet.place((chunk == last ? Packet.FIN : 0) | (sealed ? 0 : Packet.SIG), chunk,
                sealed ? sequence & TRAVELS : sequence);
            taken |= sealed ? outlet.sendSealed(path, place, message, offset, length, sequence)
                : outlet.sendChunk(path, place, message, offset, length);
        }
        return showed(taken);
    }

    /** Whether too many messages are under way for one more that is sent until it has arrived. */
    boolean isFull(final int length) {
        return resends.isFull(length);
    }

    /** Sends a message until it has arrived; there must be room. */
    void sendReliable(final ByteBuffer message) {
        resends.add(message);
        resends.pump(nowNs, outlet, path);
    }

    /** A chunk of this connection has arrived for good. */
    void acknowledge(final long sequence, final int chunk) {
        outlet.send(path, Packet.place(Packet.ACK, chunk, sequence));
    }

    /** From now on it is this late. */
    void now(final long timeNs) {
        nowNs = timeNs;
    }

    /** Returns whether nothing was heard for so long that the peer has no connection with us. */
    boolean isSilent() {
        return state == State.OPEN && nowNs - heardNs >= silenceNs();
    }

    private long silenceNs() {
        return isHeard ? SILENCE_NS : FIRST_PACKET_NS;
    }

    /** Does what is due by now; answers how much was sent. */
    int work() {
        return switch (state) {
            case INIT -> !isAsking() || tries > 0 && nowNs - triedNs < retryNs() ? 0 : init();
            case RESPONSE -> nowNs - triedNs < EAGER_RETRY_NS ? 0 : respond();
            case OPEN -> resends.pump(nowNs, outlet, path) + keepAlive();
        };
    }

    /** How soon {@link #work} will find something to do, unless something comes: nanoseconds, 0 or less for now. */
    long dueInNs() {
        return switch (state) {
            case INIT -> !isAsking() ? Long.MAX_VALUE : tries == 0 ? 0 : triedNs - nowNs + retryNs();
            case RESPONSE -> triedNs - nowNs + EAGER_RETRY_NS;
            case OPEN -> Math.min(resends.dueInNs(nowNs),
                Math.min(shownNs - nowNs + KEEP_ALIVE_NS, heardNs - nowNs + silenceNs()));
        };
    }

    private long retryNs() {
        return tries < EAGER_TRIES ? EAGER_RETRY_NS : PATIENT_RETRY_NS;
    }

    private boolean isAsking() {
        return configured != null || former != null;
    }

    private int init() {
        tries++;
        triedNs = nowNs;
        return ask(configured) + ask(former);
    }

    private int ask(final SocketAddress to) {
        return to == null ? 0 : send(to, Packet.INIT_SEQUENCE, 0);
    }

    private int send(final SocketAddress to, final int step, final long proof) {
        outlet.sendHandshake(to, peer, Packet.place(Packet.ASKS, 0, step), salt, proof);
        return 1;
    }

    private int respond() {
        if (tries == RESPONSE_TRIES) {
            close();
            return 0;
        }
        tries++;
        triedNs = nowNs;
        return send(asker, Packet.RESPONSE_SEQUENCE, pepper);
    }

    private int keepAlive() {
        if (nowNs - shownNs < KEEP_ALIVE_NS) {
            return 0;
        }
        shownNs = nowNs;
        outlet.send(path, Packet.place(Packet.KEEPS_ALIVE, 0, unreliableSequence++));
        return 1;
    }

    /** Says goodbye, after everything that may still have to arrive. */
    void end() {
        if (state == State.OPEN) {
            resends.flush(outlet, path);
            for (int i = 0; i < ENDS; i++) {
                outlet.send(path, Packet.place(Packet.END, 0, 0));
            }
        }
    }
}
