package io.lockstep.core.planted.link;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.play.MatchState;

/** A part that does the session's work instead of asking for it. */
public final class BadLink {

    /** To ask for the end is everybody's right, to leave the phase is not. */
    public void leave(final MatchState state) {
        state.end(EndReason.LEFT, null);
        state.phase(Phase.ENDED);
    }
}
