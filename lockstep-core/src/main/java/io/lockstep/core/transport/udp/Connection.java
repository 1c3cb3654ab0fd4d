package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * What this peer has to do with one other: whether they are connected, how it tries to be, and the messages that come
 * and go. Knows no socket and no clock.
 */
final class Connection {

    /** How far things have got. */
    enum State {
        /** Saying Init, from time to time. */
        INIT,
        /** Challenged, and saying the answer until it is accepted. */
        RESPONSE,
        /** Messages come and go. */
        OPEN
    }

    /** Nobody there for so long means that nobody is: the source document's figure. */
    static final long SILENCE_NS = 15_000_000_000L;
    /** Who has nothing to say says so once a second: fourteen may be lost in a row. */
    static final long KEEP_ALIVE_NS = 1_000_000_000L;
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

    final int peer;
    final SocketAddress expected;
    final ResendQueue resends;
    final ReliableInbox reliable;
    final UnreliableInbox unreliable;
    private final int self;
    private final RetryTimer timer = new RetryTimer();
    private final SplittableRandom random;
    private final Outlet outlet;
    private State state = State.INIT;
    private SocketAddress address;
    private int salt;
    private int seasoning;
    private int unreliableSequence;
    private int tries;
    private long triedNs;
    private long heardNs;
    private long spokenNs;
    private long nowNs;

    Connection(final int self, final int peer, final SocketAddress expected, final int maxMessageBytes,
               final SplittableRandom random, final Outlet outlet, final EventCounts counts) {
        this.self = self;
        this.peer = peer;
        this.expected = expected;
        this.random = random;
        this.outlet = outlet;
        resends = new ResendQueue(maxMessageBytes, timer, counts);
        reliable = new ReliableInbox(maxMessageBytes, counts);
        unreliable = new UnreliableInbox(maxMessageBytes, counts);
        salt = newSalt();
    }

    private int newSalt() {
        return random.nextInt() & ~PEER_MASK | self;
    }

    /** What our Init says. */
    int salt() {
        return salt;
    }

    /** Who says Init with this salt. */
    static int peerOf(final int salt) {
        return salt & PEER_MASK;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    /** Where packets of this connection come from and go to; null while it is not open. */
    SocketAddress address() {
        return address;
    }

    boolean isFrom(final SocketAddress from) {
        return state == State.OPEN && (address == from || address.equals(from));
    }

    boolean isProvenBy(final int secret) {
        return state == State.OPEN && seasoning == secret;
    }

    long roundTripNs() {
        return timer.smoothedNs();
    }

    /** A packet of this connection has come. */
    void hear() {
        if (nowNs - heardNs >= OUTAGE_NS) {
            timer.forgive();
        }
        heardNs = nowNs;
    }

    /** The other side asks for proof; true if we had asked it for a connection. */
    boolean challenge(final int pepper) {
        if (state != State.INIT || tries == 0) {
            return false;
        }
        state = State.RESPONSE;
        seasoning = salt ^ pepper;
        tries = 0;
        respond();
        return true;
    }

    /** The other side has found our proof to be right; true if we wait for that. */
    boolean accept(final int secret) {
        if (state != State.RESPONSE || secret != seasoning) {
            return false;
        }
        open(expected, seasoning);
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
    void open(final SocketAddress from, final int secret) {
        state = State.OPEN;
        address = from;
        seasoning = secret;
        unreliableSequence = secret & 0xFFFF;
        resends.reset(secret);
        reliable.reset(secret);
        unreliable.reset(secret);
        heardNs = nowNs;
        spokenNs = nowNs;
    }

    void close() {
        state = State.INIT;
        address = null;
        salt = newSalt();
        tries = 0;
        triedNs = nowNs;
    }

    /** Sends a message once; false if the socket takes none of it. */
    boolean sendUnreliable(final ByteBuffer message) {
        final int length = message.limit();
        final int chunks = Packet.chunksOf(length);
        boolean taken = false;
        for (int chunk = 0; chunk < chunks; chunk++) {
            final int offset = chunk * Packet.MAX_CHUNK_BYTES;
            taken |= outlet.sendChunk(address, Packet.header(chunk == chunks - 1 ? Packet.FIN : 0, chunk,
                unreliableSequence), message, offset, Math.min(length - offset, Packet.MAX_CHUNK_BYTES));
        }
        if (taken) {
            unreliableSequence++;
            spokenNs = nowNs;
        }
        return taken;
    }

    /** Sends a message until it has arrived; false if too many are under way. */
    boolean sendReliable(final ByteBuffer message) {
        if (resends.isFull()) {
            return false;
        }
        resends.add(message);
        pump();
        return true;
    }

    private int pump() {
        final int sent = resends.pump(nowNs, outlet, address);
        if (sent > 0) {
            spokenNs = nowNs;
        }
        return sent;
    }

    void acknowledge(final Packet packet) {
        outlet.send(address, Packet.header(Packet.ACK, packet.chunk(), packet.sequence()));
        spokenNs = nowNs;
    }

    /** From now on it is this late. */
    void now(final long timeNs) {
        nowNs = timeNs;
    }

    /** Whether nothing was heard for so long that there is nobody. */
    boolean isSilent() {
        return state == State.OPEN && nowNs - heardNs >= SILENCE_NS;
    }

    /** Does what is due by now; answers how much was sent. */
    int work() {
        return switch (state) {
            case INIT -> tries > 0 && nowNs - triedNs < (tries < EAGER_TRIES ? EAGER_RETRY_NS : PATIENT_RETRY_NS)
                ? 0 : init();
            case RESPONSE -> nowNs - triedNs < EAGER_RETRY_NS ? 0 : respond();
            case OPEN -> pump() + keepAlive();
        };
    }

    private int init() {
        tries++;
        triedNs = nowNs;
        outlet.sendSecret(expected, Packet.header(Packet.REL | Packet.FIN, 0, Packet.INIT_SEQUENCE), salt);
        return 1;
    }

    private int respond() {
        if (tries == RESPONSE_TRIES) {
            close();
            return 0;
        }
        tries++;
        triedNs = nowNs;
        outlet.sendSecret(expected, Packet.header(Packet.REL | Packet.FIN, 0, Packet.RESPONSE_SEQUENCE), seasoning);
        return 1;
    }

    private int keepAlive() {
        if (nowNs - spokenNs < KEEP_ALIVE_NS) {
            return 0;
        }
        spokenNs = nowNs;
        outlet.send(address, Packet.header(Packet.FIN, 0, 0));
        return 1;
    }

    /** Says goodbye, after everything that may still have to arrive. */
    void end() {
        if (state == State.OPEN) {
            resends.flush(outlet, address);
            for (int i = 0; i < ENDS; i++) {
                outlet.sendSecret(address, Packet.header(Packet.END, 0, 0), seasoning);
            }
        }
    }
}
