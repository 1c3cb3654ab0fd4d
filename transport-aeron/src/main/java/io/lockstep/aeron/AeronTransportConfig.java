package io.lockstep.aeron;

import io.lockstep.core.security.Keyless;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.TransportException;
import io.lockstep.core.transport.udp.PacketSocket;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What an {@link AeronTransport} is built from. Fluent; only {@link #localPeer}, {@link #listen(String, int)} and at
 * least one {@link #peer} are needed, the defaults suit a datagram of 32 bytes a tick.
 * <pre>{@code
 * final Transport transport = AeronTransport.launch(new AeronTransportConfig()
 *     .localPeer(0)
 *     .listen("0.0.0.0", 7000)
 *     .peer(1, "192.0.2.7", 7000));
 * }</pre>
 *
 * <p>Setters check what they can see alone and throw IllegalArgumentException; what contradicts something else is found
 * by {@link AeronTransport#launch}, with both values in the message. Not thread-safe.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class AeronTransportConfig {

    /** Peers are numbered 0 to 31: a player number has five bits on the wire. */
    public static final int MAX_PEERS = 32;

    /**
     * Largest UDP payload, bytes: with 48 bytes of IPv6 and UDP headers it stays below 1280, which every path carries
     * unfragmented, VPN tunnels included.
     */
    public static final int DEFAULT_MTU = 1216;

    /**
     * Largest packet over a {@link PacketSocket}, bytes: with what a TURN relay adds it fits a tunnel's 1280, too.
     */
    public static final int PACKET_MTU = 1184;

    /**
     * Bytes of one of the three terms of the input stream's log: Aeron's minimum, 17 seconds of 64-byte frames at 60
     * Hz. A log costs three of them and 4 KiB in memory, per peer and lane, each way.
     */
    public static final int DEFAULT_TERM_LENGTH = 64 * 1024;

    /**
     * Bytes of SO_RCVBUF and SO_SNDBUF asked for: two receiver windows. Some systems start at 9 KiB for sending, and
     * what the system will not grant is quietly taken as it is.
     */
    public static final int DEFAULT_SOCKET_BUFFER_LENGTH = 128 * 1024;

    /**
     * Bytes a sender may have in flight on the control stream, and half a term on the other one if that is less: a
     * state of 512 KiB/s needs 51 KiB at a round trip of 100 ms, and a peer that stops reading cannot make others queue
     * more than this for it.
     */
    public static final int RECEIVER_WINDOW = 64 * 1024;

    /** A window is no more than half a term, so that nothing is overwritten that may have to be repaired. */
    static final int MIN_CONTROL_TERM_LENGTH = 2 * RECEIVER_WINDOW;

    private static final int MAX_SOCKET_BUFFER_LENGTH = 64 * 1024 * 1024; // far above any system's limit
    private static final int MAX_TERM_LENGTH = 16 * 1024 * 1024; // 48 MiB a log; more is a slip of the pen
    private static final int MAX_MTU = 8 * 1024; // a message may be an eighth of the smallest term
    private static final int MIN_PAYLOAD = 480; // promised by Transport.maxPayloadBytes

    private record Endpoint(String host, int port) {
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    private final Map<Integer, Endpoint> peers = new TreeMap<>();
    private final Map<Integer, Endpoint> listenByPeer = new TreeMap<>();
    private final Map<Integer, SocketAddress> addresses = new TreeMap<>();
    private int localPeer = -1;
    private @Nullable Endpoint listen;
    private @Nullable LinkKeys keys;
    private boolean insecure;
    /** 0 for the default. */
    private int mtu;
    private int termLength = DEFAULT_TERM_LENGTH;
    private int socketBufferLength = DEFAULT_SOCKET_BUFFER_LENGTH;
    private @Nullable File directoryBase;
    private @Nullable File externalDriver;
    private @Nullable LongSupplier nanoTime;
    private @Nullable LongSupplier epochMillis;
    private @Nullable Integer firstSessionId;
    private boolean inputsReliable;
    private int framesBeforeMaxPosition = -1;

    /** A configuration with every default and no peers. */
    public AeronTransportConfig() {
        // The defaults stand at the fields.
    }

    /**
     * Who this peer is.
     *
     * @param id the lowest player it plays for, 0 to 31
     * @return this
     */
    public AeronTransportConfig localPeer(final int id) {
        localPeer = checkId(id);
        return this;
    }

    /**
     * Where this peer listens for all peers that have no endpoint of their own. With several remotes on one socket the
     * JDK allocates about 120 bytes for each datagram received (it makes a new InetSocketAddress whenever the sender
     * changes); {@link #listen(int, String, int)} avoids that. With one remote nothing is allocated.
     *
     * @param host name or address, 0.0.0.0 for all interfaces; resolved once, at launch
     * @param port 1 to 65535
     * @return this
     */
    public AeronTransportConfig listen(final String host, final int port) {
        listen = endpoint("listen", host, port);
        return this;
    }

    /**
     * Where this peer listens for one peer alone.
     *
     * @param peer one that is also given to {@link #peer}
     * @param host name or address, 0.0.0.0 for all interfaces; resolved once, at launch
     * @param port 1 to 65535
     * @return this
     */
    public AeronTransportConfig listen(final int peer, final String host, final int port) {
        listenByPeer.put(checkId(peer), endpoint("listen", host, port));
        return this;
    }

    /**
     * Adds a peer, or changes where it is.
     *
     * @param id   the lowest player it plays for, 0 to 31
     * @param host name or address it listens on; resolved once, at launch
     * @param port 1 to 65535
     * @return this
     */
    public AeronTransportConfig peer(final int id, final String host, final int port) {
        peers.put(checkId(id), endpoint("peer " + id, host, port));
        return this;
    }

    /**
     * Adds a peer that a {@link PacketSocket} leads to, or changes its address: for {@link AeronTransport#over}.
     *
     * @param id      the lowest player it plays for, 0 to 31
     * @param address what that socket knows it by
     * @return this
     */
    public AeronTransportConfig peer(final int id, final SocketAddress address) {
        addresses.put(checkId(id), Objects.requireNonNull(address, "address"));
        return this;
    }

    /**
     * The keys by which the peers know each other. With them every packet is checked before it changes anything, those
     * that Aeron makes itself included; all peers must have them, and be configured with the same MTU and term length.
     * Not with an external driver, which cannot be guarded.
     *
     * @param linkKeys of this peer; none by default: whoever reaches the port can speak as anybody
     * @return this
     */
    public AeronTransportConfig keys(final LinkKeys linkKeys) {
        keys = Objects.requireNonNull(linkKeys, "keys");
        return this;
    }

    /**
     * Plays without keys with peers that are reached over the internet, which is refused otherwise: whoever can reach
     * the port can then end the match or play in another's place.
     *
     * @return this
     */
    public AeronTransportConfig insecure() {
        insecure = true;
        return this;
    }

    /**
     * Largest UDP payload. Must be the same at every peer.
     *
     * @param bytes a multiple of 32, 512 to 8192 (with keys 544 at least: 480 bytes of payload and the seal of 8);
     *              {@link #DEFAULT_MTU} by default, {@link #PACKET_MTU} over a packet socket
     * @return this
     */
    public AeronTransportConfig mtu(final int bytes) {
        final int least = MIN_PAYLOAD + AeronTransport.HEADER_BYTES;
        if (bytes % AeronTransport.FRAME_ALIGNMENT != 0 || bytes < least || bytes > MAX_MTU) {
            throw new IllegalArgumentException("mtu " + bytes + " is not a multiple of "
                + AeronTransport.FRAME_ALIGNMENT + " from " + least + " to " + MAX_MTU);
        }
        mtu = bytes;
        return this;
    }

    /**
     * Length of one term of a log. The control stream's terms are of 128 KiB where this is less: twice the receiver
     * window.
     *
     * @param bytes a power of two, 64 KiB to 16 MiB; {@link #DEFAULT_TERM_LENGTH} by default
     * @return this
     */
    public AeronTransportConfig termLength(final int bytes) {
        if (Integer.bitCount(bytes) != 1 || bytes < DEFAULT_TERM_LENGTH || bytes > MAX_TERM_LENGTH) {
            throw new IllegalArgumentException("term length " + bytes + " is not a power of two from "
                + DEFAULT_TERM_LENGTH + " to " + MAX_TERM_LENGTH);
        }
        termLength = bytes;
        return this;
    }

    /**
     * SO_RCVBUF and SO_SNDBUF to ask for; the system may grant less. An external driver has settings of its own.
     *
     * @param bytes 64 KiB (the receiver window) to 64 MiB; {@link #DEFAULT_SOCKET_BUFFER_LENGTH} by default
     * @return this
     */
    public AeronTransportConfig socketBufferLength(final int bytes) {
        if (bytes < RECEIVER_WINDOW || bytes > MAX_SOCKET_BUFFER_LENGTH) {
            throw new IllegalArgumentException("socket buffer length " + bytes + " is not in " + RECEIVER_WINDOW + ".."
                + MAX_SOCKET_BUFFER_LENGTH);
        }
        socketBufferLength = bytes;
        return this;
    }

    /**
     * Where the embedded driver makes its directory, {@code lockstep-<pid>-<random>}. Memory-backed storage is best:
     * the driver's logs are mapped files. By default /dev/shm where there is one with enough room, else java.io.tmpdir.
     *
     * @param directory an existing directory
     * @return this
     */
    public AeronTransportConfig directoryBase(final File directory) {
        directoryBase = Objects.requireNonNull(directory, "directory base");
        return this;
    }

    /**
     * Uses a media driver that runs already instead of embedding one. To survive a pause of the game that driver must
     * run with long timeouts ({@code aeron.client.liveness.timeout} of 600 s and
     * {@code aeron.publication.unblock.timeout} above it); with Aeron's defaults the transport fails after 10 s.
     *
     * @param directory the driver's Aeron directory
     * @return this
     */
    public AeronTransportConfig externalDriver(final File directory) {
        externalDriver = Objects.requireNonNull(directory, "external driver");
        return this;
    }

    /**
     * Lets the driver and the client use the caller's clocks instead of the system's, for tests and simulations of the
     * real stack in virtual time. Only the caller's thread reads them. The launch waits for the driver's answers, not
     * for time to pass, so a clock may stand still. Not allowed with an external driver.
     *
     * @param nanos  monotonic nanoseconds
     * @param millis milliseconds since the epoch, above 0; read once for each launch, so that a step of the time of day
     *               changes nothing
     * @return this
     */
    public AeronTransportConfig clock(final LongSupplier nanos, final LongSupplier millis) {
        nanoTime = Objects.requireNonNull(nanos, "nanoTime");
        epochMillis = Objects.requireNonNull(millis, "epochMillis");
        return this;
    }

    /**
     * Fixes session ids and initial term ids, which are random otherwise, so that a run on virtual clocks repeats bit
     * for bit. Each transport of a run, and each restart of one, needs a range of its own.
     *
     * @param first the first of 1024 consecutive session ids
     * @return this
     */
    public AeronTransportConfig fixedSessions(final int first) {
        firstSessionId = first;
        return this;
    }

    /**
     * Lets Aeron repair the lane of inputs too. Only good for showing what that costs: every lost datagram then holds
     * up all that follow for a round trip, although the very next one repeats what it carried.
     *
     * @param repaired false by default
     * @return this
     */
    public AeronTransportConfig inputsReliable(final boolean repaired) {
        inputsReliable = repaired;
        return this;
    }

    /** Checks everything against everything and resolves the names. */
    List<Remote> conclude() {
        if (!addresses.isEmpty()) {
            throw new IllegalArgumentException("peers " + addresses + " are reached by a packet socket: use over");
        }
        concludePeers(peers.keySet());
        for (final int id : listenByPeer.keySet()) {
            if (!peers.containsKey(id)) {
                throw new IllegalArgumentException("listen endpoint " + listenByPeer.get(id) + " is for peer " + id
                    + ", which is not one of the peers " + peers.keySet());
            }
        }
        concludeRest();
        return resolve();
    }

    /** Likewise, for peers that a packet socket leads to. */
    Map<Integer, SocketAddress> concludeOver(final boolean crossesInternet) {
        if (!peers.isEmpty() || !listenByPeer.isEmpty() || listen != null || externalDriver != null) {
            throw new IllegalArgumentException("over a packet socket there is neither an external driver nor a host and"
                + " port, for peers " + peers + ", to listen on " + listen + " or on " + listenByPeer);
        }
        concludePeers(addresses.keySet());
        if (new HashSet<>(addresses.values()).size() < addresses.size()) {
            throw new IllegalArgumentException("two peers of " + addresses + " have the same address");
        }
        if (keys == null && !insecure) {
            Keyless.check(crossesInternet);
            addresses.forEach((id, address) -> {
                if (address instanceof InetSocketAddress internet) {
                    Keyless.check(id, internet.getAddress());
                }
            });
        }
        concludeRest();
        return new TreeMap<>(addresses);
    }

    private void concludePeers(final Set<Integer> ids) {
        if (localPeer < 0) {
            throw new IllegalArgumentException("localPeer is not set");
        }
        if (ids.isEmpty() || ids.contains(localPeer)) {
            throw new IllegalArgumentException("peers " + ids + " must name at least one peer other than"
                + " localPeer " + localPeer + ", and not localPeer itself");
        }
    }

    private void concludeRest() {
        concludeLengths();
        if (externalDriver != null && (nanoTime != null || directoryBase != null)) {
            throw new IllegalArgumentException("externalDriver " + externalDriver + " excludes "
                + (nanoTime != null ? "clock" : "directoryBase " + directoryBase));
        }
        if (externalDriver != null && keys != null) {
            throw new IllegalArgumentException("externalDriver " + externalDriver
                + " excludes keys: only an embedded driver checks what comes in");
        }
        if (epochMillis != null && epochMillis() <= 0) {
            throw new IllegalArgumentException("clock starts at " + epochMillis() + " ms, must be above 0");
        }
    }

    private void concludeLengths() {
        if (maxPayload() < MIN_PAYLOAD) {
            throw new IllegalArgumentException("mtu " + mtu() + " less " + AeronTransport.HEADER_BYTES
                + " B of header and " + LinkGuard.SEAL_BYTES + " B of seal leaves " + maxPayload()
                + " B of payload, below " + MIN_PAYLOAD);
        }
    }

    private List<Remote> resolve() {
        final List<Remote> remotes = new ArrayList<>();
        for (final Map.Entry<Integer, Endpoint> entry : peers.entrySet()) {
            final int id = entry.getKey();
            final Endpoint own = listenByPeer.getOrDefault(id, listen);
            if (own == null) {
                throw new IllegalArgumentException("no listen endpoint for peer " + id + " at " + entry.getValue());
            }
            final Remote remote = new Remote(id, address(entry.getValue()), address(own));
            if (keys == null && !insecure) {
                Keyless.check(id, remote.address().getAddress());
            }
            remote.checkReach();
            for (final Remote other : remotes) {
                if (other.address().equals(remote.address())) {
                    throw new IllegalArgumentException("peer " + other.id() + " and peer " + id
                        + " have the same endpoint " + entry.getValue());
                }
            }
            remotes.add(remote);
        }
        for (final Remote one : remotes) {
            for (final Remote two : remotes) {
                if (one.address().equals(two.listen())) {
                    throw new IllegalArgumentException("peer " + one.id() + " at " + Remote.literal(one.address())
                        + " is this peer's own listen endpoint " + Remote.literal(two.listen()));
                }
            }
        }
        return remotes;
    }

    private static InetSocketAddress address(final Endpoint endpoint) {
        try {
            return new InetSocketAddress(InetAddress.getByName(endpoint.host()), endpoint.port());
        } catch (final UnknownHostException ex) {
            throw new TransportException("cannot resolve host " + endpoint.host(), ex);
        }
    }

    private static int checkId(final int id) {
        if (id < 0 || id >= MAX_PEERS) {
            throw new IllegalArgumentException("peer " + id + " is not in 0.." + (MAX_PEERS - 1));
        }
        return id;
    }

    private static Endpoint endpoint(final String what, final String host, final int port) {
        if (host == null || host.isBlank()) {
            throw new IllegalArgumentException(what + " host is empty");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException(what + " port " + port + " is not in 1..65535");
        }
        return new Endpoint(host, port);
    }

    /** What {@link ChannelUris} reads later on must not change under it. */
    AeronTransportConfig copy() {
        final AeronTransportConfig copy = new AeronTransportConfig();
        copy.localPeer = localPeer;
        copy.addresses.putAll(addresses);
        copy.keys = keys;
        copy.insecure = insecure;
        copy.mtu = mtu;
        copy.termLength = termLength;
        copy.socketBufferLength = socketBufferLength;
        copy.directoryBase = directoryBase;
        copy.externalDriver = externalDriver;
        copy.nanoTime = nanoTime;
        copy.epochMillis = epochMillis;
        copy.firstSessionId = firstSessionId;
        copy.inputsReliable = inputsReliable;
        copy.framesBeforeMaxPosition = framesBeforeMaxPosition;
        return copy;
    }

    /** Returns whether a peer's address is one of the internet; any other is a name, which stays. */
    boolean mayMove(final int peer) {
        return !addresses.containsKey(peer) || addresses.get(peer) instanceof InetSocketAddress;
    }

    /** For a packet socket. */
    AeronTransportConfig forPackets() {
        mtu = mtu == 0 ? PACKET_MTU : mtu;
        return this;
    }

    /** Tests alone: lets each first publication begin so many 32-byte frames before the last position there is. */
    AeronTransportConfig framesBeforeMaxPosition(final int frames) {
        framesBeforeMaxPosition = frames;
        return this;
    }

    int framesBeforeMaxPosition() {
        return framesBeforeMaxPosition;
    }

    int localPeer() {
        return localPeer;
    }

    @Nullable LinkKeys keys() {
        return keys;
    }

    int maxPayload() {
        return mtu() - AeronTransport.HEADER_BYTES - (keys == null ? 0 : LinkGuard.SEAL_BYTES);
    }

    int mtu() {
        return mtu == 0 ? DEFAULT_MTU : mtu;
    }

    int termLength(final Lane lane) {
        return lane == Lane.CONTROL ? Math.max(termLength, MIN_CONTROL_TERM_LENGTH) : termLength;
    }

    int socketBufferLength() {
        return socketBufferLength;
    }

    @Nullable File directoryBase() {
        return directoryBase;
    }

    @Nullable File externalDriver() {
        return externalDriver;
    }

    @Nullable LongSupplier nanoTime() {
        return nanoTime;
    }

    /** Returns milliseconds since the epoch by the clock that came with {@link #nanoTime}. */
    long epochMillis() {
        return Objects.requireNonNull(epochMillis).getAsLong();
    }

    @Nullable Integer firstSessionId() {
        return firstSessionId;
    }

    boolean inputsReliable() {
        return inputsReliable;
    }
}
