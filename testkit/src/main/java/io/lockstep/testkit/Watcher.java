package io.lockstep.testkit;

import io.lockstep.codecs.replay.RecordingCode;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.codecs.replay.Spectator;
import io.lockstep.codecs.replay.SpectatorConfig;
import io.lockstep.codecs.replay.SpectatorEvent;
import io.lockstep.codecs.replay.Verification;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.transport.udp.PacketSocket;
import java.io.ByteArrayOutputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One spectator, and its promises: W1, no frame is shown twice or left out without an event; W2, it shows states that
 * players had, and its recording can be read and verified; W3, it plays on in time if it can be fed.
 */
final class Watcher {

    /** Time from one poll to the next, in nanoseconds: that of a window with 100 frames a second. */
    private static final long POLL_NS = 10_000_000L;
    /**
     * Longest time in nanoseconds without a frame while a player can be watched: 3 s until a lost source counts as
     * lost, 2 s for each of four addresses that do not answer, a pause, a delay and a state.
     */
    static final long RETURN_NS = 18_000_000_000L;
    private static final String FINISHED = "FINISHED";
    /** The beginning of the problem of a spectator that has given up. */
    private static final String ALONE = "nobody has fed this spectator";

    private final int number;
    private final Spectator spectator;
    private final Supplier<Simulation> games;
    private final HistoryOfStates states;
    private final Oracle oracle;
    /** Whether states are wrong on purpose in this match. */
    private final boolean disturbed;
    /** Whether it knows one player only. */
    private final boolean isOnlyOne;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long nextPollNs;
    private long shown = FrameWindow.NEVER;
    private boolean differedElsewhere;
    private boolean goesOnElsewhere = true;
    private long shownNs;
    /** Time since which it has been polled without a break, in nanoseconds. */
    private long awakeNs;
    private boolean broken;

    Watcher(final int number, final PacketSocket socket, final List<SocketAddress> sources, final long seed,
            final Supplier<Simulation> games, final HistoryOfStates states, final Oracle oracle,
            final boolean disturbed, final long nowNs) {
        this.number = number;
        this.games = games;
        this.states = states;
        this.oracle = oracle;
        this.disturbed = disturbed;
        isOnlyOne = sources.size() == 1;
        shownNs = nowNs;
        final SpectatorConfig config = new SpectatorConfig(socket, match -> games.get()).recording(this::append)
            .seed(seed);
        sources.forEach(config::player);
        spectator = config.build();
    }

    private @Nullable String append(final ByteBuffer block) {
        while (block.hasRemaining()) {
            bytes.write(block.get());
        }
        return null;
    }

    /**
     * Shows the frames that are due.
     *
     * @param sinceNs since when a player that it knows could be watched without a break
     */
    void poll(final long nowNs, final long sinceNs) {
        if (nowNs < nextPollNs) {
            return;
        }
        if (nowNs - nextPollNs > POLL_NS) {
            awakeNs = nowNs;
        }
        nextPollNs = nowNs + POLL_NS;
        try {
            spectator.poll(nowNs);
            while (spectator.step()) {
                takeEvents();
                show(spectator.frame() - 1, nowNs);
            }
            takeEvents();
        } catch (final RuntimeException thrown) {
            violated("W1", "threw " + thrown);
        }
        if (!mayEnd() && sinceNs != Long.MAX_VALUE && isTooLong(nowNs, sinceNs)) {
            violated("W3", "nothing shown for " + (nowNs - shownNs) / MatchPlan.NS_PER_MS + " ms");
        }
    }

    private boolean isTooLong(final long nowNs, final long sinceNs) {
        return nowNs - Math.max(Math.max(shownNs, awakeNs), sinceNs) > RETURN_NS;
    }

    /** Returns whether it may have ended: with the match, with its only player, or after a wait for any player. */
    private boolean mayEnd() {
        if (!spectator.isOver()) {
            return false;
        }
        if (!isExcused() && spectator.problem() != null && !spectator.problem().startsWith(ALONE)) {
            violated("W2", spectator.problem());
        }
        return isOnlyOne || spectator.problem() != null || FINISHED.equals(spectator.endReason());
    }

    private void takeEvents() {
        for (SpectatorEvent event = spectator.nextEvent(); event != null; event = spectator.nextEvent()) {
            goesOnElsewhere |= event.type() == SpectatorEvent.Type.STARTED
                || event.type() == SpectatorEvent.Type.JUMPED;
        }
    }

    private void show(final long frame, final long nowNs) {
        if (!goesOnElsewhere && frame != shown + 1) {
            violated("W1", "shown frame " + frame + " after frame " + shown);
        }
        goesOnElsewhere = false;
        shown = frame;
        shownNs = nowNs;
        // Spectator.differs stays true. A difference counts only if histories had not parted when it was found.
        differedElsewhere |= isExcused() && spectator.differs();
        if (!isExcused()
            && (spectator.differs() && !differedElsewhere || !states.has(frame, spectator.checksum()))) {
            violated("W2", "a state that no player had");
        }
    }

    /** Returns whether W2 says nothing: where histories part, a spectator shows those of several players in turn. */
    private boolean isExcused() {
        return disturbed || !states.isOne(shown);
    }

    boolean isOver() {
        return spectator.isOver();
    }

    /** Judges what it has shown and recorded, after the last poll. */
    void judge(final long endFrame) {
        if (!isExcused() && FINISHED.equals(spectator.endReason()) && spectator.problem() == null
            && spectator.frame() != endFrame) {
            violated("W1", "ends with the state before frame " + spectator.frame());
        }
        if (spectator.match() == null) {
            return;
        }
        final RecordingReader recording = new RecordingReader(ByteBuffer.wrap(bytes.toByteArray()));
        if (recording.code() != RecordingCode.OK) {
            violated("W2", "a recording that cannot be read: " + recording.message());
        } else if (!isExcused() && recording.isPlayable()) {
            final Verification verification = Verification.of(recording, games.get());
            if (!verification.ok()) {
                violated("W2", "a recording that differs: " + verification);
            }
        }
    }

    private void violated(final String promise, final String detail) {
        if (!broken) {
            oracle.violated(promise, shown, "spectator " + number + ": " + detail);
        }
        broken = true;
    }
}
