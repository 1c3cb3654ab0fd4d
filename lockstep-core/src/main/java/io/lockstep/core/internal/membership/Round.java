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
    /** Stands for the inputs held of a suspect before the leader has looked: no frame has this number. */
    private static final long UNKNOWN = -1;

    /** For each member that has answered, the first input that it lacks of each suspect; 0 for nothing that counts. */
    private final long[][] reported = new long[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    /** Number of answers of each member about each suspect since {@link #lackingNs}. */
    private final int[][] answers = new int[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    /** Up to where the leader had the inputs of each suspect when it last looked; unknown before that. */
    private final long[] held = new long[Message.MAX_PLAYERS];
    /** Time, in nanoseconds, since which inputs of each suspect are lacking and none has arrived. */
    private final long[] lackingNs = new long[Message.MAX_PLAYERS];
    private final long[] cut = new long[Message.MAX_PLAYERS];
    private boolean active;
    private long ballot;
    private int suspects;
    private int reporters;
    private int attendants;
    /** Who has said more than it has shown. */
    private int disbelieved;
    private long startedNs;
    private long reportedNs;
    private long sentNs;

    void start(final long newBallot, final int newSuspects, final long nowNs) {
        active = true;
        ballot = newBallot;
        // The time for handing on a suspect's inputs runs on if the round begins again about this suspect and others.
        for (int rest = newSuspects & ~suspects; rest != 0; rest &= rest - 1) {
            held[Integer.numberOfTrailingZeros(rest)] = UNKNOWN;
        }
        suspects = newSuspects;
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

    /**
     * It has come to its end, and the next one about the same peers, if there is one, has its full time: it is about
     * other processes, or nobody was asked between two terms that this peer leads.
     */
    void forget() {
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
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            final boolean isNew = answers[from][suspect]++ == 0 && reported[from][suspect] > held[suspect];
            lackingNs[suspect] = isNew ? nowNs : lackingNs[suspect];
        }
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
            final int some = held[suspect] == UNKNOWN ? 1 << suspect : suspects;
            held[suspect] = received;
            for (int rest = some; rest != 0; rest &= rest - 1) {
                await(Integer.numberOfTrailingZeros(rest), nowNs);
            }
        }
    }

    private void await(final int suspect, final long nowNs) {
        lackingNs[suspect] = nowNs;
        for (final int[] row : answers) {
            row[suspect] = 0;
        }
    }

    /** Who has said for too long that it has inputs which the leader lacks, and has not handed them on. */
    int unshown(final long tripNs, final long nowNs) {
        int some = 0;
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            final boolean isLate = nowNs - lackingNs[suspect] >= SHOW_NS + tripNs;
            for (int by = isLate ? claimants(suspect, held[suspect]) & ~disbelieved : 0; by != 0; by &= by - 1) {
                final int from = Integer.numberOfTrailingZeros(by);
                some |= answers[from][suspect] >= SHOW_ANSWERS ? 1 << from : 0;
            }
        }
        return some;
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
