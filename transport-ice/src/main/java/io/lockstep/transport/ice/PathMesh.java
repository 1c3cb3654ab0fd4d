package io.lockstep.transport.ice;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The ways from one seat of a match to all others: finds one to each, direct where that is possible and through a relay
 * elsewhere, watches them, and finds another when one falls silent or this machine's addresses change. The peers'
 * names stay the same all the while.
 * <pre>{@code
 * final PathMesh mesh = PathMesh.open(config, 0, new int[] {1, 2}, lobby::post, listener);
 * lobby.onLetter(mesh::letter);
 * final Transport transport = DatagramTransport.over(new DatagramTransportConfig().localPeer(0).seed(random)
 *     .keys(keys).peer(1, PathAddress.of(1)).peer(2, PathAddress.of(2)), mesh.socket());
 * }</pre>
 *
 * <p>Ways are not secret: give the transport keys. It has two threads of its own, and ice4j about four for each peer.
 * Thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class PathMesh implements AutoCloseable {

    /** Peers are numbered 0 to 31. */
    public static final int MAX_PEERS = 32;

    /** The longest letter: it fits one message of a session or a transport. */
    public static final int MAX_LETTER_BYTES = 1180;

    private volatile IceConfig config;
    private final int self;
    private final Letters letters;
    private final Link[] byPeer = new Link[MAX_PEERS];
    private final Inbox[] inboxByPeer = new Inbox[MAX_PEERS];
    private final AtomicLongArray sentNs = new AtomicLongArray(MAX_PEERS);
    private final Doorbell doorbell = new Doorbell();
    private final Home home = new Home(this::tick);
    private final Sender sender = new Sender(byPeer);
    private final Interfaces interfaces;
    private final PathSocket socket;
    /** Null without a key for letters. */
    private final @Nullable Couriers couriers;
    private final AtomicLong lettersRefused = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile String whyClosed = "the mesh was closed";

    private PathMesh(final IceConfig config, final int self, final int[] peers, final Letters letters,
                     final PathListener listener, final UnaryOperator<IceAgent.Maker> agents) {
        this.config = config;
        this.self = self;
        this.letters = letters;
        couriers = config.letterKey() == null ? null : new Couriers(self, config.letterKey(), home, roads());
        interfaces = new Interfaces(Interfaces::now, System.nanoTime());
        final Inbox[] inboxes = new Inbox[peers.length];
        final Link.Surroundings surroundings = surroundings();
        final IceAgent.Maker maker = agents.apply(this::agent);
        for (int i = 0; i < peers.length; i++) {
            final int peer = peers[i];
            inboxes[i] = new Inbox(System::nanoTime, doorbell, packet -> arrived(peer, packet));
            inboxByPeer[peer] = inboxes[i];
            sentNs.set(peer, System.nanoTime());
            byPeer[peer] = new Link(self, peer, surroundings, listener, (generation, path) -> new IcePath(
                new IcePath.Plan(peer, self < peer, !config.isRelayOnly(), !this.config.turn().isEmpty()), generation,
                maker, path));
        }
        socket = new PathSocket(this, peers, inboxes, doorbell);
    }

    private IceAgent agent(final int peer, final Way way, final boolean controlling, final IceAgent.Events events) {
        return new Ice4jAgent(config, way, controlling, home, events, inboxByPeer[peer].open());
    }

    private Link.Surroundings surroundings() {
        return new Link.Surroundings() {
            @Override
            public void letter(final int peer, final Letter letter) {
                final byte[] encoded = LetterCodec.encode(letter);
                // Before the first way the lobby is there: it has just brought them together.
                if (couriers != null && letter.generation() > 1 && byPeer[peer].isUp()) {
                    couriers.post(peer, encoded);
                }
                letters.send(peer, encoded);
            }

            @Override
            public long heardNs(final int peer) {
                return inboxByPeer[peer].heardNs();
            }

            @Override
            public long sentNs(final int peer) {
                return sentNs.get(peer);
            }
        };
    }

    private Couriers.Roads roads() {
        return new Couriers.Roads() {
            @Override
            public boolean isAlive(final int peer) {
                return byPeer[peer] != null && byPeer[peer].isAlive();
            }

            @Override
            public void send(final int peer, final byte[] packet) {
                byPeer[peer].send(packet, 0, packet.length);
            }

            @Override
            public void letter(final int from, final byte[] letter) {
                PathMesh.this.letter(from, letter);
            }

            @Override
            public void refused() {
                lettersRefused.incrementAndGet();
            }
        };
    }

    private void arrived(final int peer, final byte[] packet) {
        if (couriers == null || closed.get()) {
            lettersRefused.incrementAndGet();
        } else {
            couriers.arrived(peer, packet);
        }
    }

    /**
     * Begins to look for the peers, in the background.
     *
     * @param config   which servers help; copied
     * @param self     this seat, 0 to 31
     * @param peers    all other seats, each 0 to 31; their order means nothing
     * @param letters  takes letters to them
     * @param listener hears what becomes of the ways
     * @return the mesh; {@link #close} it
     * @throws IllegalArgumentException if a seat is out of its range or there twice, or the configuration contradicts
     *                                  itself
     */
    public static PathMesh open(final IceConfig config, final int self, final int[] peers, final Letters letters,
                                final PathListener listener) {
        return open(config, self, peers, letters, listener, UnaryOperator.identity());
    }

    /** With agents that are not quite as they are. */
    static PathMesh open(final IceConfig config, final int self, final int[] peers, final Letters letters,
                         final PathListener listener, final UnaryOperator<IceAgent.Maker> agents) {
        config.conclude();
        Objects.requireNonNull(letters, "letters");
        Objects.requireNonNull(listener, "listener");
        PathAddress.of(self);
        long seen = 1L << self;
        for (final int peer : peers) {
            PathAddress.of(peer);
            if ((seen >> peer & 1) != 0) {
                throw new IllegalArgumentException("peer " + peer + " is there twice, or is this seat itself");
            }
            seen |= 1L << peer;
        }
        final PathMesh mesh = new PathMesh(new IceConfig(config), self, peers.clone(), letters, listener,
            agents);
        mesh.home.execute(mesh::begin);
        mesh.home.start();
        mesh.sender.start();
        return mesh;
    }

    /**
     * Makes the first connection quick: ice4j loads its classes, a second of CPU, in the background. For a menu.
     * Needless, but harmless, once a mesh was open.
     */
    public static void warmUp() {
        WarmUp.begin();
    }

    private void begin() {
        for (final Link link : byPeer) {
            if (link != null) {
                link.begin(System.nanoTime());
            }
        }
    }

    private void tick() {
        final long nowNs = System.nanoTime();
        final boolean moved = !config.allowsLoopback() && interfaces.haveChanged(nowNs);
        for (final Link link : byPeer) {
            if (link != null) {
                if (moved) {
                    link.restart(nowNs);
                }
                link.tick(nowNs);
            }
        }
    }

    /**
     * Takes a letter of a peer. What is no letter, or comes faster than it is read, is dropped and counted. Returns at
     * once.
     *
     * @param from   whose it is, as whoever brings it knows
     * @param letter its bytes, not changed after this call
     */
    public void letter(final int from, final byte[] letter) {
        final Letter read = LetterCodec.decode(letter);
        if (read == null || from < 0 || from >= MAX_PEERS || byPeer[from] == null || home.isBusy()) {
            lettersRefused.incrementAndGet();
            return;
        }
        if (!closed.get()) {
            home.execute(() -> byPeer[from].take(read, System.nanoTime()));
        }
    }

    /**
     * Takes other STUN and TURN servers, or other passwords, for the ways that are sought from now on; those that are
     * open stay. Returns at once.
     *
     * @param fresh its servers alone are taken, and copied; what else it says stays as it was
     * @throws IllegalArgumentException if this peer hides behind relays and there is none
     */
    public void servers(final IceConfig fresh) {
        config = config.withServersOf(fresh);
    }

    /**
     * The socket over these ways, for one {@code DatagramTransport}. Closing it closes the mesh.
     *
     * @return always the same
     */
    public PathSocket socket() {
        return socket;
    }

    /**
     * Whether a peer is reached directly.
     *
     * @param peer one of the other seats
     * @return false as well if there is no way to it
     * @throws IllegalArgumentException if it is no seat of this match
     */
    public boolean isDirect(final int peer) {
        return link(peer).way() == Way.DIRECT;
    }

    /**
     * Whether a peer is reached through a relay.
     *
     * @param peer one of the other seats
     * @return false as well if there is no way to it
     * @throws IllegalArgumentException if it is no seat of this match
     */
    public boolean isRelayed(final int peer) {
        return link(peer).way() == Way.RELAYED;
    }

    private Link link(final int peer) {
        if (peer < 0 || peer >= MAX_PEERS || byPeer[peer] == null) {
            throw new IllegalArgumentException("peer " + peer + " is not one of this mesh's");
        }
        return byPeer[peer];
    }

    /**
     * Letters that were none, from nobody of this match, or too many at once.
     *
     * @return since it was opened
     */
    public long lettersRefused() {
        return lettersRefused.get();
    }

    /**
     * Packets that found no room before the game took them, or were longer than any.
     *
     * @return since it was opened, of all peers
     */
    public long packetsLost() {
        long lost = 0;
        for (final Inbox inbox : inboxByPeer) {
            lost += inbox == null ? 0 : inbox.lost();
        }
        return lost;
    }

    boolean send(final int peer, final ByteBuffer packet) {
        final Link link = peer < MAX_PEERS ? byPeer[peer] : null;
        if (link == null || !link.isUp() || !(link.sendAtOnce(packet) || sender.send(peer, packet))) {
            return false;
        }
        sentNs.lazySet(peer, System.nanoTime());
        return true;
    }

    /** Null while it is open. */
    @Nullable String failure() {
        return closed.get() ? whyClosed : null;
    }

    /**
     * Ends every way.
     *
     * @param why what the socket then fails with, in plain words
     */
    public void close(final String why) {
        if (!closed.get()) {
            whyClosed = why;
        }
        close();
    }

    /** Sends what waits, within 0.2 s, and ends every way. Calling it again does nothing. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        sender.close();
        home.close(() -> {
            for (final Link link : byPeer) {
                if (link != null) {
                    link.close();
                }
            }
        });
    }

    @Override
    public String toString() {
        return "ways of seat " + self;
    }
}
