package io.lockstep.testkit;

import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.StateHistory;
import io.lockstep.core.sync.DesyncCause;
import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.sync.FirstDifference;
import io.lockstep.core.sync.KeptState;
import io.lockstep.core.sync.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * Holds what sessions find out about a difference against the games themselves, as part of S16: the frame, the section
 * and the field that differ first with both values, who is in the minority, and whose game it was that went wrong.
 */
@NullUnmarked
final class ReportOracle {

    private static final String REPORT = "S16";
    /** Why no field may be named where all states are small: the other peer could not be asked to the end. */
    private static final List<String> EXCUSES = List.of("the peer is gone",
        "the peer did not tell all of its state in time", "the next difference was found meanwhile");

    /**
     * The same where the other peer has loaded another state for that frame: its history may be that of either, and so
     * may the checksum that it was held against.
     */
    private static final String REPLACED = "the peer's state was replaced meanwhile";

    /** The same where one of the two has, or had: the other does not take its history for that of the same state. */
    private static final String NOT_EXCHANGED = "states were not exchanged: they are too large or were not kept";

    /** What is wrong with a report that says too little, and why who leaves may say no more. */
    private static final String NAMELESS = "it names no field";
    private static final String ENDED = "the session ended";

    private final History history;
    private final PeerTruths truths;
    private final Oracle oracle;
    private final int interval;
    private final int tickRate;
    /** Bytes that the scenario adds to a state at most. */
    private final int addedBytes;
    /** Reporter and peer of the differences that a report must still tell more of. */
    private final List<Pair> open = new ArrayList<>();
    private int named;

    /**
     * One peer's difference from another.
     *
     * @param continued whether the states differed at the check frame before as well: who has not heard that the other
     *                  loaded one meanwhile takes it for the same difference
     * @param forgotten whether the reporter heard of that load when checksums of the check frame were kept no more:
     *                  then it tells of the difference by a later one
     */
    private record Pair(int reporter, int other, long checkFrame, boolean continued, boolean forgotten) {

        boolean isToldBy(final int peer, final int of, final long check) {
            return reporter == peer && other == of && (checkFrame == check || forgotten && checkFrame < check);
        }
    }

    /** What is known of the differences that reports are about. */
    interface History {

        /** Which frame was next when a peer reported the first of its newest run of differences from another. */
        long noticedAt(int reporter, int other);

        /** Was a peer's game made to go wrong in this frame? */
        boolean wentWrong(int peer, long frame);

        /** Would a game load what this peer's saves? */
        boolean isLoadable(int peer);
    }

    ReportOracle(final History history, final PeerTruths truths, final Oracle oracle, final int interval,
                 final Scenario scenario) {
        tickRate = scenario.tickRate;
        addedBytes = scenario.stateBytes;
        this.history = history;
        this.truths = truths;
        this.oracle = oracle;
        this.interval = interval;
    }

    /** A peer has noticed the first of a run of differences. */
    void noticed(final int reporter, final int other, final long checkFrame, final boolean continued) {
        open.add(new Pair(reporter, other, checkFrame, continued, false));
    }

    /**
     * A peer has heard that another has loaded a state. That travels straight and no other way, while checksums go by
     * way of others as well: between two of whom one does not hear the other it may come long after them.
     *
     * @param known     from which frame on one of both has loaded a state, as far as the peer knew before
     * @param rightFrom the same of the state that it has heard of
     * @param next      the frame that the one of both who is ahead is to simulate
     * @return whether the peer has taken what differs since for an older difference until now
     */
    boolean told(final int reporter, final int other, final long known, final long rightFrom, final long next) {
        boolean news = false;
        for (int i = 0; i < open.size(); i++) {
            final Pair pair = open.get(i);
            final long check = pair.checkFrame();
            final boolean wasKnown = check - interval < known && known <= check;
            if (pair.reporter() == reporter && pair.other() == other && pair.continued() && !wasKnown
                && known < rightFrom && rightFrom <= check) {
                news = true;
                open.set(i, new Pair(reporter, other, check, true, check + ChecksumLog.FRAMES < next));
            }
        }
        return news;
    }

    /**
     * A peer has loaded another state. Of a difference of the one before it can tell no more, and it has told all it is
     * asked for when it took that difference for an older one.
     *
     * @param told      from which frame on others have loaded a state, as far as the peer has been told
     * @param rightFrom the same as it is
     */
    void loaded(final int peer, final long[] told, final long[] rightFrom) {
        open.removeIf(pair -> pair.reporter() == peer && pair.continued()
            && told[pair.other()] < rightFrom[pair.other()]);
    }

    /** Another process plays for a peer: what the former one was to say, or to be told, never comes. */
    void restarted(final int peer) {
        open.removeIf(pair -> pair.reporter() == peer || pair.other() == peer);
    }

    /** How many reports have named a field. */
    int named() {
        return named;
    }

    /**
     * A session has found out what it can. What it says of the state after a frame may rest on any that the peer had
     * after it, before or after a load; all that one report says rests on the same.
     *
     * @param isLeaving whether the reporter goes before the end of the match, and asks nobody any more
     */
    void reported(final int reporter, final DesyncReport report, final boolean isLeaving) {
        final int other = report.peer();
        final long check = report.checkFrame();
        open.removeIf(pair -> pair.isToldBy(reporter, other, check));
        if (report.localPeer() != reporter) {
            wrong(reporter, report, "it is said to be of peer " + report.localPeer());
        }
        if (!isRemembered(reporter, report, check)) {
            return;
        }
        final int whose = report.verdict().members().mask() | 1 << reporter | 1 << other;
        if (truths.differedBefore(reporter, other, check) || truths.hasForgotten(whose, check)) {
            return;
        }
        final int[] versions = truths.latest(check);
        for (int peer = 0; peer < versions.length; peer++) {
            versions[peer] =
                (whose & 1 << peer) != 0 ? truths.known(peer, check).earliest(check) : versions[peer];
        }
        String first = null;
        do {
            final String fault = fault(reporter, report, versions);
            if (fault == null || fault.equals(NAMELESS) && isLeaving && report.note().equals(ENDED)) {
                named += report.difference() != null ? 1 : 0;
                return;
            }
            first = first == null ? fault : first;
        } while (next(versions, check));
        wrong(reporter, report, first);
    }

    private boolean isRemembered(final int reporter, final DesyncReport report, final long frame) {
        return truths.remembers(reporter, frame) && truths.remembers(report.peer(), frame);
    }

    /** Goes on to the next choice of states that the peers had after a frame; false once there is none. */
    private boolean next(final int[] versions, final long frame) {
        for (int peer = 0; peer < versions.length; peer++) {
            if (versions[peer] < truths.known(peer, frame).latest(frame)) {
                versions[peer]++;
                return true;
            }
            versions[peer] = truths.known(peer, frame).earliest(frame);
        }
        return false;
    }

    /** What is wrong with a report if these are the states that its peers had, null if nothing is. */
    private String fault(final int reporter, final DesyncReport report, final int[] versions) {
        final Known ours = new Known(truths.of(reporter), versions[reporter]);
        final Known theirs = new Known(truths.of(report.peer()), versions[report.peer()]);
        if (!isRight(report, versions)) {
            return "in the minority of the " + report.verdict().members() + " are others";
        }
        String fault = null;
        if (report.firstDifference().frame() != FirstDifference.NONE) {
            fault = onsetFault(reporter, report, ours, theirs);
            fault = fault == null ? causeFault(reporter, report, ours) : fault;
        }
        if (fault == null && report.difference() != null) {
            fault = fieldFault(reporter, report, ours, theirs);
        } else if (fault == null && !isExcused(report, ours, theirs) && !isLate(reporter, report)) {
            fault = NAMELESS;
        }
        return fault;
    }

    /** One peer's states as it knew them at some time. */
    private record Known(StateTruth of, int version) {

        /** What it was after a frame; null of what it does not know. */
        FieldTape after(final long frame) {
            return frame < of.base(version) ? null : of.of(frame, version);
        }

        boolean differs(final Known other, final long frame) {
            final FieldTape ours = after(frame);
            final FieldTape theirs = other.after(frame);
            return ours != null && theirs != null && ours.differs(theirs);
        }

        /** Is its state after one frame still that after another? */
        boolean standsStill(final long from, final long to) {
            return after(from) != null && after(to) != null && !after(from).differs(after(to));
        }

        /** Did it have another state after this frame, before a load or since? */
        boolean hasOthers(final long frame) {
            return of.earliest(frame) < of.latest(frame);
        }
    }

    /** May a report name no field? */
    private static boolean isExcused(final DesyncReport report, final Known ours, final Known theirs) {
        final boolean replaced = theirs.hasOthers(report.checkFrame());
        return EXCUSES.contains(report.note()) || REPLACED.equals(report.note()) && replaced
            || NOT_EXCHANGED.equals(report.note()) && (replaced || ours.hasOthers(report.checkFrame()));
    }

    /** A difference that is noticed more than a second after the check frame may be older than the states kept. */
    private boolean isLate(final int reporter, final DesyncReport report) {
        return noticed(reporter, report) > report.frame() + interval + tickRate;
    }

    private long noticed(final int reporter, final DesyncReport report) {
        return Math.max(history.noticedAt(reporter, report.peer()), history.noticedAt(report.peer(), reporter));
    }

    private void wrong(final int reporter, final DesyncReport report, final String why) {
        oracle.violated(REPORT, report.checkFrame(), "a report is wrong: " + why + ": " + report.line(), reporter,
            report.peer());
    }

    private boolean isRight(final DesyncReport report, final int[] versions) {
        final Verdict verdict = report.verdict();
        final int members = verdict.members().mask();
        final int told = verdict.majority().mask();
        final int toldMinority = verdict.minority().mask();
        int majority = 0;
        for (int peer = 0; peer < versions.length; peer++) {
            final int same = truths.sameAs(peer, report.checkFrame(), members, versions);
            majority = 2 * Integer.bitCount(same) > Integer.bitCount(members) ? same : majority;
        }
        final int minority = majority == 0 ? 0 : members & ~majority;
        final boolean complete = verdict.known().mask() == members && members != 0;
        return complete ? told == majority && toldMinority == minority
            : (told & ~majority) == 0 && (toldMinority & ~minority) == 0;
    }

    private String onsetFault(final int reporter, final DesyncReport report, final Known ours, final Known theirs) {
        final FirstDifference firstDifference = report.firstDifference();
        long agreed = report.checkFrame() - interval;
        if (truths.ever(false, reporter, report.peer(), firstDifference.frame() - 1)) {
            // Of the frames after a difference peers hear as well whether they agree.
            agreed = ours.differs(theirs, agreed) ? firstDifference.frame() - 1
                : Math.max(agreed, firstDifference.frame() - 1);
        } else if (ours.differs(theirs, agreed)) {
            agreed = Math.max(firstDifference.agreed(), report.checkFrame() - StateHistory.FRAMES);
        }
        long first = agreed + 1;
        while (first < report.checkFrame() && !ours.differs(theirs, first)) {
            first++;
        }
        // "Or earlier" is all that can be said once the frame before is further back than histories go.
        final boolean forgotten = !firstDifference.exact() && firstDifference.frame() > first
            && firstDifference.frame() - 1 <= noticed(reporter, report) - StateHistory.FRAMES;
        // A history begins anew with a state that is loaded, though it is the one that was there.
        final boolean begun = !firstDifference.exact() && firstDifference.frame() > first
            && (ours.of().isConfirmedAfter(firstDifference.frame()) || theirs.of()
                .isConfirmedAfter(firstDifference.frame()));
        // Who waits in vain for the other's state reports after ten seconds: more frames than are remembered here.
        final boolean past = firstDifference.frame() < first
            && !isRemembered(reporter, report, firstDifference.frame());
        // In a pause nobody can tell after which of its frames the state was taken that was loaded.
        final boolean still = !firstDifference.exact() && firstDifference.frame() > first
            && (ours.standsStill(first, firstDifference.frame()) || theirs.standsStill(first, firstDifference.frame()));
        if (firstDifference.frame() != first && !forgotten && !begun && !past && !still) {
            return "the first frame is " + first;
        }
        return firstDifference.inputFrame() != FirstDifference.NONE ? "the same inputs were handed to all" : null;
    }

    /** The game that was made to go wrong does not when it is played again; and no other ever does. */
    private String causeFault(final int reporter, final DesyncReport report, final Known ours) {
        final long frame = report.firstDifference().frame();
        final boolean wentWrong = history.wentWrong(reporter, frame) && ours.after(frame) == ours.of().first(frame);
        final DesyncCause expected = wentWrong ? DesyncCause.NOT_REPRODUCED : DesyncCause.REPRODUCED;
        // What else shows a state that its own game would not load is wrong in each frame anew.
        final boolean undecided = !wentWrong && !history.isLoadable(reporter);
        return report.localCause() == expected || report.localCause() == DesyncCause.UNKNOWN || undecided
            ? null : "the cause here is " + expected;
    }

    private String fieldFault(final int reporter, final DesyncReport report, final Known ourStates,
                              final Known theirStates) {
        final FieldTape ours = ourStates.after(report.stateFrame());
        final FieldTape theirs = theirStates.after(report.stateFrame());
        final long later = report.stateFrame() - report.firstDifference().frame();
        final boolean first = later == 0 || isLate(reporter, report)
            || later > 0 && later < interval && isLarge(report.localState());
        if (first && !isRemembered(reporter, report, report.stateFrame())) {
            // On a slow line it may take until here: more frames than are remembered.
            return null;
        }
        if (!first || ours == null || theirs == null) {
            return "the states are not those after the first frame";
        }
        final int field = ours.firstDifference(theirs);
        if (field < 0) {
            return "the states are equal";
        }
        final String name = ours.name(field) + '[' + ours.index(field) + ']';
        // Where no game can write the state once more, the byte in its section is all that can be named.
        final boolean byteOnly = !history.isLoadable(reporter) && report.difference().field().startsWith("byte ");
        if (!report.difference().section().equals(ours.section(field)) || !report.section().equals(ours.section(field))
            || !report.difference().field().equals(name) && !byteOnly) {
            return "the first field is " + ours.section(field) + '.' + name;
        }
        return !byteOnly && ours.isNumber(field)
            && (!report.difference().local().equals(String.valueOf(ours.value(field)))
            || !report.difference().remote().equals(String.valueOf(theirs.value(field))))
            ? "the values are " + ours.value(field) + " and " + theirs.value(field) : null;
    }

    /**
     * Returns whether a history may keep the state of one frame in each check interval only. The largest state so far
     * decides that, and this one may have shrunk since.
     */
    private boolean isLarge(final KeptState state) {
        return ((long) addedBytes + state.bytes().length) * (interval + tickRate)
            > StateHistory.DEFAULT_STATE_BYTES / 2;
    }

    /** The match is over; whoever has come to its end has reported whatever it noticed. */
    void ended(final int finished) {
        for (final Pair pair : open) {
            if ((finished & 1 << pair.reporter()) != 0) {
                oracle.violated(REPORT, pair.checkFrame(), "noticed, and not reported", pair.reporter(), pair.other());
            }
        }
    }
}
