package io.lockstep.core.session;

/** Counts repairs, and tells the application of them. */
final class RepairTally {

    private final int self;
    private final EventQueue events;
    private long repairs;
    private long failures;
    private long ignored;

    RepairTally(final int self, final EventQueue events) {
        this.self = self;
        this.events = events;
    }

    /** Our state was replaced by another one before this frame. */
    void repaired(final long frame) {
        repairs++;
        events.add().set(SessionEvent.Type.STATE_REPAIRED, self, frame);
    }

    /** A peer's was. */
    void repaired(final int peer, final long frame) {
        events.add().set(SessionEvent.Type.STATE_REPAIRED, peer, frame);
    }

    /** Ours was to be, and was not. */
    void failed(final long frame) {
        failures++;
        events.add().set(SessionEvent.Type.STATE_NOT_REPAIRED, self, frame);
    }

    /** A message about repairs meant nothing here. */
    void ignored() {
        ignored++;
    }

    long repairs() {
        return repairs;
    }

    long failures() {
        return failures;
    }

    /** Messages that meant nothing here. */
    long ignoredMessages() {
        return ignored;
    }
}
