package io.lockstep.core.internal.play;

import io.lockstep.core.internal.game.SourceInputs;
import io.lockstep.core.internal.input.InputLog;

/** The inputs of one frame, read straight from the log. */
public final class FrameInputs extends SourceInputs {

    private final LoggedFrame logged;

    public FrameInputs(final InputLog log, final int players, final int inputBytes) {
        this(new LoggedFrame(players, log), inputBytes);
    }

    private FrameInputs(final LoggedFrame logged, final int inputBytes) {
        super(logged, inputBytes);
        this.logged = logged;
    }

    public FrameInputs of(final long newFrame) {
        logged.at(newFrame);
        return this;
    }
}
