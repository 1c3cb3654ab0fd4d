package io.lockstep.core.internal.link;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.play.MatchState;

/** Has this peer a say, and does it still owe the others inputs? */
public final class Participation {

    /** How long a leaver waits until all have its last input; what they still lack then, they agree on. */
    private static final long LEAVE_LIMIT_NS = 2_000_000_000L;

    private final MatchState state;
    private final Links links;
    private final LocalInputs localInputs;
    private boolean owing = true;

    public Participation(final MatchState state, final Links links, final LocalInputs localInputs) {
        this.state = state;
        this.links = links;
        this.localInputs = localInputs;
    }

    /** Has this peer a say, or wants one? Not before the match, and not after its goodbye, on which others rely. */
    public boolean takesPart() {
        return state.phase() != Phase.CONNECTING && state.phase() != Phase.ENDED
            && (state.phase() != Phase.LEAVING || owesInputs());
    }

    /**
     * Have we left, and is our last input still under way? A leaver stays until everybody has it. It goes once: the
     * others rely on its goodbye.
     */
    public boolean owesInputs() {
        if (state.endReason() != EndReason.LEFT) {
            return false;
        }
        owing = owing && somebodyLacksInputs();
        return owing;
    }

    private boolean somebodyLacksInputs() {
        if (!localInputs.left() || state.nowNs() - state.phaseNs() >= LEAVE_LIMIT_NS) {
            return false;
        }
        for (final Link link : links.all()) {
            if (link.flows() && link.out.acked() < localInputs.next()) {
                return true;
            }
        }
        return false;
    }
}
