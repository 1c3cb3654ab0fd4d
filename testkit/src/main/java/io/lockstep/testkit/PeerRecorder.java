package io.lockstep.testkit;

import io.lockstep.codecs.replay.RecordingCode;
import io.lockstep.codecs.replay.RecordingPlayer;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.codecs.replay.Verification;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.ExecutedFrame;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.replay.RecordingWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the sessions of one process in memory, and judges each recording when its session or the process has ended:
 * R1, it can be read, and its replay reaches every recorded state and the state of the game itself.
 */
final class PeerRecorder implements MatchRecorder {

    /** Frames from one snapshot to the next: a match of some seconds has several. */
    private static final int SNAPSHOT_FRAMES = 150;

    private final int peer;
    private final Oracle oracle;
    private final ObservedTransport transport;
    private final Simulation settled;
    private final Supplier<Simulation> games;
    /** Null when nothing goes wrong with anybody's game. */
    private final @Nullable DivergenceOracle divergences;
    private final ChecksumWriter walk = new ChecksumWriter();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    /** The frames before which the game was given a state. */
    private final TreeSet<Long> begun = new TreeSet<>();
    /** Null while no session records. */
    private @Nullable RecordingWriter writer;
    private long written;
    /** The frame behind what was written last, and the checksum of the state before it. */
    private long next;
    private int checksum;

    /**
     * Records nothing yet.
     *
     * @param transport of the process, which is dead when the process is
     * @param settled   has the state after the newest settled frame
     * @param games     makes new games of the same kind
     */
    PeerRecorder(final int peer, final ObservedTransport transport, final Simulation settled,
                 final Supplier<Simulation> games, final Oracle oracle,
                 final @Nullable DivergenceOracle divergences) {
        this.peer = peer;
        this.transport = transport;
        this.settled = settled;
        this.games = games;
        this.oracle = oracle;
        this.divergences = divergences;
    }

    @Override
    public void begin(final MatchDescription match, final long frame, final boolean paused, final Simulation game) {
        if (transport.isDead()) {
            return;
        }
        if (writer == null) {
            // A session that comes back has a recording of its own.
            bytes.reset();
            begun.clear();
            written = 0;
            writer = new RecordingWriter(this::append, "drawn match", SNAPSHOT_FRAMES).rollbacks(true);
        }
        begun.add(frame);
        writer.begin(match, frame, paused, game);
        look(frame);
    }

    private @Nullable String append(final ByteBuffer source) {
        bytes.write(source.array(), source.position(), source.remaining());
        source.position(source.limit());
        return null;
    }

    @Override
    public void frame(final ExecutedFrame frame, final Simulation game) {
        if (transport.isDead()) {
            return;
        }
        if (writer == null) {
            violated(frame.frame(), "a frame without the state before it");
            return;
        }
        writer.frame(frame, game);
        look(frame.frame() + 1);
    }

    @Override
    public void rolledBack(final long from, final long head, final IdSet players) {
        if (writer != null && !transport.isDead()) {
            writer.rolledBack(from, head, players);
        }
    }

    @Override
    public void end(final long frame, final EndReason reason) {
        if (writer != null && !transport.isDead()) {
            writer.end(frame, reason);
            look(frame);
            judge(reason.name());
        }
    }

    /** Remembers the state of the game where something was written. */
    private void look(final long frame) {
        if (bytes.size() != written) {
            written = bytes.size();
            next = frame;
            checksum = checksum(settled);
        }
    }

    private int checksum(final Simulation game) {
        walk.reset();
        game.save(walk);
        return walk.checksum();
    }

    /** Judges the recording of a process that was killed: it ends with the last whole block. */
    void stopped() {
        if (writer != null) {
            judge(null);
        }
    }

    private void judge(final @Nullable String reason) {
        writer = null;
        final RecordingReader recording = new RecordingReader(ByteBuffer.wrap(bytes.toByteArray()));
        if (recording.code() != RecordingCode.OK) {
            violated(next, "a recording that cannot be read: " + recording.message());
        } else if (recording.nextFrame() != next) {
            violated(next, "a recording that ends before frame " + recording.nextFrame());
        } else if (reason == null ? recording.endReason() != null : !reason.equals(recording.endReason())) {
            violated(next, "a recording that ends by " + recording.endReason() + ", not by " + reason);
        } else {
            replay(recording);
        }
    }

    private void replay(final RecordingReader recording) {
        final Simulation game = games.get();
        final Verification verification;
        try {
            verification = Verification.of(recording, game);
        } catch (final IllegalArgumentException refused) {
            violated(next, "a recorded state that the game refuses: " + refused.getMessage());
            return;
        }
        if (!verification.ok()) {
            final long frame = firstUnexplained(recording, verification.firstFrame());
            if (frame != FrameWindow.NEVER) {
                violated(frame, "replayed to another state than recorded");
            }
        } else if (checksum(game) != checksum) {
            violated(next, "replayed to another state than the game had");
        }
    }

    /** The first frame that differs though this game has not gone wrong since its state was given to it. */
    private long firstUnexplained(final RecordingReader recording, final long firstFrame) {
        if (!isExplained(firstFrame)) {
            return firstFrame;
        }
        final RecordingPlayer player = new RecordingPlayer(recording, games.get());
        while (player.step()) {
            if (!player.matches() && !isExplained(player.frames().frame())) {
                return player.frames().frame();
            }
        }
        return FrameWindow.NEVER;
    }

    private boolean isExplained(final long frame) {
        final Long given = begun.floor(frame);
        return divergences != null && given != null && divergences.wentWrongBetween(peer, given, frame);
    }

    private void violated(final long frame, final String detail) {
        oracle.violated("R1", frame, detail, peer);
    }
}
