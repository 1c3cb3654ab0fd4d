package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import java.util.Arrays;

/**
 * One attempt of a leader to agree on a cut: whom it wants to leave out, who has answered, and the newest input of the
 * suspects that any of them has. Model Cut: actions Report and Propose.
 */
final class Round {

    private final long[] cut = new long[Message.MAX_PLAYERS];
    private boolean active;
    private long ballot;
    private int suspects;
    private int reporters;
    private int attendants;
    private long startedNs;
    private long reportedNs;
    private long sentNs;

    void start(final long newBallot, final int newSuspects, final long nowNs) {
        active = true;
        ballot = newBallot;
        suspects = newSuspects;
        reporters = 0;
        attendants = 0;
        startedNs = nowNs;
        sentNs = Long.MIN_VALUE / 2;
        Arrays.fill(cut, 0);
    }

    void end() {
        active = false;
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
            cut[suspect] = Math.max(cut[suspect], report.frame(suspect));
        }
    }

    /** Takes our own answer about one suspect. */
    void report(final int suspect, final long received) {
        cut[suspect] = Math.max(cut[suspect], received);
    }

    long cutOf(final int suspect) {
        return cut[suspect];
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
