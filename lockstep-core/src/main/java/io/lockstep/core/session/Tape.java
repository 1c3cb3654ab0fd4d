package io.lockstep.core.session;

import io.lockstep.core.input.InputLog;
import io.lockstep.core.membership.Epoch;
import io.lockstep.core.sync.ChecksumLog;

/** Shows each frame to the recorder of a match, if it has one. */
final class Tape implements ExecutedFrame {

    private final MatchRecorder recorder;
    private final SessionConfig config;
    private final MatchDescription match;
    private final InputLog log;
    private final ChecksumLog checksums;
    private final FrameOrders orders;
    private final Epoch epoch;
    private long frame;
    private boolean ended;

    Tape(final SessionConfig config, final SessionParts parts, final Epoch epoch) {
        recorder = config.recorder;
        this.config = config;
        this.epoch = epoch;
        log = parts.log();
        checksums = parts.checksums();
        orders = parts.orders();
        match = recorder == null ? null : MatchDescription.of(config);
    }

    /** The state before this frame is here, from the start or from another peer. */
    void begin(final long next) {
        if (recorder != null) {
            recorder.begin(match, next, orders.isPaused(), config.simulation);
        }
    }

    void simulated(final long simulated) {
        if (recorder != null) {
            frame = simulated;
            recorder.frame(this, config.simulation);
        }
    }

    void end(final long next, final EndReason reason) {
        if (recorder != null && !ended) {
            ended = true;
            recorder.end(next, reason);
        }
    }

    @Override
    public long frame() {
        return frame;
    }

    @Override
    public boolean paused() {
        return orders.isPaused();
    }

    @Override
    public int checksum() {
        return checksums.checksum(frame);
    }

    @Override
    public int members() {
        return epoch.members();
    }

    @Override
    public long epoch() {
        return epoch.number();
    }

    @Override
    public int players() {
        return config.players;
    }

    @Override
    public boolean present(final int player) {
        return log.present(player, frame);
    }

    @Override
    public byte[] inputs() {
        return log.inputs();
    }

    @Override
    public int inputOffset(final int player) {
        return present(player) ? log.inputOffset(player, frame) : log.neutralOffset();
    }

    @Override
    public byte[] events() {
        return log.events();
    }

    @Override
    public int eventOffset(final int player) {
        return log.eventOffset(player, frame);
    }

    @Override
    public int eventLength(final int player) {
        return present(player) ? log.eventLength(player, frame) : 0;
    }

    @Override
    public int command(final int player) {
        return present(player) ? log.command(player, frame) : 0;
    }
}
