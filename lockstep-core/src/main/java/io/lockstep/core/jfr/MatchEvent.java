package io.lockstep.core.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/** What all events say: who saw it, and in which frame. */
@Category("Lockstep")
@StackTrace(false)
abstract class MatchEvent extends Event {

    @Label("This peer")
    int self;
    @Label("Frame")
    long frame;

    /** It happened now. The object has been used before, and must forget when that was. */
    void now() {
        begin();
        end();
        commit();
    }
}
