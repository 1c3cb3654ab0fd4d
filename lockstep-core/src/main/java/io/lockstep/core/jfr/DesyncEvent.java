package io.lockstep.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Two states differ. */
@Name("lockstep.Desync")
@Label("Desync")
@Description("Our state after a frame differs from another peer's")
@Category("Lockstep")
@StackTrace(false)
final class DesyncEvent extends Event {

    @Label("This peer")
    int self;
    @Label("Peer")
    int peer;
    @Label("Frame")
    long frame;
    @Label("Our checksum")
    int localChecksum;
    @Label("The peer's checksum")
    int remoteChecksum;
}
