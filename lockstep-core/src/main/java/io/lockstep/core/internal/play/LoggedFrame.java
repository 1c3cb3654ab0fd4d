package io.lockstep.core.internal.play;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.input.InputLog;

/** One executed frame as the log holds it, for whoever hands it on. Who is absent has no input and no event. */
public class LoggedFrame implements FrameSource {

    private final int players;
    private final InputLog log;
    private long frame;

    public LoggedFrame(final int players, final InputLog log) {
        this.players = players;
        this.log = log;
    }

    /** Moves on to another frame, which was executed just now. */
    public LoggedFrame at(final long executed) {
        frame = executed;
        return this;
    }

    public long frame() {
        return frame;
    }

    @Override
    public int players() {
        return players;
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
