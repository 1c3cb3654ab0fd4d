package io.lockstep.core.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Two states differ. */
@Name("lockstep.Desync")
@Label("Desync")
@Description("Our state after a frame differs from another peer's")
final class DesyncEvent extends MatchEvent {

    @Label("Peer")
    int peer;
    @Label("Our checksum")
    int localChecksum;
    @Label("The peer's checksum")
    int remoteChecksum;
}
