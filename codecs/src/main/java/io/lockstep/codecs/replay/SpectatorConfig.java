package io.lockstep.codecs.replay;

import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.feed.FeedLimits;
import io.lockstep.core.replay.RecordingSink;
import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a spectator needs: a socket, at least one player and the game. Everything else has a default.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class SpectatorConfig {

    /** Most who can watch one spectator. */
    public static final int MAX_SPECTATORS = FeedLimits.MAX_AT_SPECTATOR;

    private final PacketSocket socket;
    private final Function<MatchDescription, Simulation> games;
    private final List<SocketAddress> players = new ArrayList<>();
    private int spectators = MAX_SPECTATORS;
    private @Nullable RecordingSink recording;
    private int bytesPerSecond = FeedLimits.DEFAULT_BYTES_PER_SECOND;
    private long seed;

    /**
     * What there is no default for.
     *
     * @param socket carries the feed, and is closed with the spectator
     * @param games  makes a new game for a match; an IllegalArgumentException of it says why it cannot
     */
    public SpectatorConfig(final PacketSocket socket, final Function<MatchDescription, Simulation> games) {
        this.socket = socket;
        this.games = games;
    }

    /**
     * Names a player whose feed can be watched. With several, the next one is asked when one is gone.
     *
     * @param address where the feed of that player listens
     * @return this
     */
    public SpectatorConfig player(final SocketAddress address) {
        players.add(address);
        return this;
    }

    /**
     * How many others may watch this spectator.
     *
     * @param most 0 to {@value #MAX_SPECTATORS}, the default
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public SpectatorConfig spectators(final int most) {
        if (most < 0 || most > MAX_SPECTATORS) {
            throw new IllegalArgumentException("spectators " + most + " is not in 0 to " + MAX_SPECTATORS);
        }
        spectators = most;
        return this;
    }

    /**
     * Writes what is watched as a recording.
     *
     * @param sink where it goes; null for nowhere
     * @return this
     */
    public SpectatorConfig recording(final RecordingSink sink) {
        recording = sink;
        return this;
    }

    /**
     * What is sent to all who watch this spectator together.
     *
     * @param bytes a second, at least 16 KiB
     * @return this
     * @throws IllegalArgumentException if it is less
     */
    public SpectatorConfig bytesPerSecond(final int bytes) {
        if (bytes < FeedLimits.MIN_BYTES_PER_SECOND) {
            throw new IllegalArgumentException(
                "bytesPerSecond " + bytes + " is less than " + FeedLimits.MIN_BYTES_PER_SECOND);
        }
        bytesPerSecond = bytes;
        return this;
    }

    /**
     * Where numbers start that nobody may guess.
     *
     * @param number another one in each process, from a source that cannot be told in advance
     * @return this
     */
    public SpectatorConfig seed(final long number) {
        seed = number;
        return this;
    }

    /**
     * Begins to watch.
     *
     * @return a spectator that has sent nothing yet
     * @throws IllegalArgumentException if no player was named
     */
    public Spectator build() {
        if (players.isEmpty()) {
            throw new IllegalArgumentException("no player is named whose feed is to be watched");
        }
        return new Spectator(socket, List.copyOf(players), games, spectators, recording, bytesPerSecond, seed);
    }
}
