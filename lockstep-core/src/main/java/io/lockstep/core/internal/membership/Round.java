package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.CutReports;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import java.util.Arrays;

/**
 * One attempt of a leader to agree on a cut: whom it wants to leave out, who has answered, and the newest input of the
 * suspects that any of them has. Who has said that it has more, and does not hand it on, is not counted. Model Cut:
 * actions Report and Propose.
 */
final class Round {

    /**
     * A report that nobody can honour delays a cut for so long: a member hands on what it has with each answer, and it
     * answers sixteen times a second.
     */
    private static final long SHOW_NS = 2_000_000_000L;
    /** So often it must have answered in that time: each answer came, and none of the inputs beside it. */
    private static final int SHOW_ANSWERS = 16;

    /** For each member that has answered, the first input that it lacks of each suspect; 0 for nothing that counts. */
    private final long[][] reported = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    private final int[] answers = new int[Message.MAX_PLAYERS];
    /** Up to where the leader had the inputs of each suspect when it last looked. */
    private final long[] held = new long[Message.MAX_PLAYERS];
    private final long[] cut = new long[Message.MAX_PLAYERS];
    private boolean active;
    private long ballot;
    private int suspects;
    private int reporters;
    private int attendants;
    /** Who has said more than it has shown. */
    private int disbelieved;
    private long lackingNs;
    private long startedNs;
    private long reportedNs;
    private long sentNs;

    void start(final long newBallot, final int newSuspects, final long nowNs) {
        active = true;
        ballot = newBallot;
        if (suspects != newSuspects) {
            // The time for handing on what is lacking goes on where a round has to be begun again about the same ones.
            suspects = newSuspects;
            await(nowNs);
            Arrays.fill(held, 0);
        }
        reporters = 0;
        attendants = 0;
        disbelieved = 0;
        startedNs = nowNs;
        sentNs = Long.MIN_VALUE / 2;
        Arrays.fill(cut, 0);
        for (final long[] row : reported) {
            Arrays.fill(row, 0);
        }
    }

    void end() {
        active = false;
    }

    /** It has come to its end: the next one about the same peers, if there is one, is about other processes. */
    void decided() {
        end();
        suspects = 0;
    }

    boolean isActive() {
        return active;
    }

    long ballot() {
        return ballot;
    }

    int suspects() {
        return suspects;
    }

    int reporters() {
        return reporters;
    }

    /** A process that is no member has promised, and knows of no newer epoch. */
    void attend(final int from) {
        attendants |= 1 << from;
    }

    int attendants() {
        return attendants;
    }

    /** Takes an answer: of each suspect's inputs the furthest anybody has is where it will be cut. */
    void report(final int from, final MembershipMessage report, final long nowNs) {
        reportedNs = (reporters & 1 << from) == 0 ? nowNs : reportedNs;
        reporters |= 1 << from;
        for (int rest = suspects & report.framesMask(); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            report(from, suspect, report.frame(suspect));
        }
        lackingNs = answers[from]++ == 0 && saysMoreThanIsHeld(from) ? nowNs : lackingNs;
    }

    /** Takes an answer about one suspect, which may be our own. */
    void report(final int from, final int suspect, final long received) {
        reported[from][suspect] = Math.max(reported[from][suspect], received);
        // Who is to be left out is asked whether it is there; what counts is what those have who stay.
        if (((disbelieved | suspects) & 1 << from) == 0) {
            cut[suspect] = Math.max(cut[suspect], received);
        }
    }

    /** The leader has the inputs of a suspect up to here; as long as that grows it waits for what it lacks. */
    void holds(final int suspect, final long received, final long nowNs) {
        if (received > held[suspect]) {
            held[suspect] = received;
            await(nowNs);
        }
    }

    private void await(final long nowNs) {
        lackingNs = nowNs;
        Arrays.fill(answers, 0);
    }

    /** Who has said for too long that it has inputs which the leader lacks, and has not handed them on. */
    int unshown(final long tripNs, final long nowNs) {
        int some = 0;
        for (int rest = nowNs - lackingNs < SHOW_NS + tripNs ? 0 : reporters & ~disbelieved; rest != 0;
             rest &= rest - 1) {
            final int from = Integer.numberOfTrailingZeros(rest);
            some |= answers[from] >= SHOW_ANSWERS && saysMoreThanIsHeld(from) ? 1 << from : 0;
        }
        return some;
    }

    private boolean saysMoreThanIsHeld(final int from) {
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            if (reported[from][suspect] > held[suspect]) {
                return true;
            }
        }
        return false;
    }

    /** Who says that it has an input of a suspect. */
    int claimants(final int suspect, final long frame) {
        int some = 0;
        for (int rest = reporters; rest != 0; rest &= rest - 1) {
            final int from = Integer.numberOfTrailingZeros(rest);
            some |= reported[from][suspect] > frame ? 1 << from : 0;
        }
        return some;
    }

    /** Goes on without what some have said; their promises hold. */
    void disbelieve(final int some) {
        disbelieved |= some;
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            cut[suspect] = 0;
            for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
                if (((disbelieved | suspects) & 1 << peer) == 0) {
                    cut[suspect] = Math.max(cut[suspect], reported[peer][suspect]);
                }
            }
        }
    }

    long cutOf(final int suspect) {
        return cut[suspect];
    }

    /** Says what all of these have reported, beside the cut that comes of it. */
    void write(final CutReports to, final int members) {
        to.reset(suspects, members);
        for (int by = members; by != 0; by &= by - 1) {
            final int member = Integer.numberOfTrailingZeros(by);
            for (int rest = suspects; rest != 0; rest &= rest - 1) {
                final int suspect = Integer.numberOfTrailingZeros(rest);
                to.put(member, suspect, reported[member][suspect], cut[suspect]);
            }
        }
    }

    boolean isDue(final long nowNs, final long everyNs) {
        return nowNs - sentNs >= everyNs;
    }

    void sent(final long nowNs) {
        sentNs = nowNs;
    }

    /** When the last one of those who have answered did so for the first time. */
    long reportedNs() {
        return reportedNs;
    }

    long startedNs() {
        return startedNs;
    }

    long ageNs(final long nowNs) {
        return nowNs - startedNs;
    }
}
