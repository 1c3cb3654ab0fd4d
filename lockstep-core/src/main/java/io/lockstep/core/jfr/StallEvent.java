package io.lockstep.core.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** The match stood still here. */
@Name("lockstep.Stall")
@Label("Stall")
@Description("A frame was due and waited for somebody's input")
final class StallEvent extends MatchEvent {

    @Label("Stalled ticks")
    long ticks;
    @Label("Peers")
    @Description("Peers whose inputs were missing when a tick was counted, such as \"peers 0 and 2\"")
    @Nullable String peers;
}
