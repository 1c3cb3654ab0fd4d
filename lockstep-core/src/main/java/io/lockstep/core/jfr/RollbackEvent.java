package io.lockstep.core.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The game went back. */
@Name("lockstep.Rollback")
@Label("Rollback")
@Description("What was played ahead was wrong, and was played again")
final class RollbackEvent extends MatchEvent {

    @Label("Frames taken back")
    long frames;
    @Label("Rollbacks")
    @Description("How many, since the session was looked at last")
    long rollbacks;
}
