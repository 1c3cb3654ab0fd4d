package io.lockstep.core.session;

import io.lockstep.core.protocol.SerialNumber;
import io.lockstep.core.sync.ChecksumLog;
import io.lockstep.core.sync.ChecksumWriter;
import io.lockstep.core.sync.StateHistory;
import io.lockstep.core.sync.Verdict;

/**
 * Walks over the state after every frame, remembers what it was, and compares its checksum with those of the others.
 */
final class DesyncWatch {

    /**
     * How old a check frame may be to be spoken of. While two peers only hear each other through a third their
     * checksums grow old; one that is further back than the wire's 16 bits reach would make the whole window
     * implausible.
     */
    static final int CHECKSUM_REACH = SerialNumber.WINDOW / 2;

    /** Beside the input delay a difference is noticed within so many seconds: a round trip, and datagrams lost. */
    private static final int NOTICE_SECONDS = 1;

    private final SessionConfig config;
    private final ChecksumLog checksums;
    private final EventQueue events;
    private final Link[] links;
    private final ChecksumWriter walk = new ChecksumWriter();
    private final StateHistory history;
    private final LoggedFrame executed;
    private DesyncListener listener;

    DesyncWatch(final SessionConfig config, final SessionParts parts) {
        this.config = config;
        checksums = parts.checksums();
        events = parts.events();
        links = parts.links();
        executed = new LoggedFrame(config.players, parts.log());
        history = new StateHistory(config.checksumInterval,
            config.checksumInterval + config.maxDelay + NOTICE_SECONDS * config.tickRate,
            StateHistory.DEFAULT_STATE_BYTES);
    }

    /** Says who is told of differences from now on. */
    void listener(final DesyncListener told) {
        listener = told;
    }

    /** The state before this frame is here, from the start or from another peer. Frames may pass before it changes. */
    void begin(final long next) {
        walk(next - 1);
        history.record(next - 1, walk, 0, false);
    }

    private void walk(final long frame) {
        walk.reset(history.bufferFor(frame));
        config.simulation.save(walk);
        walk.checksum();
    }

    /** A frame was executed; in a paused one the game stood still. */
    void executed(final long frame, final boolean paused) {
        if (!paused) {
            walk(frame);
        }
        history.record(frame, walk, InputHash.of(executed.at(frame), config.inputBytes), paused);
        checksums.record(frame, history.checksum(frame));
        if (checksums.isCheckFrame(frame)) {
            for (final Link link : links) {
                compare(link, frame + 1);
            }
        }
    }

    /** Compares what both sides have by now; every difference is an event. */
    void compare(final Link link, final long currentFrame) {
        // What an outage has made too old to be sent is not compared; the next one shows the same.
        long frame = checksums.checkFrameFrom(Math.max(link.compared, currentFrame - CHECKSUM_REACH));
        while (frame < currentFrame && checksums.has(frame) && checksums.has(link.peer, frame)) {
            final int ours = checksums.checksum(frame);
            final int theirs = checksums.checksumOf(link.peer, frame);
            if (ours != theirs) {
                events.add().set(SessionEvent.Type.DESYNC, link.peer, frame).checksums(ours, theirs);
                link.desyncs++;
            }
            link.checked++;
            link.compared = frame + 1;
            compared(link, frame, ours == theirs);
            frame += config.checksumInterval;
        }
    }

    private void compared(final Link link, final long frame, final boolean equal) {
        final boolean wasEqual = link.differs < 0;
        if (equal) {
            link.agreed = Math.max(link.agreed, frame);
            link.differs = frame > link.differs ? Link.NONE : link.differs;
        } else {
            link.differs = Math.max(link.differs, frame);
        }
        if (listener != null && !equal) {
            listener.differs(link, frame);
        } else if (listener != null && !wasEqual && link.differs < 0) {
            listener.agrees(link, frame);
        }
    }

    /** What is known now of who is wrong after a check frame. */
    Verdict verdict(final long frame) {
        int members = 1 << config.localPeer;
        for (final Link link : links) {
            members |= link.member ? 1 << link.peer : 0;
        }
        return Verdict.of(checksums, members, config.localPeer, frame);
    }

    /** What this peer's state was. */
    StateHistory history() {
        return history;
    }
}
