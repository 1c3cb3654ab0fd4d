package io.lockstep.core.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A peer has come into the match. */
@Name("lockstep.Join")
@Label("Join")
@Description("A peer plays from a frame on")
final class JoinEvent extends MatchEvent {

    @Label("Peer")
    int peer;
}
