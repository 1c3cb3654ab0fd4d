package io.lockstep.testkit;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.protocol.SerialNumber;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sees what is made to go wrong in a match, and whether it is told. It knows the truth from the games themselves, field
 * by field, and never from a session's checksums.
 *
 * <ul>
 * <li>S16: when the states of two peers differ after a check frame, each of the two reports the other in time;
 * <li>S17: nobody reports a difference where there is none.
 * </ul>
 */
final class DivergenceOracle implements ReportOracle.History {

    private static final long NONE = -1;
    private static final long NEVER = Long.MAX_VALUE;
    /** Of a check frame so far back nobody speaks any more: half the distance at which a datagram may name a frame. */
    static final long CHECKSUM_REACH = SerialNumber.WINDOW / 2;

    private final int peers;
    private final int interval;
    private final Oracle oracle;
    private final PeerTruths truths;
    /** The first frame that a peer simulates as one who is in the match: who replays it is told of no check frame. */
    private final long[] playsFrom;
    /** From which frame on what differs is another difference than before: a state was loaded. */
    private final long[] rightFrom;
    /** By who should report and of whom: the check frame after which their states differ, while nobody has said so. */
    private final long[][] owedOf;
    /** The frame from which on somebody is heard again. */
    private final long[][] heardFrom;
    /** The first frame after which they differed, of the difference that is owed. */
    private final long[][] owedFrom;
    /** The check frame after which two peers first differed, while they do after each that both have come to. */
    private final long[][] runFrom;
    private final long[][] reportedOf;
    /** Which frame was next when the first of a run of differences was reported. */
    private final long[][] noticedAt;
    /** By who was told and of whom: from which frame on that one's state is one that it loaded. */
    private final long[][] told;
    private final ReportOracle reports;
    private final RepairOracle repairs;
    private final List<Injected> injected = new ArrayList<>();
    private long firstInjected = Long.MAX_VALUE;
    private int unloadable;
    /** Are states loaded though nothing is wrong? */
    private final boolean stateSync;

    /**
     * What was made to go wrong with a peer's game.
     *
     * @param section of the first field that differs
     * @param lasting whether it was still so at the next check frame
     */
    record Injected(int peer, long frame, DivergenceKind kind, String section, String field, boolean lasting) {

        Injected thatLasts() {
            return new Injected(peer, frame, kind, section, field, true);
        }
    }

    DivergenceOracle(final int peers, final int interval, final Scenario scenario, final Oracle oracle) {
        final int tickRate = scenario.tickRate;
        stateSync = scenario.hasStateSync();
        this.peers = peers;
        this.interval = interval;
        this.oracle = oracle;
        truths = new PeerTruths(peers);
        owedOf = unknown();
        heardFrom = unknown();
        owedFrom = unknown();
        runFrom = unknown();
        playsFrom = new long[peers];
        rightFrom = new long[peers];
        Arrays.fill(rightFrom, NONE);
        reportedOf = unknown();
        noticedAt = unknown();
        told = unknown();
        reports = new ReportOracle(this, truths, oracle, interval, scenario);
        repairs = new RepairOracle(truths, oracle, peers, interval, tickRate);
    }

    private long[][] unknown() {
        final long[][] rows = new long[peers][peers];
        for (final long[] row : rows) {
            Arrays.fill(row, NONE);
        }
        return rows;
    }

    /** A peer's game was made to go wrong in a frame. */
    void injected(final int peer, final long frame, final DivergenceKind kind, final FieldTape asItShouldBe,
                  final FieldTape asItIs) {
        final int field = asItShouldBe.firstDifference(asItIs);
        injected.add(new Injected(peer, frame, kind, asItIs.section(field), asItIs.name(field), false));
        firstInjected = Math.min(firstInjected, frame);
        repairs.injected(frame);
        oracle.expectDivergence(frame);
    }

    /** May peers load another's state? When something has gone wrong, or because they are to from time to time. */
    boolean isLoadExpected() {
        return stateSync || !injected.isEmpty();
    }

    /** A new process plays for a peer, or has been given the state that it begins with: it knows no other. */
    void restarted(final int peer) {
        truths.restarted(peer);
        playsFrom[peer] = NEVER;
        rightFrom[peer] = NONE;
        unloadable &= ~(1 << peer);
        for (int other = 0; other < peers; other++) {
            for (final long[][] rows : List.of(owedOf, heardFrom, owedFrom, runFrom, reportedOf, noticedAt, told)) {
                rows[peer][other] = NONE;
                rows[other][peer] = NONE;
            }
        }
        reports.restarted(peer);
        repairs.restarted(peer);
    }

    /** From now on the states of a peer are none that its game would load. */
    void cannotBeLoaded(final int peer) {
        unloadable |= 1 << peer;
        repairs.cannotBeLoaded(peer);
    }

    /** The states that the peers really had. */
    PeerTruths states() {
        return truths;
    }

    @Override
    public boolean isLoadable(final int peer) {
        return (unloadable & 1 << peer) == 0;
    }

    /** Up to here the states of all peers must be equal. */
    boolean isUndisturbed(final long frame) {
        return frame < firstInjected;
    }

    ReportOracle reports() {
        return reports;
    }

    RepairOracle repairs() {
        return repairs;
    }

    /**
     * A peer has loaded a state in mid-match.
     *
     * @return false when it is the one that it had: another one that it was given did not last
     */
    boolean loaded(final int peer, final Simulation game) {
        return truths.of(peer).load(game);
    }

    /** Returns whether a peer's game went wrong in one of these frames, both included. */
    boolean wentWrongBetween(final int peer, final long first, final long last) {
        return injected.stream().anyMatch(one -> one.peer() == peer && one.frame() >= first && one.frame() <= last);
    }

    List<Injected> all() {
        return injected;
    }

    /**
     * A peer has come to the end of a frame; of all frames and peers.
     *
     * @param game  its game, in the state after the frame
     * @param joins whether it is still joining
     */
    void simulated(final int peer, final Simulation game, final boolean joins, final long frame) {
        if (truths.of(peer).isFresh()) {
            rightFrom[peer] = truths.of(peer).next();
            reports.loaded(peer, told[peer], rightFrom);
            repairs.loaded(peer, rightFrom[peer]);
        }
        truths.of(peer).simulated(game, frame);
        if (playsFrom[peer] == NEVER && !joins) {
            playsFrom[peer] = frame;
        }
        final boolean isCheckFrame = (frame + 1) % interval == 0;
        if ((isCheckFrame || repairs.isOn()) && !isUndisturbed(frame)) {
            for (int other = 0; other < peers; other++) {
                if (other != peer && truths.of(other).remembers(frame)) {
                    compare(peer, other, frame, isCheckFrame);
                }
            }
        }
    }

    /** After a frame that both have simulated. */
    private void compare(final int one, final int other, final long frame, final boolean isCheckFrame) {
        final long loadedAt = Math.max(rightFrom[one], rightFrom[other]);
        if (truths.of(one).last(frame).differs(truths.of(other).last(frame))) {
            if (play(one, other, frame) && oracle.membership().shareTheMatch(one, other)) {
                repairs.differ(one, other, frame);
            } else {
                // Of two lines of epochs each has a history of its own, and who is still joining is ordered nothing.
                repairs.equal(one, other);
            }
        } else {
            repairs.equalAgain(one, other, frame);
            if (isCheckFrame && loadedAt <= frame) {
                runFrom[one][other] = NONE;
                runFrom[other][one] = NONE;
            }
            return;
        }
        if (!isCheckFrame || !truths.differ(one, other, frame) || !play(one, other, frame)
            || !oracle.membership().shareTheMatch(one, other)) {
            return;
        }
        lasts(one, frame);
        lasts(other, frame);
        differs(one, other, loadedAt, frame);
        differs(other, one, loadedAt, frame);
    }

    private boolean play(final int one, final int other, final long frame) {
        return frame >= Math.max(playsFrom[one], playsFrom[other]);
    }

    private void differs(final int reporter, final int other, final long loadedAt, final long frame) {
        final long since = runFrom[reporter][other];
        if (since != NONE && (since >= loadedAt || loadedAt > frame)) {
            return;
        }
        final long first = truths.firstDifference(reporter, other, frame - interval + 1, frame);
        runFrom[reporter][other] = frame;
        if (owedOf[reporter][other] == NONE && reportedOf[reporter][other] < first) {
            owedOf[reporter][other] = frame;
            owedFrom[reporter][other] = first;
        }
    }

    @Override
    public long noticedAt(final int reporter, final int other) {
        return noticedAt[reporter][other];
    }

    /** A peer's link to another has opened: on it check frames from now on are spoken of, and none before. */
    void linked(final int peer, final int other) {
        owedOf[peer][other] = NONE;
        runFrom[peer][other] = NONE;
    }

    @Override
    public boolean wentWrong(final int peer, final long frame) {
        return injected.stream().anyMatch(one -> one.peer() == peer && one.frame() == frame);
    }

    private void lasts(final int peer, final long checkFrame) {
        for (int i = injected.size() - 1; i >= 0 && injected.get(i).frame() > checkFrame - interval; i--) {
            final Injected one = injected.get(i);
            if (one.peer() == peer && one.frame() <= checkFrame) {
                injected.set(i, one.thatLasts());
            }
        }
    }

    /** A session says that its state and another's differ after a frame, and is about to simulate another. */
    void reported(final int reporter, final int other, final long frame, final long now) {
        if (truths.remembers(reporter, frame) && truths.remembers(other, frame)
            && !truths.ever(true, reporter, other, frame) && !truths.differedBefore(reporter, other, frame)) {
            oracle.violated("S17", frame, "a desync reported where there is none", reporter, other);
        }
        final long before = reportedOf[reporter][other];
        final boolean continued = before == frame - interval;
        final boolean begun = before < Math.max(playsFrom[reporter], playsFrom[other])
            && (continued || before != NONE && truths.differThroughout(reporter, other, before, frame));
        // Who hears at once all that was said in an outage compares an older difference on: its first is told, no more.
        final long loadedAt = Math.max(rightFrom[reporter], rightFrom[other]);
        final boolean older = continued && frame < owedFrom[reporter][other]
            && (loadedAt <= before || loadedAt > frame);
        if (owedOf[reporter][other] != NONE && !begun && !older) {
            // A reporter that compared before it had to has told of this difference already. It may have missed check
            // frames in between, but nobody can have told it that the states were equal.
            reports.noticed(reporter, other, frame, continued);
        }
        final boolean another = before < loadedAt && loadedAt <= frame;
        // A newcomer's line begins anew when it becomes a member: what it differed in before is told once more.
        final boolean anew = frame <= before;
        if (owedOf[reporter][other] != NONE || before == NONE || frame > before + interval || another || anew) {
            noticedAt[reporter][other] = now;
        }
        reportedOf[reporter][other] = Math.max(reportedOf[reporter][other], frame);
        if (owedOf[reporter][other] != NONE && frame >= owedFrom[reporter][other]) {
            owedOf[reporter][other] = NONE;
        }
    }

    /**
     * A session says that a peer's state was wrong and is right again: whoever hears that has been told. What it took
     * for an older difference until then it looks into now.
     */
    void repaired(final int reporter, final int peer, final long frame, final long now) {
        final long known = Math.max(rightFrom[reporter], told[reporter][peer]);
        if (reports.told(reporter, peer, known, frame, Math.max(now, truths.of(peer).next()))) {
            noticedAt[reporter][peer] = now;
        }
        told[reporter][peer] = Math.max(told[reporter][peer], frame);
        for (int other = 0; other < peers; other++) {
            if (reporter == peer || other == peer) {
                owedOf[reporter][other] = NONE;
            }
        }
    }

    /**
     * A peer has played on.
     *
     * @param frame   the one it simulates next
     * @param members who is in the match as it knows; of others nothing is to be reported any more
     * @param slack   frames after a check frame by which a difference must have been reported
     * @param silent  who is not heard at present: what it says it says that much later
     */
    void played(final int reporter, final long frame, final int members, final long slack, final int silent) {
        for (int other = 0; other < peers; other++) {
            final long owed = owedOf[reporter][other];
            if (owed != NONE && (members & 1 << other) == 0) {
                owedOf[reporter][other] = NONE;
            } else if (owed != NONE && (silent & 1 << other) != 0) {
                heardFrom[reporter][other] = frame;
            } else if (owed != NONE && frame > Math.max(owed + 1, heardFrom[reporter][other]) + slack) {
                silent(reporter, other, frame);
            }
        }
    }

    /**
     * The match is over.
     *
     * @param finished who has come to its end with everybody else, bit n for peer n: they have compared all check
     *                 frames
     */
    void ended(final int finished, final long endFrame) {
        reports.ended(finished);
        for (int reporter = 0; reporter < peers; reporter++) {
            for (int other = 0; other < peers; other++) {
                if (owedOf[reporter][other] != NONE && (finished & 1 << reporter) != 0
                    && (finished & 1 << other) != 0) {
                    silent(reporter, other, endFrame);
                }
            }
        }
    }

    private void silent(final int reporter, final int other, final long frame) {
        final long check = owedOf[reporter][other];
        if (truths.of(other).latest(check) > truths.of(other).earliest(check)
            && !truths.of(reporter).last(check).differs(truths.of(other).last(check))) {
            // All that was heard of it may be what it became.
            owedOf[reporter][other] = NONE;
            return;
        }
        if (heardFrom[reporter][other] - check > CHECKSUM_REACH && runFrom[reporter][other] == NONE) {
            // Not heard until the check frame was too old to be spoken of, and the states had come to be equal again.
            owedOf[reporter][other] = NONE;
            return;
        }
        oracle.violated("S16", owedFrom[reporter][other], "states differ after check frame "
            + owedOf[reporter][other] + ", no desync reported by frame " + frame, reporter, other);
        owedOf[reporter][other] = NONE;
    }
}
