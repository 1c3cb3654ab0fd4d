package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** The planted faults that leave out one rule of the protocol: of who is in the match, of repairs, of pauses. */
final class RuleMutants {

    private static final String ACCEPTOR = "internal/membership/CutAcceptor.java";
    private static final String PAIR_RULE = "internal/membership/PairRule.java";
    private static final String VOTERS = "internal/membership/Voters.java";
    private static final String PROGRESS = "internal/seats/ProgressWatch.java";
    private static final String PAUSES = "internal/play/Pauses.java";

    private RuleMutants() {
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofMembership());
        all.addAll(ofLosses());
        all.addAll(ofRepairs());
        all.addAll(ofPauses());
        return all;
    }

    private static Mutant fault(final DirectedFleet fleet, final int match, final String name, final String file,
                                final String piece, final String replacement) {
        return new Mutant(name).foundBy(fleet + " " + match);
    }

    private static List<Mutant> ofMembership() {
        return List.of(
            fault(DirectedFleet.SEATS_TAKEN_ANEW, 4, "a process counts for the one before it on its seat",
                VOTERS, "whom.replacedIn(i, replacedSince(i));", ""),
            fault(DirectedFleet.EVICTOR, 1, "one evictor's word is enough", ACCEPTOR,
                "if (voters.decides(claims.evictors())", "if (claims.evictors() != 0"),
            fault(DirectedFleet.PAIRS, 5, "of two that stop when they lose each other the lower plays on",
                PAIR_RULE,
                "if (policy == TwoPeerPolicy.HALT) {\n            host.halted();\n        } else if (!tieBreaker",
                "if (policy == TwoPeerPolicy.HALT && !tieBreaker) {\n            host.halted();\n"
                    + "        } else if (!tieBreaker"),
            fault(DirectedFleet.PAIRS, 1, "of two of whom the lower plays on the other does, too", PAIR_RULE,
                "!tieBreaker && policy == TwoPeerPolicy.CONTINUE_TIEBREAK", "!tieBreaker && policy == null"),
            fault(DirectedFleet.MINORITY, 1, "too few to decide wait for ever", VOTERS,
                "nowNs - minoritySinceNs >= MINORITY_NS", "nowNs == Long.MIN_VALUE"),
            fault(DirectedFleet.SLOW_LINES, 1, "a leader is suspected after 400 ms, whatever the round trip",
                "internal/membership/Membership.java", "election.suspicion(slowNs);", "election.suspicion(0);"),
            fault(DirectedFleet.OLD_ORDERS, 11, "an order of an older term is obeyed",
                "internal/membership/Voting.java",
                "return election.term() == term && (election.leader() == from || mandate.isDoubted(from, term));",
                "return election.leader() == from;"),
            fault(DirectedFleet.FORMER_PROCESSES, 1, "datagrams of a former process are taken",
                "internal/link/LinkSeal.java",
                "checksum(match, ours, theirs, localPeer, peer, lane)", "checksum(match, 0, 0, localPeer, peer, lane)"));
    }

    private static List<Mutant> ofLosses() {
        return List.of(
            fault(DirectedFleet.ASLEEP, 2, "a hitch of one's own is held against the others", PROGRESS,
                "gap > HITCH_NS ? gap : 0", "0"),
            fault(DirectedFleet.STUCK_GAME, 1, "who answers is never lost, though its game hangs",
                "internal/membership/FailureDetector.java",
                "(round.suspects() & 1 << from) == 0 ||", "round.isActive() ||"));
    }

    private static List<Mutant> ofRepairs() {
        return List.of(
            fault(DirectedFleet.MAJORITY, 7, "of equal halves the lowest is right, not the leader",
                "internal/desync/Majority.java", "(group & 1 << leader) != 0", "false"),
            fault(DirectedFleet.STREAMS, 1, "states travel at any rate", "internal/transfer/RateLimit.java",
                "return credit >= bytes * SECOND_NS;", "return true;"),
            fault(DirectedFleet.STREAMS, 1, "a lost chunk is not sent again by the timer",
                "internal/transfer/StreamSender.java", "final boolean late = agoNs >= timeoutNs &&",
                "final boolean late = agoNs < 0 &&"),
            fault(DirectedFleet.DONORS, 6, "a donor hands on what the others have not simulated",
                "internal/seats/SnapshotSender.java",
                    "membership.epoch().has(to.peer) ? next : Math.min(next, frameOfMost(membership));",
                "next;"),
            fault(DirectedFleet.DONORS, 33, "a donor counts what others have simulated in a later epoch",
                "internal/membership/Membership.java", "return state.isJoining() || views.hasApplied(peer, epoch) ?",
                "return state.isJoining() || peer >= 0 ?"));
    }

    private static List<Mutant> ofPauses() {
        return List.of(
            fault(DirectedFleet.PAUSED_REPAIRS, 3, "frames of a pause are simulated again after a repair",
                "internal/desync/GameRunner.java", "            play(history.frame(), replayed.isPaused(),",
                "            play(history.frame(), false,"),
            fault(DirectedFleet.PAUSED_JOINS, 7, "a snapshot does not say that the match is paused", PAUSES,
                "out.put((byte) pausedBy)", "out.put((byte) NOBODY)"),
            fault(DirectedFleet.PAUSED_JOINS, 1, "a snapshot does not say how often players have paused", PAUSES,
                "in.get(pauses);", "in.get(new byte[pauses.length]);"),
            fault(DirectedFleet.PAUSES, 1, "anybody ends a pause at once", PAUSES,
                "if (player == pausedBy) {", "if (player >= 0) {"),
            fault(DirectedFleet.DELAYS, 1, "the input delay jumps",
                "input/InputDelayController.java", "ticks += Integer.signum(target - ticks);", "ticks = target;"));
    }
}
