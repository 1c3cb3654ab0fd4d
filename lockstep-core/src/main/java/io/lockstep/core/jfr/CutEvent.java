package io.lockstep.core.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** A peer is out of the match. */
@Name("lockstep.Cut")
@Label("Cut")
@Description("A peer is out of the match from a frame on")
final class CutEvent extends MatchEvent {

    @Label("Peer")
    int peer;
    @Label("Reason")
    @Description("PEER_LEFT, PEER_DROPPED or PEER_TIMED_OUT")
    @Nullable String reason;
}
