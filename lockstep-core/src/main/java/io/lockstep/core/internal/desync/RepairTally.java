package io.lockstep.core.internal.desync;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.EventQueue;

/** Counts repairs, and tells the application of them. */
public final class RepairTally {

    private final int self;
    private final EventQueue events;
    private long repairs;
    private long failures;
    private long ignored;

    public RepairTally(final int self, final EventQueue events) {
        this.self = self;
        this.events = events;
    }

    /** Our state was replaced by another one before this frame. */
    public void repaired(final long frame) {
        repairs++;
        events.tell(SessionEvent.Type.STATE_REPAIRED, self, frame);
    }

    /** The only other peer's state is to take the place of ours, if the application agrees. */
    void offered(final int donor, final long frame) {
        events.tell(SessionEvent.Type.REPAIR_OFFERED, donor, frame);
    }

    /** A peer's was. */
    public void repaired(final int peer, final long frame) {
        events.tell(SessionEvent.Type.STATE_REPAIRED, peer, frame);
    }

    /** Ours was to be, and was not. */
    public void failed(final long frame) {
        failures++;
        events.tell(SessionEvent.Type.STATE_NOT_REPAIRED, self, frame);
    }

    /** A message about repairs meant nothing here. */
    public void ignored() {
        ignored++;
    }

    public long repairs() {
        return repairs;
    }

    public long failures() {
        return failures;
    }

    /** Messages that meant nothing here. */
    public long ignoredMessages() {
        return ignored;
    }
}
