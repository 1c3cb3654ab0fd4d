package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.link.Link;

/** What comparing our states with one peer's has shown. */
final class Comparison {

    private static final long NONE = -1;

    /** Check frames below this were compared. */
    long compared;
    /** How many check frames were compared, and how many of them differed. */
    long checked;
    long desyncs;
    /** The newest frame after which both states are known to be equal, and the newest after which they differ. */
    long agreed = NONE;
    long differs = NONE;
    /** Since which check frame all that were compared differ; −1 if the last one does not. */
    long runFrom = NONE;
    /** From this frame on one of both plays with a state that was loaded. */
    long rightFrom = NONE;
    /** The first frame between check frames that was not compared yet. */
    long eachCompared;
    /** The exchange of states after a difference; null before the first one, and after it has ended. */
    DesyncExchange exchange;

    /** Which of the link's begins and processes this is about. */
    private int begins;
    private int rebirths;

    Comparison(final long startFrame) {
        compared = startFrame;
    }

    /** Begins anew when windows have begun to travel; what differed was the state of the process before. */
    Comparison follow(final Link link) {
        if (rebirths != link.rebirths()) {
            rebirths = link.rebirths();
            runFrom = NONE;
            rightFrom = NONE;
        }
        if (begins != link.begins()) {
            begins = link.begins();
            compared = link.begunAt();
            agreed = NONE;
            differs = NONE;
            runFrom = NONE;
            rightFrom = NONE;
            eachCompared = link.begunAt();
        }
        return this;
    }
}
