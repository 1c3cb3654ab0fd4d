package io.lockstep.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A peer has come into the match. */
@Name("lockstep.Join")
@Label("Join")
@Description("A peer plays from a frame on")
@Category("Lockstep")
@StackTrace(false)
final class JoinEvent extends Event {

    @Label("This peer")
    int self;
    @Label("Peer")
    int peer;
    @Label("Frame")
    long frame;
}
