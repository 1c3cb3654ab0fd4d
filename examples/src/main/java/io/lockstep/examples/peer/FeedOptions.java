package io.lockstep.examples.peer;

import io.lockstep.codecs.replay.RecordingFile;
import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.feed.MatchFeed;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.transport.udp.PacketSockets;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Option;

/** The options of a player who shows the match to spectators. */
public final class FeedOptions {

    private static final int MS_PER_SECOND = 1000;
    /** How long a player who has played to the end stays for those who watch. */
    private static final long LINGER_NS = 3_000_000_000L;
    private static final long PARK_NS = 1_000_000L;

    @Option(names = "--spectators", paramLabel = "HOST:PORT",
        description = "Shows the match to up to 4 spectators, who come to this address (UDP); see lockstep watch.")
    private String listen;

    @Option(names = "--spectator-delay", paramLabel = "SECONDS",
        description = "How far spectators are behind, 0 to 60 (default 1).")
    private Integer delay;

    /** To be filled in by the command line. */
    public FeedOptions() {
        // The fields are options.
    }

    /**
     * Opens the feed.
     *
     * @return null if nobody is to watch
     * @throws io.lockstep.core.transport.TransportException if the address cannot be listened on
     * @throws IllegalArgumentException if an option is wrong; the text says why
     */
    MatchFeed open() {
        if (listen == null) {
            if (delay != null) {
                throw new IllegalArgumentException("--spectator-delay is for --spectators");
            }
            return null;
        }
        final int seconds = delay == null ? FeedConfig.DEFAULT_DELAY_MS / MS_PER_SECOND : delay;
        if (seconds < 0 || seconds > FeedConfig.MAX_DELAY_MS / MS_PER_SECOND) {
            throw new IllegalArgumentException("--spectator-delay " + seconds + " is not in 0 to "
                + FeedConfig.MAX_DELAY_MS / MS_PER_SECOND);
        }
        return new MatchFeed(new FeedConfig().delayMs(seconds * MS_PER_SECOND)
            .buildId(MatchOptions.BUILD).seed(seed()), PacketSockets.bind(resolve("--spectators", listen)));
    }

    /** Who is told what is played; null for nobody. */
    static MatchRecorder recorder(final RecordingFile file, final MatchFeed feed) {
        if (file == null || feed == null) {
            return file == null ? feed : file.writer();
        }
        return file.writer().and(feed);
    }

    /** Lets a game loop feed those who watch; nothing without a feed. */
    static void drive(final MatchRunner runner, final MatchFeed feed) {
        if (feed != null) {
            runner.network(nowNs -> feed.poll(nowNs) > 0);
        }
    }

    /** Goes on until all who watch have everything, for a while; says what went wrong meanwhile. */
    static void drain(final MatchFeed feed, final PrintWriter err) {
        if (feed == null) {
            return;
        }
        final long endNs = System.nanoTime() + LINGER_NS;
        do {
            if (feed.poll(System.nanoTime()) == 0) {
                LockSupport.parkNanos(PARK_NS);
            }
        } while (!feed.isDrained() && System.nanoTime() - endNs < 0);
        if (feed.problem() != null) {
            err.println("lockstep peer: spectators did not see all of the match: " + feed.problem());
            err.flush();
        }
    }

    /**
     * A number that nobody can tell in advance.
     *
     * @return another one at each call
     */
    public static long seed() {
        return new SecureRandom().nextLong();
    }

    /**
     * Finds out where a host is.
     *
     * @param option what it was given by
     * @param text   HOST:PORT
     * @return its address
     * @throws IllegalArgumentException if it is none; the text says why
     */
    public static InetSocketAddress resolve(final String option, final String text) {
        try {
            final Address address = Address.parse(text);
            return new InetSocketAddress(InetAddress.getByName(address.host()), address.port());
        } catch (final UnknownHostException unknown) {
            throw new IllegalArgumentException(option + ": there is no host of that name: " + text, unknown);
        } catch (final IllegalArgumentException wrong) {
            throw new IllegalArgumentException(option + " " + wrong.getMessage(), wrong);
        }
    }
}
