package io.lockstep.core.session;

import io.lockstep.core.input.InputLog;

/** The inputs of one frame, read straight from the log. */
final class FrameInputs extends SourceInputs {

    private final LoggedFrame logged;

    FrameInputs(final InputLog log, final int players, final int inputBytes) {
        this(new LoggedFrame(players, log), inputBytes);
    }

    private FrameInputs(final LoggedFrame logged, final int inputBytes) {
        super(logged, inputBytes);
        this.logged = logged;
    }

    FrameInputs of(final long newFrame) {
        logged.at(newFrame);
        return this;
    }
}
