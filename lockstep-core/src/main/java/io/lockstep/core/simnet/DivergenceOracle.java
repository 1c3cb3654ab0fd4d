package io.lockstep.core.simnet;

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
final class DivergenceOracle {

    /** Frames remembered of each peer; what is to be looked up is never older than a check interval and a report. */
    private static final int FRAMES = 512;
    private static final int MASK = FRAMES - 1;
    private static final long NONE = -1;

    private final int peers;
    private final int interval;
    private final Oracle oracle;
    /** States as they came about, and those of frames that were simulated again from a state that was loaded. */
    private final FieldTape[][] tapes;
    private final long[][] frameOf;
    private final FieldTape[][] mended;
    private final long[][] mendedOf;
    private final long[] newest;
    private final FieldTape loaded = new FieldTape();
    /** From which frame on what differs is another difference than before: a state was loaded. */
    private final long[] rightFrom;
    /** By who should report and of whom: the check frame after which their states differ, while nobody has said so. */
    private final long[][] owedOf;
    /** The first frame after which they differed, of the difference that is owed. */
    private final long[][] owedFrom;
    /** The check frame after which two peers first differed, while they do after each that both have come to. */
    private final long[][] runFrom;
    private final long[][] reportedOf;
    /** Which frame was next when the first of a run of differences was reported. */
    private final long[][] noticedAt;
    private final ReportOracle reports;
    private final RepairOracle repairs;
    private final List<MatchResult.Divergence> injected = new ArrayList<>();
    private long firstInjected = Long.MAX_VALUE;
    private int unloadable;

    DivergenceOracle(final int peers, final int interval, final int tickRate, final Oracle oracle) {
        this.peers = peers;
        this.interval = interval;
        this.oracle = oracle;
        tapes = new FieldTape[peers][FRAMES];
        frameOf = filled(FRAMES);
        mended = new FieldTape[peers][FRAMES];
        mendedOf = filled(FRAMES);
        newest = new long[peers];
        Arrays.fill(newest, NONE);
        owedOf = filled(peers);
        owedFrom = filled(peers);
        runFrom = filled(peers);
        rightFrom = new long[peers];
        Arrays.fill(rightFrom, NONE);
        reportedOf = filled(peers);
        noticedAt = filled(peers);
        reports = new ReportOracle(this, oracle, interval, tickRate);
        repairs = new RepairOracle(this, oracle, peers, interval, tickRate);
    }

    private long[][] filled(final int length) {
        final long[][] rows = new long[peers][length];
        for (final long[] row : rows) {
            Arrays.fill(row, NONE);
        }
        return rows;
    }

    /** A peer's game was made to go wrong in a frame. */
    void injected(final int peer, final long frame, final DivergenceKind kind, final FieldTape asItShouldBe,
                  final FieldTape asItIs) {
        final int field = asItShouldBe.firstDifference(asItIs);
        injected.add(new MatchResult.Divergence(peer, frame, kind, asItIs.section(field), asItIs.name(field), false));
        firstInjected = Math.min(firstInjected, frame);
        repairs.injected(frame);
        oracle.expectDivergence(frame);
    }

    /** From now on the states of a peer are none that its game would load. */
    void cannotBeLoaded(final int peer) {
        unloadable |= 1 << peer;
        repairs.cannotBeLoaded(peer);
    }

    boolean isLoadable(final int peer) {
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
     * @return false when it is the one that it had
     */
    boolean loaded(final ObservedPeer peer) {
        peer.save(loaded.reset());
        final FieldTape before = newest[peer.peer] == NONE ? null : finalStateOf(peer.peer, newest[peer.peer]);
        if (before != null && !before.differs(loaded)) {
            return false;
        }
        rightFrom[peer.peer] = newest[peer.peer] + 1;
        repairs.loaded(peer.peer, rightFrom[peer.peer]);
        return true;
    }

    List<MatchResult.Divergence> all() {
        return injected;
    }

    /** A peer's state after a frame, null when it is not known any more. */
    FieldTape stateOf(final int peer, final long frame) {
        final int slot = (int) (frame & MASK);
        return frameOf[peer][slot] == frame ? tapes[peer][slot] : null;
    }

    /** A peer has come to the end of a frame; of all frames and peers. */
    void simulated(final ObservedPeer peer, final long frame) {
        final boolean again = frame <= newest[peer.peer];
        newest[peer.peer] = Math.max(newest[peer.peer], frame);
        take(peer, frame, again ? mended[peer.peer] : tapes[peer.peer], again ? mendedOf[peer.peer]
            : frameOf[peer.peer]);
        final boolean isCheckFrame = (frame + 1) % interval == 0;
        if ((isCheckFrame || repairs.isOn()) && !isUndisturbed(frame)) {
            for (int other = 0; other < peers; other++) {
                if (other != peer.peer && finalStateOf(other, frame) != null) {
                    compare(peer.peer, other, frame, isCheckFrame);
                }
            }
        }
    }

    private static void take(final ObservedPeer peer, final long frame, final FieldTape[] into, final long[] frames) {
        final int slot = (int) (frame & MASK);
        if (into[slot] == null) {
            into[slot] = new FieldTape();
        }
        peer.save(into[slot].reset());
        frames[slot] = frame;
    }

    /** A peer's state after a frame as it is after any repair. */
    private FieldTape finalStateOf(final int peer, final long frame) {
        final int slot = (int) (frame & MASK);
        return mendedOf[peer][slot] == frame ? mended[peer][slot] : stateOf(peer, frame);
    }

    private void compare(final int one, final int other, final long frame, final boolean isCheckFrame) {
        if (finalStateOf(one, frame).differs(finalStateOf(other, frame))) {
            repairs.differ(one, other, frame);
        } else {
            repairs.equal(one, other);
            if (isCheckFrame) {
                runFrom[one][other] = NONE;
                runFrom[other][one] = NONE;
            }
            return;
        }
        if (!isCheckFrame || !differ(one, other, frame)) {
            return;
        }
        lasts(one, frame);
        lasts(other, frame);
        final long since = runFrom[one][other];
        final long loadedAt = Math.max(rightFrom[one], rightFrom[other]);
        if (since == NONE || since < loadedAt && loadedAt <= frame) {
            final long first = firstDifference(one, other, frame - interval + 1, frame);
            differs(one, other, first, frame);
            differs(other, one, first, frame);
        }
    }

    private void differs(final int reporter, final int other, final long first, final long frame) {
        runFrom[reporter][other] = frame;
        if (owedOf[reporter][other] == NONE && reportedOf[reporter][other] < first) {
            owedOf[reporter][other] = frame;
            owedFrom[reporter][other] = first;
        }
    }

    /** Do the states of two peers differ? Not that anybody knew. */
    boolean differ(final int one, final int other, final long frame) {
        final FieldTape ours = stateOf(one, frame);
        final FieldTape theirs = stateOf(other, frame);
        return ours != null && theirs != null && ours.differs(theirs);
    }

    /** The same, where each of the two had one state after the frame, and may have another one since. */
    private boolean everDiffered(final int one, final int other, final long frame) {
        final FieldTape ours = finalStateOf(one, frame);
        final FieldTape theirs = finalStateOf(other, frame);
        return differ(one, other, frame) || ours.differs(theirs) || ours.differs(stateOf(other, frame))
            || theirs.differs(stateOf(one, frame));
    }

    /** The first frame of some after which two peers differ; the last one if after none before. */
    long firstDifference(final int one, final int other, final long from, final long last) {
        for (long frame = from; frame < last; frame++) {
            if (differ(one, other, frame)) {
                return frame;
            }
        }
        return last;
    }

    long noticedAt(final int reporter, final int other) {
        return noticedAt[reporter][other];
    }

    boolean remembers(final int peer, final long frame) {
        return peer < peers && stateOf(peer, frame) != null;
    }

    /**
     * Who of some has the same state as a peer after a frame, itself included; nobody if that is not known of it.
     *
     * @param mended of whom the state counts that it has loaded since, not the one it had
     */
    int sameAs(final int peer, final long frame, final int among, final int mended) {
        int same = 0;
        for (int other = 0; (among & 1 << peer) != 0 && remembers(peer, frame) && other < peers; other++) {
            final boolean equal = remembers(other, frame)
                && !stateOf(peer, frame, mended).differs(stateOf(other, frame, mended));
            same |= equal ? among & 1 << other : 0;
        }
        return same;
    }

    /** The same, of some as it is since they have loaded another one. */
    FieldTape stateOf(final int peer, final long frame, final int mendedPeers) {
        return (mendedPeers & 1 << peer) != 0 ? finalStateOf(peer, frame) : stateOf(peer, frame);
    }

    /** Whose state after a frame was replaced by another one. */
    int replacedAt(final long frame) {
        int replaced = 0;
        for (int peer = 0; peer < peers; peer++) {
            replaced |= mendedOf[peer][(int) (frame & MASK)] == frame ? 1 << peer : 0;
        }
        return replaced;
    }

    /** Was a peer's game made to go wrong in this frame? */
    boolean wentWrong(final int peer, final long frame) {
        return injected.stream().anyMatch(one -> one.peer() == peer && one.frame() == frame);
    }

    private void lasts(final int peer, final long checkFrame) {
        for (int i = injected.size() - 1; i >= 0 && injected.get(i).frame() > checkFrame - interval; i--) {
            final MatchResult.Divergence one = injected.get(i);
            if (one.peer() == peer && one.frame() <= checkFrame) {
                injected.set(i, one.thatLasts());
            }
        }
    }

    /** A session says that its state and another's differ after a frame, and is about to simulate another. */
    void reported(final int reporter, final int other, final long frame, final long now) {
        if (stateOf(reporter, frame) != null && stateOf(other, frame) != null && !everDiffered(reporter, other, frame)) {
            oracle.violated("S17", frame, "a desync reported where there is none", reporter, other);
        }
        if (owedOf[reporter][other] != NONE) {
            reports.noticed(reporter, other, frame);
        }
        final long before = reportedOf[reporter][other];
        if (owedOf[reporter][other] != NONE || before == NONE || frame > before + interval) {
            noticedAt[reporter][other] = now;
        }
        reportedOf[reporter][other] = Math.max(reportedOf[reporter][other], frame);
        if (owedOf[reporter][other] != NONE && frame >= owedFrom[reporter][other]) {
            owedOf[reporter][other] = NONE;
        }
    }

    /** A session says that a peer's state was wrong and is right again: whoever hears that has been told. */
    void repaired(final int reporter, final int peer) {
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
     */
    void played(final int reporter, final long frame, final int members, final long slack) {
        for (int other = 0; other < peers; other++) {
            final long owed = owedOf[reporter][other];
            if (owed != NONE && (members & 1 << other) == 0) {
                owedOf[reporter][other] = NONE;
            } else if (owed != NONE && frame > owed + 1 + slack) {
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
        oracle.violated("S16", owedFrom[reporter][other], "states differ after check frame "
            + owedOf[reporter][other] + ", no desync reported by frame " + frame, reporter, other);
        owedOf[reporter][other] = NONE;
    }
}
