package io.lockstep.examples.peer;

import io.lockstep.codecs.replay.DesyncFolder;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.session.SessionConfig;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * What a match of dogfight is played with.
 *
 * @param players          2 to 32
 * @param matchId          tells matches apart and decides where ships and power-ups appear; the same at every peer
 * @param tickRate         frames a second, 1 to 1000; the same at every peer
 * @param inputDelay       frames from sampling an input to simulating it, 0 to 30, or {@link #ADAPTIVE}
 * @param checksumInterval frames from one comparison of states to the next, 1 to 128; the same at every peer
 * @param frames           how many frames the match has, {@link #ENDLESS} for no end
 * @param timeoutMs        how long to wait for the others at the start, milliseconds
 * @param mode             the form in which we send
 * @param unpaced          as fast as inputs arrive instead of at the tick rate
 * @param lostPeers        what is done about peers that get lost later
 * @param desyncPolicy     what becomes of the match when states differ; the same at every peer
 * @param prediction       frames by which the game is played ahead of missing inputs, 0 to 30; 0 is lockstep
 * @param maxStateBytes    largest state of the game that a peer gives or takes when it joins
 */
public record MatchOptions(int players, long matchId, int tickRate, int inputDelay, int checksumInterval, long frames,
                            long timeoutMs, ProtocolMode mode, boolean unpaced, LostPeers lostPeers,
                            DesyncPolicy desyncPolicy, int prediction, int maxStateBytes) {

    /** Which build this is, as recordings and reports say it. */
    public static final String BUILD = "lockstep " + Objects.requireNonNullElse(
        MatchOptions.class.getPackage().getImplementationVersion(), "(development build)");

    /** A match that goes on until somebody leaves. */
    public static final long ENDLESS = Long.MAX_VALUE;

    /** The input delay follows what the network does. */
    public static final int ADAPTIVE = -1;

    /** The match id unless another is given. */
    public static final long DEFAULT_MATCH_ID = 1;

    /**
     * A paced match with every default.
     *
     * @param players  2 to 32
     * @param tickRate frames a second
     * @param frames   how many frames the match has
     * @return settings
     */
    public static MatchOptions paced(final int players, final int tickRate, final long frames) {
        return new MatchOptions(players, DEFAULT_MATCH_ID, tickRate, ADAPTIVE,
            SessionConfig.DEFAULT_CHECKSUM_INTERVAL, frames, SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS,
            ProtocolMode.BINARY, false, LostPeers.DEFAULTS, DesyncPolicy.REPAIR, 0,
            SessionConfig.DEFAULT_MAX_STATE_BYTES);
    }

    /**
     * The same with another way to treat lost peers.
     *
     * @param others what is done about them
     * @return new settings
     */
    public MatchOptions with(final LostPeers others) {
        return new MatchOptions(players, matchId, tickRate, inputDelay, checksumInterval, frames, timeoutMs, mode,
            unpaced, others, desyncPolicy, prediction, maxStateBytes);
    }

    /**
     * The same with another way to treat states that differ.
     *
     * @param policy what becomes of the match
     * @return new settings
     */
    public MatchOptions with(final DesyncPolicy policy) {
        return new MatchOptions(players, matchId, tickRate, inputDelay, checksumInterval, frames, timeoutMs, mode,
            unpaced, lostPeers, policy, prediction, maxStateBytes);
    }

    /**
     * The same, played ahead of missing inputs.
     *
     * @param most by so many frames at most, 0 to 30; 0 is lockstep
     * @return new settings
     */
    public MatchOptions ahead(final int most) {
        return new MatchOptions(players, matchId, tickRate, inputDelay, checksumInterval, frames, timeoutMs, mode,
            unpaced, lostPeers, desyncPolicy, most, maxStateBytes);
    }

    /**
     * The same with another limit of states.
     *
     * @param most bytes of the largest state that a peer gives or takes when it joins
     * @return new settings
     */
    public MatchOptions maxState(final int most) {
        return new MatchOptions(players, matchId, tickRate, inputDelay, checksumInterval, frames, timeoutMs, mode,
            unpaced, lostPeers, desyncPolicy, prediction, most);
    }

    /**
     * Checks what somebody has typed for {@code --desync-dir}.
     *
     * @param directory where folders with reports go, null for the working directory
     * @return writes there
     * @throws IllegalArgumentException with one line for a person if that cannot be
     */
    public static DesyncFolder desyncFolder(final Path directory) {
        try {
            return DesyncFolder.in(directory == null ? Path.of("") : directory, BUILD);
        } catch (final IllegalArgumentException refused) {
            throw new IllegalArgumentException("--desync-dir: " + refused.getMessage(), refused);
        }
    }

    /**
     * Reads what somebody has typed for {@code --desync-policy}.
     *
     * @param text such as {@code HALT} or {@code report-only}
     * @return what it means
     * @throws IllegalArgumentException with one line for a person if it means nothing
     */
    public static DesyncPolicy desyncPolicy(final String text) {
        final String wanted = text.toUpperCase(Locale.ROOT).replace('-', '_');
        for (final DesyncPolicy known : DesyncPolicy.values()) {
            if (known.name().equals(wanted)) {
                return known;
            }
        }
        throw new IllegalArgumentException(
            "--desync-policy '" + text + "' is neither REPAIR nor HALT nor REPORT_ONLY");
    }
}
