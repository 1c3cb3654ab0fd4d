package io.lockstep.lobby;

import io.lockstep.lobby.LobbyException.Reason;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Looks for hosts on the local network, without any server. Stateless.
 * <pre>{@code
 * for (final LanMatch match : LanSearch.find(LanSearch.LONGEST, false, found -> false)) { ... }
 * }</pre>
 *
 * <p>Who answers is not known: anybody in this network may say that it hosts a match.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class LanSearch {

    /** How long to ask: six questions. */
    public static final Duration LONGEST = Duration.ofSeconds(3);

    /** Datagrams get lost, on Wi-Fi those to many most of all. */
    private static final long REPEAT_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /** More than a hall has; somebody may answer for ever. */
    private static final int MAX_FOUND = 64;

    private LanSearch() {
    }

    /**
     * Asks who hosts a match, and waits for answers.
     *
     * @param longest  how long; {@link #LONGEST} finds nearly all
     * @param loopback whether to ask on this machine alone, for tests
     * @param enough   ends the wait: true for a match that is the one
     * @return by code, at most 64; empty if nobody answers or this thread is interrupted
     * @throws LobbyException if the local network is not to be had
     */
    public static List<LanMatch> find(final Duration longest, final boolean loopback,
                                      final Predicate<LanMatch> enough) throws LobbyException {
        return find(new Lan(Lan.PORT, loopback), longest, enough);
    }

    static List<LanMatch> find(final Lan lan, final Duration longest, final Predicate<LanMatch> enough)
            throws LobbyException {
        final Map<String, LanMatch> found = new LinkedHashMap<>();
        final long number = new SecureRandom().nextLong();
        try (DatagramChannel channel = Lan.open()) {
            final long beganNs = System.nanoTime();
            long askedNs = beganNs - REPEAT_NS;
            while (System.nanoTime() - beganNs < longest.toNanos() && !Thread.currentThread().isInterrupted()
                    && found.values().stream().noneMatch(enough)) {
                if (System.nanoTime() - askedNs >= REPEAT_NS) {
                    askedNs = System.nanoTime();
                    lan.ask(channel, LanCodec.question(number));
                }
                if (!take(lan, channel, number, found)) {
                    LockSupport.parkNanos(LOOK_NS);
                }
            }
        } catch (final IOException failed) {
            throw new LobbyException(Reason.NO_LAN, 0, failed);
        }
        final List<LanMatch> all = new ArrayList<>(found.values());
        all.sort((one, other) -> one.code().compareTo(other.code()));
        return all;
    }

    /**
     * Looks for all hosts, for {@link #LONGEST}.
     *
     * @param loopback whether to ask on this machine alone, for tests
     * @return by code, 1 to 64
     * @throws LobbyException what to tell the player: nobody answers, ...
     */
    public static List<LanMatch> all(final boolean loopback) throws LobbyException {
        final List<LanMatch> found = find(LONGEST, loopback, match -> false);
        if (found.isEmpty()) {
            throw new LobbyException(Reason.NOBODY_NEAR, 0, null);
        }
        return found;
    }

    /**
     * Looks for the match with a code, for {@link #LONGEST} at most.
     *
     * @param code     as the host sees it; case, dashes and spaces mean nothing
     * @param loopback whether to ask on this machine alone, for tests
     * @return the match
     * @throws LobbyException what to tell the player: it is no code, nobody answers, ...
     */
    public static LanMatch byCode(final String code, final boolean loopback) throws LobbyException {
        return byCode(new Lan(Lan.PORT, loopback), code, LONGEST);
    }

    static LanMatch byCode(final Lan lan, final String code, final Duration longest) throws LobbyException {
        final String read = Codes.read(code);
        if (read == null) {
            throw new LobbyException(Reason.WRONG_CODE, 0, null);
        }
        final Predicate<LanMatch> isIt = match -> match.code().equals(Codes.shown(read));
        final List<LanMatch> found = find(lan, longest, isIt);
        return found.stream().filter(isIt).findFirst().orElseThrow(() -> new LobbyException(
            found.isEmpty() ? Reason.NOBODY_NEAR : Reason.WRONG_CODE, 0, null));
    }

    /** Takes one datagram, if there is one. */
    private static boolean take(final Lan lan, final DatagramChannel channel, final long number,
                                final Map<String, LanMatch> found) throws IOException {
        final ByteBuffer datagram = ByteBuffer.allocate(LanCodec.QUESTION_BYTES + 1);
        final InetSocketAddress from = (InetSocketAddress) channel.receive(datagram);
        if (from == null) {
            return false;
        }
        final LanMatch match = LanCodec.match(datagram.flip(), number, from.getAddress().getHostAddress());
        if (match != null && lan.isNear(from.getAddress())
                && (found.size() < MAX_FOUND || found.containsKey(match.code()))) {
            // A host with several addresses answers from each: the first was the quickest.
            found.putIfAbsent(match.code(), match);
        }
        return true;
    }
}
