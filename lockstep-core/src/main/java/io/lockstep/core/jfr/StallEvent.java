package io.lockstep.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The match stood still here. */
@Name("lockstep.Stall")
@Label("Stall")
@Description("A frame was due and waited for somebody's input")
@Category("Lockstep")
@StackTrace(false)
final class StallEvent extends Event {

    @Label("This peer")
    int self;
    @Label("Frame")
    long frame;
    @Label("Stalled ticks")
    long ticks;
    @Label("Peers")
    @Description("Whose inputs were missing when a tick was counted, bit n for peer n")
    int peers;
}
