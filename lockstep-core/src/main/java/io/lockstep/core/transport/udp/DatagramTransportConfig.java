package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.security.Keyless;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.TransportException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link DatagramTransport} is built from. Fluent; {@link #localPeer}, {@link #listen(String, int)} and at least
 * one peer are needed.
 * <pre>{@code
 * final Transport transport = DatagramTransport.launch(new DatagramTransportConfig()
 *     .localPeer(0)
 *     .listen("0.0.0.0", 7000)
 *     .peer(1, "192.0.2.7", 7000));
 * }</pre>
 *
 * <p>Setters check what they can see alone and throw IllegalArgumentException; what contradicts something else is found
 * when the transport is started, with both values in the message. Not thread-safe.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class DatagramTransportConfig {

    /** Peers are numbered 0 to 31: a player number has five bits on the wire. */
    public static final int MAX_PEERS = 32;

    /** Bytes of the largest payload: the same as over Aeron, so that a game that fits one fits the other. */
    public static final int DEFAULT_MAX_PAYLOAD = 1184;

    /**
     * Bytes of SO_RCVBUF and SO_SNDBUF asked for: four windows of 64 chunks. Systems count more for each packet than it
     * has, and what they will not grant is quietly taken as it is.
     */
    public static final int DEFAULT_SOCKET_BUFFER_LENGTH = 128 * 1024;

    private static final int MIN_SOCKET_BUFFER_LENGTH = 32 * 1024; // one window
    private static final int MAX_SOCKET_BUFFER_LENGTH = 64 * 1024 * 1024; // far above any system's limit
    private static final int MIN_PAYLOAD = 480; // promised by Transport.maxPayloadBytes

    private final Map<Integer, SocketAddress> peers = new TreeMap<>();
    private int localPeer = -1;
    private @Nullable InetSocketAddress listen;
    private @Nullable LinkKeys keys;
    private boolean insecure;
    private int maxPayload = DEFAULT_MAX_PAYLOAD;
    private int socketBufferLength = DEFAULT_SOCKET_BUFFER_LENGTH;
    private @Nullable Long seed;

    /** A configuration with every default and no peers. */
    public DatagramTransportConfig() {
        // The defaults stand at the fields.
    }

    /**
     * Who this peer is.
     *
     * @param id the lowest player it plays for, 0 to 31
     * @return this
     */
    public DatagramTransportConfig localPeer(final int id) {
        localPeer = checkId(id);
        return this;
    }

    /**
     * Where this peer listens.
     *
     * @param host name or address, 0.0.0.0 for all interfaces; resolved by this call
     * @param port 1 to 65535
     * @return this
     * @throws TransportException if the host is unknown
     */
    public DatagramTransportConfig listen(final String host, final int port) {
        listen = resolve("listen", host, port);
        return this;
    }

    /**
     * Adds a peer, or changes where it is.
     *
     * @param id   the lowest player it plays for, 0 to 31
     * @param host name or address it listens on; resolved by this call
     * @param port 1 to 65535
     * @return this
     * @throws TransportException if the host is unknown
     */
    public DatagramTransportConfig peer(final int id, final String host, final int port) {
        return peer(id, resolve("peer " + id, host, port));
    }

    /**
     * Adds a peer, or changes where it is, with an address of any kind; see {@link PacketSocket}.
     *
     * @param id      the lowest player it plays for, 0 to 31
     * @param address where it is
     * @return this
     */
    public DatagramTransportConfig peer(final int id, final SocketAddress address) {
        peers.put(checkId(id), Objects.requireNonNull(address, "address"));
        return this;
    }

    /**
     * Adds a peer whose address nobody knows: it speaks first, and is where it speaks from once it has proven that it
     * can be reached there. So a host with an open port plays with a guest behind a router. Needs keys, or whoever
     * speaks first would be it; {@link #insecure} allows that. A host that is started again has to wait until the guest
     * has heard nothing for 15 s.
     *
     * @param id the lowest player it plays for, 0 to 31
     * @return this
     */
    public DatagramTransportConfig peer(final int id) {
        peers.put(checkId(id), null);
        return this;
    }

    /**
     * The keys by which peers know each other. Every packet is signed with them, so that who has none of the keys opens
     * no connection, changes nothing in one and gets no answer. Without keys packets have checksums, which anybody can
     * make.
     *
     * @param linkKeys the same as the session's; not null
     * @return this
     */
    public DatagramTransportConfig keys(final LinkKeys linkKeys) {
        keys = Objects.requireNonNull(linkKeys, "keys");
        return this;
    }

    /**
     * Plays without keys with peers that are reached over the internet, which is refused otherwise: whoever can reach
     * the port can then end the match or play in another's place.
     *
     * @return this
     */
    public DatagramTransportConfig insecure() {
        insecure = true;
        return this;
    }

    /**
     * Largest payload. Must be the same at every peer. Payloads up to 496 bytes on INPUT and 488 on CONTROL travel in
     * one packet, longer ones in several, each of which may get lost.
     *
     * @param bytes 480 to 126,968; {@link #DEFAULT_MAX_PAYLOAD} by default
     * @return this
     */
    public DatagramTransportConfig maxPayload(final int bytes) {
        final int most = Packet.MAX_MESSAGE_BYTES - DatagramTransport.TAG_BYTES;
        if (bytes < MIN_PAYLOAD || bytes > most) {
            throw new IllegalArgumentException("max payload " + bytes + " is not in " + MIN_PAYLOAD + ".." + most);
        }
        maxPayload = bytes;
        return this;
    }

    /**
     * SO_RCVBUF and SO_SNDBUF to ask for; the system may grant less.
     *
     * @param bytes 32 KiB (one window) to 64 MiB; {@link #DEFAULT_SOCKET_BUFFER_LENGTH} by default
     * @return this
     */
    public DatagramTransportConfig socketBufferLength(final int bytes) {
        if (bytes < MIN_SOCKET_BUFFER_LENGTH || bytes > MAX_SOCKET_BUFFER_LENGTH) {
            throw new IllegalArgumentException("socket buffer length " + bytes + " is not in "
                + MIN_SOCKET_BUFFER_LENGTH + ".." + MAX_SOCKET_BUFFER_LENGTH);
        }
        socketBufferLength = bytes;
        return this;
    }

    /**
     * What salts and peppers are made of, so that a test repeats. It must be a secret and different in each run that is
     * no test, or packets of an earlier connection may be taken for those of a later one; by default it is.
     *
     * @param value any
     * @return this
     */
    public DatagramTransportConfig seed(final long value) {
        seed = value;
        return this;
    }

    /** Checks everything against everything. */
    void conclude(final boolean bound) {
        if (localPeer < 0) {
            throw new IllegalArgumentException("localPeer is not set");
        }
        if (peers.isEmpty() || peers.containsKey(localPeer)) {
            throw new IllegalArgumentException("peers " + peers.keySet() + " must name at least one peer other than"
                + " localPeer " + localPeer + ", and not localPeer itself");
        }
        final Map<String, Integer> byAddress = new TreeMap<>();
        for (final Map.Entry<Integer, SocketAddress> entry : peers.entrySet()) {
            if (entry.getValue() == null) {
                continue;
            }
            final Integer other = byAddress.put(entry.getValue().toString(), entry.getKey());
            if (other != null) {
                throw new IllegalArgumentException("peer " + other + " and peer " + entry.getKey()
                    + " have the same address " + entry.getValue());
            }
            if (bound && entry.getValue().equals(listen)) {
                throw new IllegalArgumentException("peer " + entry.getKey() + " at " + entry.getValue()
                    + " is this peer's own listening address");
            }
        }
        if (bound && listen == null) {
            throw new IllegalArgumentException("listen is not set");
        }
        if (!bound && seed == null) {
            throw new IllegalArgumentException("seed is not set");
        }
        peers.forEach(this::checkKeys);
    }

    /** Checks that a way of the embedder's own needs no keys, or that there are some. */
    void concludeOver(final PacketSocket socket) {
        conclude(false);
        if (keys == null && !insecure) {
            Keyless.check(socket.crossesInternet());
        }
    }

    private void checkKeys(final int peer, final SocketAddress address) {
        if (keys != null && !keys.knows(peer)) {
            throw new IllegalArgumentException("peer " + peer + " is not in the roster of the keys");
        }
        if (keys != null || insecure) {
            return;
        }
        if (address == null) {
            throw new IllegalArgumentException("peer " + peer + " has no address, so whoever speaks first would be it:"
                + " give the match keys, or say insecure to let anybody in");
        }
        if (address instanceof InetSocketAddress internet) {
            Keyless.check(peer, internet.getAddress());
        }
    }

    private static int checkId(final int id) {
        if (id < 0 || id >= MAX_PEERS) {
            throw new IllegalArgumentException("peer " + id + " is not in 0.." + (MAX_PEERS - 1));
        }
        return id;
    }

    private static InetSocketAddress resolve(final String what, final String host, final int port) {
        if (host == null || host.isBlank()) {
            throw new IllegalArgumentException(what + " host is empty");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException(what + " port " + port + " is not in 1..65535");
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (final UnknownHostException unknown) {
            throw new TransportException("cannot resolve host " + host, unknown);
        }
    }

    int localPeer() {
        return localPeer;
    }

    @SuppressWarnings("NullAway") // asked for once it is concluded that there is one
    InetSocketAddress listen() {
        return listen;
    }

    int[] peers() {
        // No stream: it would load a hundred classes before the first frame.
        final int[] ids = new int[peers.size()];
        int count = 0;
        for (final int id : peers.keySet()) {
            ids[count++] = id;
        }
        return ids;
    }

    /** Null if the peer has to speak first. */
    @Nullable SocketAddress address(final int peer) {
        return peers.get(peer);
    }

    /** Null without. */
    @Nullable LinkKeys keys() {
        return keys;
    }

    int maxPayload() {
        return maxPayload;
    }

    int maxMessage() {
        return maxPayload + DatagramTransport.TAG_BYTES;
    }

    int socketBufferLength() {
        return socketBufferLength;
    }

    Secrets secrets() {
        return seed == null ? Secrets.drawn() : Secrets.of(seed);
    }
}
