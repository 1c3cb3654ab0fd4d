package io.lockstep.core.simnet;

import io.lockstep.core.sync.DesyncCause;
import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.sync.Onset;
import io.lockstep.core.sync.StateHistory;
import io.lockstep.core.sync.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds what sessions find out about a difference against the games themselves, as part of S16: the frame, the section
 * and the field that differ first with both values, who is in the minority, and whose game it was that went wrong.
 */
final class ReportOracle {

    private static final String REPORT = "S16";
    /** Why no field may be named where all states are small: the other peer could not be asked to the end. */
    private static final List<String> EXCUSES = List.of("the peer is gone",
        "the peer did not tell all of its state in time", "the next difference was found meanwhile");

    /** The same where one of the two has loaded another state for that frame before it heard of the difference. */
    private static final List<String> REPLACED = List.of("the peer's state was replaced meanwhile",
        "states were not exchanged: they are too large or were not kept");

    private final DivergenceOracle truth;
    private final Oracle oracle;
    private final int interval;
    private final int tickRate;
    /** Reporter and peer of the differences that a report must still tell more of. */
    private final List<Pair> open = new ArrayList<>();
    private int named;

    /** One peer's difference from another. */
    private record Pair(int reporter, int other, long checkFrame) {
    }

    ReportOracle(final DivergenceOracle truth, final Oracle oracle, final int interval, final int tickRate) {
        this.tickRate = tickRate;
        this.truth = truth;
        this.oracle = oracle;
        this.interval = interval;
    }

    /** A peer has noticed the first of a run of differences. */
    void noticed(final int reporter, final int other, final long checkFrame) {
        open.add(new Pair(reporter, other, checkFrame));
    }

    /** How many reports have named a field. */
    int named() {
        return named;
    }

    /** A session has found out what it can. */
    void reported(final int reporter, final DesyncReport report) {
        open.remove(new Pair(reporter, report.peer(), report.checkFrame()));
        if (report.localPeer() != reporter) {
            wrong(reporter, report, "it is said to be of peer " + report.localPeer());
        }
        if (!truth.remembers(reporter, report.checkFrame()) || !truth.remembers(report.peer(), report.checkFrame())) {
            return;
        }
        checkVerdict(reporter, report);
        final boolean replaced =
            (truth.replacedAt(report.checkFrame()) & (1 << reporter | 1 << report.peer())) != 0;
        // The history of who has loaded a state begins with that: what came before it nobody can tell.
        final boolean cutShort = !report.onset().exact()
            && (truth.replacedAt(report.onset().frame()) & (1 << reporter | 1 << report.peer())) != 0;
        if (report.onset().frame() != Onset.NONE && !cutShort) {
            checkOnset(reporter, report);
            checkCause(reporter, report);
        }
        if (report.difference() != null) {
            checkField(reporter, report);
        } else if (!EXCUSES.contains(report.note()) && !(replaced && REPLACED.contains(report.note()))
            && !isLate(reporter, report)) {
            wrong(reporter, report, "it names no field");
        }
    }

    /** A difference that is noticed more than a second after the check frame may be older than the states kept. */
    private boolean isLate(final int reporter, final DesyncReport report) {
        return noticed(reporter, report) > report.frame() + interval + tickRate;
    }

    private long noticed(final int reporter, final DesyncReport report) {
        return Math.max(truth.noticedAt(reporter, report.peer()), truth.noticedAt(report.peer(), reporter));
    }

    private void wrong(final int reporter, final DesyncReport report, final String why) {
        oracle.violated(REPORT, report.checkFrame(), "a report is wrong: " + why + ": " + report.line(), reporter,
            report.peer());
    }

    /** Of who was repaired since, some have heard what its state was, and others what it became. */
    private void checkVerdict(final int reporter, final DesyncReport report) {
        final int replaced = truth.replacedAt(report.checkFrame()) & report.verdict().members();
        int mended = replaced;
        while (mended != 0 && !isRight(report, mended)) {
            mended = mended - 1 & replaced;
        }
        if (mended == 0 && !isRight(report, 0)) {
            wrong(reporter, report, "in the minority of " + report.verdict().members() + " are others");
        }
    }

    private boolean isRight(final DesyncReport report, final int mended) {
        final Verdict verdict = report.verdict();
        int majority = 0;
        for (int peer = 0; peer < Integer.SIZE; peer++) {
            final int same = truth.sameAs(peer, report.checkFrame(), verdict.members(), mended);
            majority = 2 * Integer.bitCount(same) > Integer.bitCount(verdict.members()) ? same : majority;
        }
        final int minority = majority == 0 ? 0 : verdict.members() & ~majority;
        final boolean complete = verdict.known() == verdict.members() && verdict.members() != 0;
        return complete ? verdict.majority() == majority && verdict.minority() == minority
            : (verdict.majority() & ~majority) == 0 && (verdict.minority() & ~minority) == 0;
    }

    private void checkOnset(final int reporter, final DesyncReport report) {
        final Onset onset = report.onset();
        long agreed = report.checkFrame() - interval;
        if (truth.differ(reporter, report.peer(), agreed)) {
            agreed = Math.max(onset.agreed(), report.checkFrame() - StateHistory.FRAMES);
        }
        final long first = truth.firstDifference(reporter, report.peer(), agreed + 1, report.checkFrame());
        // "Or earlier" is all that can be said once the frame before is further back than histories go.
        final boolean forgotten = !onset.exact() && onset.frame() > first
            && onset.frame() - 1 <= noticed(reporter, report) - StateHistory.FRAMES;
        if (onset.frame() != first && !forgotten) {
            wrong(reporter, report, "the first frame is " + first);
        } else if (onset.inputFrame() != Onset.NONE) {
            wrong(reporter, report, "the same inputs were handed to all");
        }
    }

    /** The game that was made to go wrong does not when it is played again; and no other ever does. */
    private void checkCause(final int reporter, final DesyncReport report) {
        final DesyncCause expected = truth.wentWrong(reporter, report.onset().frame())
            ? DesyncCause.NOT_REPRODUCED : DesyncCause.REPRODUCED;
        if (report.localCause() != expected && report.localCause() != DesyncCause.UNKNOWN) {
            wrong(reporter, report, "the cause here is " + expected);
        }
    }

    private void checkField(final int reporter, final DesyncReport report) {
        final int replaced = report.onset().exact() ? 0 : truth.replacedAt(report.onset().frame());
        final FieldTape ours = truth.stateOf(reporter, report.stateFrame(), replaced);
        final FieldTape theirs = truth.stateOf(report.peer(), report.stateFrame(), replaced);
        final boolean first = report.stateFrame() == report.onset().frame() || isLate(reporter, report);
        if (!first || ours == null || theirs == null) {
            wrong(reporter, report, "the states are not those after the first frame");
            return;
        }
        named++;
        final int field = ours.firstDifference(theirs);
        final String name = ours.name(field) + '[' + ours.index(field) + ']';
        // Where no game can write the state once more, the byte in its section is all that can be named.
        final boolean byteOnly = !truth.isLoadable(reporter) && report.difference().field().startsWith("byte ");
        if (!report.difference().section().equals(ours.section(field)) || !report.section().equals(ours.section(field))
            || !report.difference().field().equals(name) && !byteOnly) {
            wrong(reporter, report, "the first field is " + ours.section(field) + '.' + name);
        } else if (!byteOnly && ours.isNumber(field)
            && (!report.difference().local().equals(String.valueOf(ours.value(field)))
            || !report.difference().remote().equals(String.valueOf(theirs.value(field))))) {
            wrong(reporter, report, "the values are " + ours.value(field) + " and " + theirs.value(field));
        }
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
