package io.lockstep.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A peer is out of the match. */
@Name("lockstep.Cut")
@Label("Cut")
@Description("A peer is out of the match from a frame on")
@Category("Lockstep")
@StackTrace(false)
final class CutEvent extends Event {

    @Label("This peer")
    int self;
    @Label("Peer")
    int peer;
    @Label("Frame")
    long frame;
    @Label("Reason")
    @Description("PEER_LEFT, PEER_DROPPED or PEER_TIMED_OUT")
    @Nullable String reason;
}
