package io.lockstep.lobby;

import io.lockstep.lobby.LobbyException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lobby that a host runs itself, for players in the same local network: it takes requests from there alone, and
 * answers who asks the network for matches ({@link LanSearch}).
 * <pre>{@code
 * try (LanLobby lan = LanLobby.open(false)) {
 *     final LobbySeat seat = client(lan.uri()).create(4, false, settings);
 *     lan.announce(seat.code(), "Ann", () -> roster);
 * }
 * }</pre>
 *
 * <p>Requests are not encrypted: whoever can read this network can join the match, and play in another's place.
 * Thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class LanLobby implements AutoCloseable {

    /** Largest number of requests of an address in a minute: a search sends six, and a player may search repeatedly. */
    private static final int QUESTIONS_A_MINUTE = 120;
    /** A socket that fails again and again takes no whole core. */
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Lan lan;
    private final LobbyServer lobby;
    private final DatagramChannel channel;
    private volatile Supplier<LanMatch> announced = () -> null;

    LanLobby(final Lan lan, final LobbyServer lobby, final LongSupplier clockMs) throws IOException {
        this.lan = lan;
        this.lobby = lobby;
        channel = lan.listen();
        final Thread thread = new Thread(() -> answer(clockMs), "lockstep-lan");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Opens a lobby on a free port.
     *
     * @param loopback whether for this machine alone, for tests
     * @return the lobby; {@link #close} it
     * @throws LobbyException if the local network is not to be had
     */
    public static LanLobby open(final boolean loopback) throws LobbyException {
        return open(new Lan(Lan.PORT, loopback), loopback);
    }

    static LanLobby open(final Lan lan, final boolean loopback) throws LobbyException {
        try {
            final LobbyServer lobby = LobbyServer.start(new LobbyConfig().near(lan).address(loopback
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0) : new InetSocketAddress(0)));
            try {
                return new LanLobby(lan, lobby, () -> System.nanoTime() / 1_000_000);
            } catch (final IOException failed) {
                lobby.close();
                throw failed;
            }
        } catch (final IOException failed) {
            throw new LobbyException(Reason.NO_LAN, 0, failed);
        }
    }

    /**
     * Where this machine reaches it.
     *
     * @return for {@link LobbyClientConfig}
     */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + lobby.address().getPort());
    }

    /**
     * Answers for a match from now on, in place of the one before.
     *
     * @param code   of the match
     * @param host   its host's name, 1 to 32 characters
     * @param roster who is there now; asked for each answer, from another thread; may be null
     * @throws IllegalArgumentException if the code or the name is none
     */
    public void announce(final String code, final String host, final Supplier<Roster> roster) {
        if (Codes.read(code) == null || !Names.isName(host)) {
            throw new IllegalArgumentException("code '" + code + "' or name '" + host + "' is none");
        }
        announced = () -> match(code, host, roster.get());
    }

    private @Nullable LanMatch match(final String code, final String host, final Roster roster) {
        if (roster == null || roster.isCancelled()) {
            return null;
        }
        final int taken = roster.peers().size();
        final boolean open = taken < roster.seats() && (!roster.isStarted() || roster.allowsLateJoin());
        return new LanMatch(code, host, roster.seats(), taken, open, uri());
    }

    private void answer(final LongSupplier clockMs) {
        final ByteBuffer datagram = ByteBuffer.allocate(LanCodec.QUESTION_BYTES + 1);
        // The limit holds for each address: one that floods the host must not hide it from the others.
        final Visitors visitors = new Visitors(QUESTIONS_A_MINUTE);
        while (channel.isOpen()) {
            try {
                final InetSocketAddress from = (InetSocketAddress) channel.receive(datagram.clear());
                if (LanCodec.isQuestion(datagram.flip())
                    && visitors.admit(from.getAddress().getHostAddress(), clockMs.getAsLong()) == 0) {
                    answer(LanCodec.number(datagram), from);
                }
            } catch (final IOException closedOrUnreachable) {
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private void answer(final long number, final InetSocketAddress to) throws IOException {
        final LanMatch match = lan.isNear(to.getAddress()) ? announced() : null;
        if (match != null) {
            channel.send(ByteBuffer.wrap(LanCodec.answer(number, match)), to);
        }
    }

    /** Null also if whoever tells of the roster throws: that is told of, and others are answered. */
    private LanMatch announced() {
        final AtomicReference<LanMatch> match = new AtomicReference<>();
        ClientThread.guarded(() -> match.set(announced.get()));
        return match.get();
    }

    /** Ends the lobby and answers nobody any more. Again does nothing. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (final IOException gone) {
            return;
        } finally {
            lobby.close();
        }
    }
}
