package io.lockstep.core.session;

import io.lockstep.core.protocol.ChecksumList;
import io.lockstep.core.protocol.SerialNumber;
import io.lockstep.core.protocol.TransferMessage;
import io.lockstep.core.sync.ChecksumLog;
import io.lockstep.core.sync.ChecksumWriter;
import io.lockstep.core.sync.StateHistory;
import io.lockstep.core.sync.Verdict;
import io.lockstep.core.transfer.FrameSource;

/**
 * Walks over the state after every frame, remembers what it was, and compares its checksum with those of the others.
 * Where one differs, it asks that peer for more and reports what comes of it.
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

    /** So long after a difference was found checksums of every frame are sent. */
    private static final int EACH_SECONDS = 2;

    /**
     * Differences looked into in one match: a game that goes wrong more often has shown enough, and a peer that lies
     * does not fill a disk.
     */
    static final int MAX_REPORTS = 32;

    private final MatchSettings settings;
    private final ChecksumLog checksums;
    private final EventQueue events;
    private final Link[] links;
    private final ChecksumWriter walk = new ChecksumWriter();
    private final StateHistory history;
    private final LoggedFrame executed;
    private final SessionParts parts;
    private DesyncListener listener;
    private int reports;

    DesyncWatch(final MatchSettings settings, final SessionParts parts) {
        this.settings = settings;
        this.parts = parts;
        checksums = parts.checksums();
        events = parts.events();
        links = parts.links();
        executed = new LoggedFrame(settings.players(), parts.log());
        history = new StateHistory(settings.state().checksumInterval(),
            settings.state().checksumInterval() + settings.delay().max() + NOTICE_SECONDS * settings.rules().tickRate(),
            settings.state().historyBytes());
    }

    /** Says who is told of differences from now on. */
    void listener(final DesyncListener told) {
        listener = told;
    }

    /** The state before this frame is here, from the start or from another peer. Frames may pass before it changes. */
    void begin(final long next) {
        for (final Link link : links) {
            if (link.exchange != null) {
                link.exchange.findings().stateReplaced();
            }
        }
        walk(next - 1);
        history.begin(next - 1, walk);
    }

    private void walk(final long frame) {
        walk.reset(history.bufferFor(frame));
        settings.game().save(walk);
        walk.checksum();
    }

    /** A frame was executed; in a paused one the game stood still. */
    void executed(final long frame, final boolean paused) {
        executed(frame, paused, executed.at(frame));
    }

    /** The same for a frame that the log of inputs may not hold any more. */
    void executed(final long frame, final boolean paused, final FrameSource what) {
        // The state that stands still is kept like any other: who comes in a pause has nothing but that.
        if (!paused || history.bufferFor(frame) != null) {
            walk(frame);
        }
        history.record(frame, walk, InputHash.of(what, settings.rules().inputBytes()), paused);
        checksums.record(frame, history.checksum(frame));
        for (final Link link : links) {
            if (checksums.isCheckFrame(frame) || link.eachHeard >= frame) {
                compare(link, frame + 1);
            }
        }
    }

    /** Compares what both members have by now; every difference is an event. */
    void compare(final Link link, final long currentFrame) {
        if (!link.member) {
            // Who plays on in another epoch has another history.
            return;
        }
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
            if (ours == theirs) {
                link.runFrom = Link.NONE;
            } else {
                differ(link, frame);
            }
            compared(link, frame, currentFrame, ours == theirs);
            frame += settings.state().checksumInterval();
        }
        compareEach(link, currentFrame);
    }

    /**
     * A peer's state, or ours, is one that was loaded, from this frame on: what differs after it is another difference,
     * though no check frame showed the two states equal. Both find it after the same frame, however late they hear.
     */
    void replaced(final Link link, final long rightFrom) {
        link.rightFrom = Math.max(link.rightFrom, rightFrom);
        for (long frame = checksums.checkFrameFrom(rightFrom); link.runFrom != Link.NONE && frame < link.compared;
             frame += settings.state().checksumInterval()) {
            if (checksums.has(frame) && checksums.has(link.peer, frame)
                && checksums.checksum(frame) != checksums.checksumOf(link.peer, frame)) {
                differ(link, frame);
            }
        }
    }

    /** The states after a check frame differ: what has begun now is looked into. */
    private void differ(final Link link, final long frame) {
        if (link.runFrom == Link.NONE || link.runFrom < link.rightFrom && link.rightFrom <= frame) {
            link.runFrom = frame;
            lookInto(link, frame);
        }
    }

    /** The frames between check frames, of which the peer spoke because of a difference. */
    private void compareEach(final Link link, final long currentFrame) {
        final long end = Math.min(link.eachHeard + 1, currentFrame);
        for (long frame = Math.max(link.eachCompared, end - ChecksumList.MAX_ENTRIES); frame < end; frame++) {
            if (checksums.has(frame) && checksums.has(link.peer, frame)) {
                link.eachCompared = frame + 1;
                if (!checksums.isCheckFrame(frame)) {
                    final boolean equal = checksums.checksum(frame) == checksums.checksumOf(link.peer, frame);
                    if (equal && frame > link.runFrom) {
                        // Repaired, though nobody's word of that has arrived: what differs later is another difference.
                        link.runFrom = Link.NONE;
                    }
                    compared(link, frame, currentFrame, equal);
                }
            }
        }
    }

    private void lookInto(final Link link, final long frame) {
        if (reports == MAX_REPORTS || !history.has(frame)) {
            return;
        }
        reports++;
        if (link.exchange != null && !link.exchange.isReported()) {
            link.exchange.giveUp("the next difference was found meanwhile");
            report(link);
        }
        final String[] names = new String[walk.sections()];
        for (int i = 0; i < names.length; i++) {
            names[i] = walk.sectionName(i);
        }
        final DesyncFindings findings = new DesyncFindings(settings, parts, history, link, frame, names);
        findings.judge(verdict(frame));
        link.exchange = new DesyncExchange(settings, parts.wire(), link, findings);
    }

    boolean receive(final Link from, final TransferMessage message, final long nowNs) {
        return from.exchange != null && from.exchange.receive(message, nowNs);
    }

    /** Does what is due between peers whose states differ. */
    void tick(final long nowNs) {
        boolean open = false;
        for (final Link link : links) {
            if (link.exchange != null) {
                final DesyncFindings findings = link.exchange.findings();
                if (!link.exchange.isReported()) {
                    findings.judge(verdict(findings.checkFrame));
                }
                if (link.exchange.tick(nowNs)) {
                    report(link);
                }
                open |= !link.exchange.isReported();
            }
        }
        if (!open) {
            history.release();
        }
    }

    private void report(final Link link) {
        final DesyncFindings findings = link.exchange.findings();
        events.add().set(SessionEvent.Type.DESYNC_REPORT, link.peer, findings.checkFrame)
            .report(findings.report(link.exchange.note()));
    }

    /** Is nothing more to be had of the others, nor they of us? */
    boolean isSettled(final long nowNs) {
        for (final Link link : links) {
            if (link.flows() && link.exchange != null && !link.exchange.isSettled(nowNs)) {
                return false;
            }
        }
        return true;
    }

    /** The session ends: whatever was found out is reported as it is. */
    void end() {
        for (final Link link : links) {
            if (link.exchange != null && !link.exchange.isReported()) {
                link.exchange.giveUp("the session ended");
                report(link);
            }
            link.exchange = null;
        }
    }

    private void compared(final Link link, final long frame, final long currentFrame, final boolean equal) {
        final boolean wasEqual = link.differs < 0;
        if (!equal && wasEqual) {
            link.eachUntil = currentFrame + (long) EACH_SECONDS * settings.rules().tickRate();
        }
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
        int members = 1 << settings.self();
        for (final Link link : links) {
            members |= link.member ? 1 << link.peer : 0;
        }
        return Verdict.of(checksums, members, settings.self(), frame);
    }

    /** What this peer's state was. */
    StateHistory history() {
        return history;
    }
}
