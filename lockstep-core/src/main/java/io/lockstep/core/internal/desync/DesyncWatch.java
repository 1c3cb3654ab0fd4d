package io.lockstep.core.internal.desync;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.ChecksumExchange;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.play.InputHash;
import io.lockstep.core.internal.play.LoggedFrame;
import io.lockstep.core.internal.protocol.ChecksumList;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.ChecksumVote;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.sync.StateHistory;
import io.lockstep.core.membership.Lie;
import io.lockstep.core.sync.Verdict;
import java.util.Arrays;

/**
 * Walks over the state after every frame, remembers what it was, and compares its checksum with those of the others.
 * Where one differs, it asks that peer for more and reports what comes of it.
 */
public final class DesyncWatch {

    /** Beside the input delay a difference is noticed within so many seconds: a round trip, and datagrams lost. */
    private static final int NOTICE_SECONDS = 1;
    private static final long NONE = -1;

    /** So long after a difference was found checksums of every frame are sent. */
    private static final int EACH_SECONDS = 2;

    /**
     * Differences looked into in one match: a game that goes wrong more often has shown enough, and a peer that lies
     * does not fill a disk.
     */
    public static final int MAX_REPORTS = 32;

    private final MatchSettings settings;
    private final ChecksumLog checksums;
    private final EventQueue events;
    private final Link[] links;
    private final ChecksumWriter walk = new ChecksumWriter();
    private final StateHistory history;
    private final LoggedFrame executed;
    private final InputLog log;
    private final ChecksumExchange heard;
    private final Wire wire;
    private final InputProofs proofs;
    private final Comparison[] comparisons = new Comparison[Message.MAX_PLAYERS];
    private final Equivocators equivocators = new Equivocators();
    private int reports;
    private boolean tooLarge;

    public DesyncWatch(final MatchSettings settings, final InputLog log, final ChecksumLog checksums,
                final ChecksumExchange heard, final EventQueue events, final Links links, final Wire wire,
                final StateHistory history, final InputProofs proofs) {
        this.settings = settings;
        this.log = log;
        this.checksums = checksums;
        this.heard = heard;
        this.events = events;
        this.links = links.all();
        this.wire = wire;
        Arrays.setAll(comparisons, peer -> new Comparison(settings.rules().startFrame()));
        executed = new LoggedFrame(settings.players(), log);
        this.history = history;
        this.proofs = proofs;
    }

    /** Room for what was before a difference that is noticed late. */
    public static StateHistory historyFor(final MatchSettings settings) {
        return new StateHistory(settings.state().checksumInterval(),
            settings.state().checksumInterval() + settings.delay().max() + settings.ahead().frames()
                + NOTICE_SECONDS * settings.rules().tickRate(),
            settings.state().historyBytes());
    }

    /** The state before this frame is here, from the start or from another peer. Frames may pass before it changes. */
    public void begin(final long next) {
        for (final Link link : links) {
            final Comparison with = of(link);
            if (with.exchange != null) {
                with.exchange.findings().stateReplaced();
            }
        }
        walk(next - 1);
        history.begin(next - 1, walk);
    }

    private void walk(final long frame) {
        walk.reset(history.bufferFor(frame));
        settings.game().save(walk);
        walk.checksum();
        if (!tooLarge && stateBytes() > settings.state().maxBytes()) {
            tooLarge = true;
            events.tooLarge(frame, stateBytes());
        }
    }

    /** A frame was executed; in a paused one the game stood still. */
    public void executed(final long frame, final boolean paused) {
        executed(frame, paused, executed.at(frame));
    }

    /** The same for a frame that the log of inputs may not hold any more. */
    public void executed(final long frame, final boolean paused, final FrameSource what) {
        // The state that stands still is kept like any other: who comes in a pause has nothing but that.
        if (!paused || history.bufferFor(frame) != null) {
            walk(frame);
        }
        history.record(frame, walk, InputHash.of(what, settings.rules().inputBytes()), paused);
        checksums.record(frame, history.checksum(frame));
        for (final Link link : links) {
            if (checksums.isCheckFrame(frame) || heard.eachHeard(link) >= frame) {
                compare(link, frame + 1);
            }
        }
    }

    /** How long our newest state is. */
    int stateBytes() {
        return walk.sectionEnd(walk.sections() - 1);
    }

    /** CRC32 of the state after a frame; 0 while it is not known. */
    public int checksumAfter(final long frame) {
        return frame >= 0 && checksums.has(frame) ? checksums.checksum(frame) : 0;
    }

    /** Compares what both members have by now; every difference is an event. */
    public void compare(final Link link, final long currentFrame) {
        if (!link.isMember()) {
            // Who plays on in another epoch has another history.
            return;
        }
        final Comparison with = of(link);
        // What an outage has made too old to be sent is not compared; the next one shows the same.
        long frame = checksums.checkFrameFrom(Math.max(comparedTo(link), currentFrame - ChecksumExchange.REACH));
        while (frame < currentFrame && checksums.has(frame) && checksums.has(link.peer, frame)) {
            final int ours = checksums.checksum(frame);
            final int theirs = checksums.checksumOf(link.peer, frame);
            if (ours != theirs) {
                events.desync(link.peer, frame, ours, theirs, isNew(with, frame));
                with.desyncs++;
            }
            with.checked++;
            with.compared = frame + 1;
            if (ours == theirs) {
                with.runFrom = NONE;
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
    public void replaced(final Link link, final long rightFrom) {
        final Comparison with = of(link);
        with.rightFrom = Math.max(with.rightFrom, rightFrom);
        // A frame that a member says may be any; of older ones than these no checksums are kept.
        final long oldest = Math.max(rightFrom, comparedTo(link) - ChecksumLog.FRAMES);
        for (long frame = checksums.checkFrameFrom(oldest); with.runFrom != NONE && frame < comparedTo(link);
             frame += settings.state().checksumInterval()) {
            if (checksums.has(frame) && checksums.has(link.peer, frame)
                && checksums.checksum(frame) != checksums.checksumOf(link.peer, frame)) {
                differ(link, frame);
            }
        }
    }

    /** Our state is one that was loaded, from this frame on. */
    public void replaced(final long rightFrom) {
        for (final Link link : links) {
            replaced(link, rightFrom);
        }
    }

    private static boolean isNew(final Comparison with, final long frame) {
        return with.runFrom == NONE || with.runFrom < with.rightFrom && with.rightFrom <= frame;
    }

    /** The states after a check frame differ: what has begun now is looked into. */
    private void differ(final Link link, final long frame) {
        final Comparison with = of(link);
        if (isNew(with, frame)) {
            with.runFrom = frame;
            lookInto(link, frame);
        }
    }

    /** The frames between check frames, of which the peer spoke because of a difference. */
    private void compareEach(final Link link, final long currentFrame) {
        final Comparison with = of(link);
        final long end = Math.min(heard.eachHeard(link) + 1, currentFrame);
        for (long frame = Math.max(with.eachCompared, end - ChecksumList.MAX_ENTRIES); frame < end; frame++) {
            if (checksums.has(frame) && checksums.has(link.peer, frame)) {
                with.eachCompared = frame + 1;
                if (!checksums.isCheckFrame(frame)) {
                    final boolean equal = checksums.checksum(frame) == checksums.checksumOf(link.peer, frame);
                    if (equal && frame > with.runFrom) {
                        // Repaired, though nobody's word of that has arrived: what differs later is another difference.
                        with.runFrom = NONE;
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
        final Comparison with = of(link);
        if (with.exchange != null && !with.exchange.isReported()) {
            with.exchange.giveUp("the next difference was found meanwhile");
            report(link);
        }
        final String[] names = new String[walk.sections()];
        for (int i = 0; i < names.length; i++) {
            names[i] = walk.sectionName(i);
        }
        final DesyncFindings findings = new DesyncFindings(settings, log, checksums, history, with.agreed, link.peer,
            frame, names);
        findings.judge(verdict(frame));
        with.exchange = new DesyncExchange(settings, wire, link, findings);
    }

    public boolean receive(final Link from, final TransferMessage message, final long nowNs) {
        final DesyncExchange exchange = of(from).exchange;
        return exchange != null && exchange.receive(message, nowNs);
    }

    /**
     * Does what is due between peers whose states differ.
     *
     * @param served peers to which a state is on its way: whatever else is large waits
     */
    public void tick(final int served, final long nowNs) {
        boolean open = false;
        for (final Link link : links) {
            final Comparison with = of(link);
            if (with.exchange != null) {
                final DesyncFindings findings = with.exchange.findings();
                if (!with.exchange.isReported()) {
                    findings.judge(verdict(findings.checkFrame));
                }
                if (with.exchange.tick((served & 1 << link.peer) != 0, with.rightFrom, nowNs)) {
                    report(link);
                }
                name(with.exchange.takeContradicted(), link.peer, findings, nowNs);
                open |= !with.exchange.isReported();
                with.exchange = with.exchange.isOver(nowNs) ? null : with.exchange;
            }
        }
        if (!open) {
            history.release();
        }
    }

    /** Names those of some players who sent a peer something else than us, if that is more than its word. */
    private void name(final int players, final int by, final DesyncFindings findings, final long nowNs) {
        for (int rest = players; rest != 0; rest &= rest - 1) {
            final int owner = settings.seating().peerOf(Integer.numberOfTrailingZeros(rest));
            if (owner == settings.self()) {
                continue;
            }
            if (equivocators.contradicted(owner, by)) {
                events.lied(owner, findings.checkFrame, Lie.EQUIVOCATION);
            }
            proofs.dispute(owner, by, findings.local.first(), findings.checkFrame, nowNs);
        }
    }

    private void report(final Link link) {
        final Comparison with = of(link);
        final DesyncFindings findings = with.exchange.findings();
        events.report(link.peer, findings.checkFrame, findings.report(with.exchange.note()));
    }

    private Comparison of(final Link link) {
        return comparisons[link.peer].follow(link);
    }

    /** Check frames below this were compared with a peer's, or need not be. */
    public long comparedTo(final Link link) {
        return Math.max(of(link).compared, heard.first(link));
    }

    /** How many check frames were compared with a peer's. */
    public long checked(final Link link) {
        return of(link).checked;
    }

    /** How many of them differed. */
    public long desyncs(final Link link) {
        return of(link).desyncs;
    }

    /** Is nothing more to be had of the others, nor they of us? */
    public boolean isSettled(final long nowNs) {
        for (final Link link : links) {
            final Comparison with = of(link);
            if (link.flows() && with.exchange != null && !with.exchange.isSettled(nowNs)) {
                return false;
            }
        }
        return true;
    }

    /** The session ends: whatever was found out is reported as it is. */
    public void end() {
        for (final Link link : links) {
            final Comparison with = of(link);
            if (with.exchange != null && !with.exchange.isReported()) {
                with.exchange.giveUp("the session ended");
                report(link);
            }
            with.exchange = null;
        }
    }

    private void compared(final Link link, final long frame, final long currentFrame, final boolean equal) {
        final Comparison with = of(link);
        final boolean wasEqual = with.differs < 0;
        if (!equal && wasEqual) {
            heard.sendEach(link, currentFrame + (long) EACH_SECONDS * settings.rules().tickRate());
        }
        if (equal) {
            with.agreed = Math.max(with.agreed, frame);
            with.differs = frame > with.differs ? NONE : with.differs;
        } else {
            with.differs = Math.max(with.differs, frame);
        }
    }

    /** What is known now about which peers are wrong after a check frame. */
    public Verdict verdict(final long frame) {
        int members = 1 << settings.self();
        for (final Link link : links) {
            members |= link.isMember() ? 1 << link.peer : 0;
        }
        return ChecksumVote.of(checksums, members, settings.self(), frame);
    }

    /** Tells what is held to find out about differences. */
    public void inspect(final Inspector by) {
        for (final Link link : links) {
            by.holds("an exchange of states", link.peer, comparisons[link.peer].exchange == null ? 0 : 1, 0);
        }
        by.holds("bytes of states for a report", history.heldBytes(), 0);
    }
}
