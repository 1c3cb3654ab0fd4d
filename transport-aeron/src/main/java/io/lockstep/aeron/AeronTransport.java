package io.lockstep.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.session.MatchObserver;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.TransportException;
import io.lockstep.core.transport.udp.PacketSocket;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Datagrams over Aeron UDP: for each peer one unicast {@code reliable=false} publication for inputs and one reliable
 * one for control, and a subscription to each of its two. Every datagram is one unfragmented Aeron message, and the
 * 64-bit tag travels in that message's reserved-value header field, so it costs no payload:
 * <pre>
 *   0        4   5   6     8        12        16        20        24            32
 *   +--------+---+---+-----+---------+---------+---------+---------+-------------+---------+------- - -
 *   | length |ver|flg|type | term    | session | stream  | term id | tag (64 bit)| payload | pad to 32
 *   |        |   |   |     | offset  | id      | id      |         | LE          |         |
 *   +--------+---+---+-----+---------+---------+---------+---------+-------------+---------+------- - -
 * </pre>
 * The stream id is {@code 16 * sender + 10 + lane}, which is all that says who a datagram is from.
 *
 * <p>Everything runs on the caller's thread: {@link #poll} drives the media driver and the client, and a {@link #send}
 * outside of poll puts its datagram on the wire before it returns. No thread is started, no signal handler installed.
 * {@link #launch} blocks while the driver starts (about 0.3 s in a cold JVM), nothing after it does, except
 * {@link #close} for at most 0.2 s. Use it from one thread; an interrupt of that thread is kept from the sockets, which
 * Java would close, and is pending again when the call returns.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class AeronTransport implements Transport {

    /** Aeron's header in front of each payload. */
    static final int HEADER_BYTES = 32;
    /** What Aeron pads every message to on the wire. */
    static final int FRAME_ALIGNMENT = 32;
    private static final int IP_UDP_BYTES = 28;
    /**
     * Rounds of one poll. The driver takes one datagram from each socket a round, so a poll goes on until a round finds
     * nothing; 64 is four times what 15 peers at 4 datagrams a frame bring to one shared socket in a frame.
     */
    private static final int MAX_POLL_ROUNDS = 64;
    /** Longest wait for unsent datagrams on close, as rounds of 1 ms: nobody who closes a window notices. */
    private static final int CLOSE_ROUNDS = 200;
    private static final long CLOSE_ROUND_NS = 1_000_000L;
    /** Time between two checks of the reason why a peer is not heard, in nanoseconds: a person reads the result. */
    private static final long LOOK_NS = 1_000_000_000L;
    /**
     * Largest number of ports tried to listen on behind a packet socket: another socket may take a port between the
     * search for a free one and its use, which happened once in some thousand launches on a busy machine.
     */
    private static final int PORT_TRIES = 4;

    private final AeronTransportConfig config;
    private final @Nullable LinkGuard guard;
    private final int self;
    private final int maxPayload;
    private final ErrorLog errors;
    private final AeronStack stack;
    private final LaneLink[] links;
    private final LaneLink[][] linksByPeer = new LaneLink[AeronTransportConfig.MAX_PEERS][];
    private final FrameReceiver receiver;
    private @Nullable String failure;
    private long polledNs;
    private long nextLookNs = Long.MIN_VALUE;
    private boolean directoryGone;
    private boolean closeAfterPoll;
    private boolean closed;
    /** Whether the session that claimed this transport last still needs it. */
    private BooleanSupplier isInUse = () -> false;

    /** @param faces null on sockets of our own */
    private AeronTransport(final AeronTransportConfig config, final List<Remote> remotes,
        final @Nullable Faces faces) {
        this.config = config;
        this.guard = config.keys() == null ? null
            : new LinkGuard(config.keys().signer(config.localPeer()), config.mtu(), config.inputsReliable());
        this.self = config.localPeer();
        this.maxPayload = config.maxPayload();
        this.receiver = new FrameReceiver(guard, config.mtu() - HEADER_BYTES);
        this.errors = new ErrorLog();
        this.stack = AeronStack.launch(config, remotes, guard, errors, faces);
        this.links = new LaneLink[remotes.size() * Lane.values().length];
        try {
            int i = 0;
            for (final Remote remote : remotes) {
                final ChannelUris channels = new ChannelUris(remote, i / Lane.values().length, config);
                linksByPeer[remote.id()] = new LaneLink[Lane.values().length];
                for (final Lane lane : Lane.values()) {
                    links[i] = open(channels, lane);
                    linksByPeer[remote.id()][lane.ordinal()] = links[i++];
                }
            }
        } catch (final RuntimeException | InternalError ex) { // InternalError: the storage behind a mapped file is full
            stack.close();
            throw ex instanceof TransportException known ? known
                : new TransportException("cannot start the transport: " + ErrorLog.oneLine(ex), ex);
        }
    }

    /**
     * Starts a transport. Blocks until the driver runs and every stream is set up; whether a peer is there is another
     * matter, {@link #send} tells.
     *
     * <p>With a driver of its own it sets the system property {@code org.agrona.transport.iteration.threshold} to -1
     * unless that is set, so that looking for datagrams makes no garbage. Aeron reads it once, for all drivers of the
     * process, before the first of them.
     *
     * @param config who the peers are; may be changed and used again afterwards
     * @return the running transport
     * @throws IllegalArgumentException if parts of the configuration contradict each other
     * @throws TransportException       if it cannot start, with one line that says why; nothing is left behind
     */
    public static AeronTransport launch(final AeronTransportConfig config) {
        final List<Remote> remotes = config.conclude();
        return start(() -> new AeronTransport(config.copy(), remotes, null));
    }

    private static AeronTransport start(final Supplier<AeronTransport> way) {
        JvmFlag.check();
        final boolean interrupted = Thread.interrupted();
        try {
            return way.get();
        } finally {
            restore(interrupted);
        }
    }

    /**
     * Starts a transport over a socket that is not the system's, such as ways through NATs. Aeron runs on the loopback
     * interface, unchanged, and what it sends and receives there is handed on, in the same calls on the same thread;
     * {@link #await} waits on the socket. Peers are told apart by their addresses.
     *
     * @param config who the peers are, by {@link AeronTransportConfig#peer(int, SocketAddress)}, and no listen
     *               endpoint; the MTU is {@link AeronTransportConfig#PACKET_MTU} unless it says another
     * @param socket carries packets of at least the MTU; closed with the transport, but not if this throws
     * @return the running transport
     * @throws IllegalArgumentException if parts of the configuration contradict each other
     * @throws TransportException       if it cannot start, with one line that says why; nothing is left behind
     */
    public static AeronTransport over(final AeronTransportConfig config, final PacketSocket socket) {
        return over(config, socket, Faces::freeAddress);
    }

    static AeronTransport over(final AeronTransportConfig config, final PacketSocket socket, final Faces.Ports ports) {
        final Map<Integer, SocketAddress> peers = config.concludeOver(socket.crossesInternet());
        final AeronTransportConfig own = config.copy().forPackets();
        return start(() -> {
            for (int tries = 1;; tries++) {
                final Faces faces = new Faces(socket, peers, own.mtu(), ports);
                try {
                    return new AeronTransport(own, faces.remotes(), faces);
                } catch (final TransportException failed) {
                    final boolean again = tries < PORT_TRIES && faces.isListenTaken();
                    faces.close();
                    if (!again) {
                        throw failed;
                    }
                }
            }
        });
    }

    private LaneLink open(final ChannelUris channels, final Lane lane) {
        final Remote remote = channels.remote();
        final Aeron aeron = stack.aeron();
        final Subscription subscription;
        try {
            subscription = aeron.addSubscription(channels.subscription(lane), StreamIds.of(remote.id(), lane));
        } catch (final RuntimeException ex) {
            throw new TransportException("cannot listen on " + Remote.literal(remote.listen()) + ": "
                + remote.whyNotBound(ex), ex);
        }
        final int stream = StreamIds.of(config.localPeer(), lane);
        try {
            final ExclusivePublication publication =
                aeron.addExclusivePublication(channels.publication(lane, 0), stream);
            return new LaneLink(receiver, guard, lane, channels, subscription, publication, stream);
        } catch (final RuntimeException ex) {
            throw new TransportException("cannot send to " + Remote.literal(remote.address()) + ": "
                + ErrorLog.oneLine(ex), ex);
        }
    }

    @Override
    public int localPeer() {
        return self;
    }

    @Override
    public boolean reaches(final int peer) {
        return peer == self || linksByPeer[peer] != null;
    }

    @Override
    public @Nullable LinkKeys keys() {
        return config.keys();
    }

    @Override
    public long drawSeed() {
        final long drawn = new SecureRandom().nextLong();
        return drawn == 0 ? 1 : drawn;
    }

    @Override
    public boolean seal(final DatagramSeal seal) {
        if (guard == null) {
            return false;
        }
        guard.seal(seal);
        return true;
    }

    @Override
    public long refused(final int peer) {
        return guard == null ? 0 : guard.refused(peer);
    }

    @Override
    public int maxPayloadBytes() {
        return maxPayload;
    }

    @Override
    public int wireBytes(final int payloadBytes) {
        return HEADER_BYTES + payloadBytes + IP_UDP_BYTES;
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        if (peer < 0 || peer >= linksByPeer.length || linksByPeer[peer] == null) {
            throw new IllegalArgumentException("peer " + peer + " is not one of this transport's");
        }
        if (payload.remaining() > maxPayload) {
            throw new IllegalArgumentException("payload of " + payload.remaining() + " B, at most " + maxPayload);
        }
        if (closed || failure() != null) {
            return SendResult.CLOSED;
        }
        final SendResult result = linksByPeer[peer][lane.ordinal()].send(tag, payload);
        if (result == SendResult.SENT && !receiver.isOpen()) {
            flush();
        }
        return result;
    }

    /** The sender is the first agent of a driver's round: one round puts on the wire what was just claimed. */
    private void flush() {
        final boolean interrupted = Thread.interrupted();
        try {
            stack.invokeDriver();
        } catch (final InternalError ex) {
            fail(ex);
        } finally {
            restore(interrupted);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if called by the handler of a poll
     */
    @Override
    public int poll(final long nowNs, final DatagramHandler datagramHandler) {
        if (receiver.isOpen()) {
            throw new IllegalStateException("poll called from a handler");
        }
        if (closed || failure() != null) {
            return 0;
        }
        final boolean interrupted = Thread.interrupted();
        receiver.open(datagramHandler);
        int work = 0;
        try {
            work = pump(nowNs);
        } catch (final InternalError ex) {
            fail(ex);
        } finally {
            receiver.close();
            restore(interrupted);
        }
        if (closeAfterPoll) {
            close();
        }
        receiver.throwWhatTheHandlerThrew();
        return work;
    }

    private int pump(final long nowNs) {
        if (!stack.isDue()) {
            return 0;
        }
        int work = 0;
        boolean more = true;
        for (int round = 0; round < MAX_POLL_ROUNDS && more; round++) {
            int done = stack.invokeDriver();
            boolean isBurst = false;
            for (final LaneLink link : links) {
                final int received = link.receive();
                isBurst |= received >= LaneLink.FRAGMENT_LIMIT;
                done += received;
            }
            work += done;
            more = done > 0 && (isBurst || stack.goesOn());
        }
        stack.done(more);
        work += stack.invokeClient();
        if (stack.isBroken()) {
            fail(null);
            return work;
        }
        for (final LaneLink link : links) {
            work += link.maintain(stack.aeron(), nowNs, errors);
        }
        look(nowNs);
        return work;
    }

    /** Updates the text of {@link #hint} once a second. */
    private void look(final long nowNs) {
        polledNs = nowNs;
        if (nextLookNs != Long.MIN_VALUE && nowNs - nextLookNs < 0) {
            return;
        }
        nextLookNs = nowNs + LOOK_NS;
        for (final LaneLink link : links) {
            link.look(stack.aeron(), nowNs);
        }
        if (!directoryGone && stack.isDirectoryGone()) {
            directoryGone = true;
            errors.onError(new TransportException(directoryHint()));
        }
    }

    private String directoryHint() {
        return "something has removed the media driver's directory " + stack.directoryName() + ": players who are"
            + " connected play on, and nobody can come back to this player; choose another directoryBase, or see"
            + " RemoveIPC in logind.conf";
    }

    @Override
    public @Nullable String hint(final int peer) {
        if (peer < 0 || peer >= linksByPeer.length || linksByPeer[peer] == null || closed) {
            return null;
        }
        if (directoryGone) {
            return directoryHint();
        }
        final LaneLink link = linksByPeer[peer][Lane.CONTROL.ordinal()];
        if (link.isStuck(polledNs)) {
            return "long datagrams of player " + peer + " do not arrive: if the path carries less than "
                + (config.mtu() + IP_UDP_BYTES) + " B, set a smaller mtu for all players";
        }
        final InetSocketAddress stray = link.isConnected() ? null : stack.strayReporter();
        if (stray != null) {
            return "somebody answers from " + Remote.literal(stray) + ", where no player is expected: give the address"
                + " that the other player sends from, or let it listen on that address instead of 0.0.0.0 or [::]";
        }
        if (link.isLost() && config.mayMove(peer)) {
            return "over Aeron a player whose address or port has changed is not found again: it has to come back from"
                + " the old one";
        }
        return link.isConnected() ? null : stack.hint();
    }

    /** {@inheritDoc} Wakes for the driver's own timers too, every 20 ms. With an external driver it is blind. */
    @Override
    public void await(final long maxNs) {
        if (closed || failure() != null || maxNs <= 0) {
            return;
        }
        final boolean interrupted = Thread.interrupted();
        try {
            stack.await(maxNs);
        } finally {
            restore(interrupted);
        }
    }

    private void fail(final @Nullable InternalError error) {
        if (error != null) {
            errors.onError(error);
        }
        final String line = errors.lastLine();
        failure = "Aeron has stopped: " + (line == null ? "closed from outside" : line);
    }

    @Override
    public void claim(final BooleanSupplier isNowInUse) {
        if (isInUse.getAsBoolean()) {
            throw new IllegalStateException("this transport carries another session that has not ended: give each "
                + "session a transport of its own");
        }
        isInUse = isNowInUse;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public @Nullable String failure() {
        return failure == null ? stack.socketFailure() : failure;
    }

    /**
     * The last of the errors Aeron reported, harmless ones included, such as a peer that is not there yet.
     *
     * @return one line, or null if there was none
     */
    public @Nullable String lastError() {
        return errors.lastLine();
    }

    /**
     * How many errors Aeron reported.
     *
     * @return since launch
     */
    public long errorCount() {
        return errors.count();
    }

    /**
     * Packets that were refused because they do not come from a peer that has the keys, or not from where they claim to
     * stand, or for the second time. Without keys nothing is refused.
     *
     * @return since launch
     */
    public long guardDrops() {
        return guard == null ? 0 : guard.drops();
    }

    /**
     * Frames that no transport of this kind sends: parts of a fragmented message, or longer than our MTU.
     *
     * @return since launch, all dropped
     */
    public long foreignFrames() {
        return receiver.foreignFrames();
    }

    /**
     * Shows the figures of a session as counters beside the driver's, for AeronStat and whoever else reads those: to be
     * handed to {@link io.lockstep.core.session.SessionConfig#observer}. Makes some twenty counters and as many for
     * each peer, which takes milliseconds. They go with the transport.
     *
     * @return an observer for the session of this transport; to be asked for once
     */
    public MatchObserver counters() {
        return SessionCounters.of(stack.aeron(), self, this::reaches);
    }

    /**
     * The driver's directory, for Aeron's own tools.
     *
     * @return absolute path
     */
    public String aeronDirectory() {
        return stack.directoryName();
    }

    /**
     * {@inheritDoc} Waits at most 0.2 s, and only while datagrams for a connected peer are unsent. Called by a handler,
     * it takes effect at the end of the poll.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (receiver.isOpen()) {
            closeAfterPoll = true;
            receiver.mute();
            return;
        }
        closed = true;
        final boolean interrupted = Thread.interrupted();
        try {
            if (failure == null && !stack.isBroken()) {
                drain();
                for (final LaneLink link : links) {
                    link.close();
                }
            }
        } catch (final InternalError ex) {
            fail(ex);
        } finally {
            stack.close();
            stack.closeSocket();
            if (guard != null) {
                guard.destroy();
            }
            restore(interrupted);
        }
    }

    private void drain() {
        for (int round = 0; round < CLOSE_ROUNDS && LaneLink.anyUnsent(links, stack.aeron()); round++) {
            stack.invokeDriver();
            stack.invokeClient();
            if (stack.isBroken()) {
                return;
            }
            if (config.nanoTime() == null && LaneLink.anyUnsent(links, stack.aeron())) {
                LockSupport.parkNanos(CLOSE_ROUND_NS);
            }
        }
    }

    private static void restore(final boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
