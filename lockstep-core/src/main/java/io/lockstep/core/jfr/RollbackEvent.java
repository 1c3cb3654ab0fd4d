package io.lockstep.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The game went back. */
@Name("lockstep.Rollback")
@Label("Rollback")
@Description("What was played ahead was wrong, and was played again")
@Category("Lockstep")
@StackTrace(false)
final class RollbackEvent extends Event {

    @Label("This peer")
    int self;
    @Label("Frame")
    @Description("The frame to be settled next")
    long frame;
    @Label("Frames taken back")
    long frames;
    @Label("Rollbacks")
    @Description("How many, since the session was looked at last")
    long rollbacks;
}
