package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/** The planted faults in who is in the match and who leads it. */
final class MembershipMutants {

    private static final String ACCEPTOR = "internal/membership/CutAcceptor.java";
    private static final String PROPOSER = "internal/membership/CutProposer.java";
    private static final String ROUND = "internal/membership/Round.java";
    private static final String VOTING = "internal/membership/Voting.java";
    private static final String REQUESTS = "internal/link/InputRequests.java";
    private static final String HELD_BY_TOO_FEW = "holders < Math.min(LEAST_WITNESSES, others)";
    private static final String CAMPAIGN = "election/Campaign.java";
    private static final String QUORUM = "election/Quorum.java";
    private static final String ELECTORATE = "election/Electorate.java";

    private MembershipMutants() {
    }

    /** Peers that lie, in which nothing is wrong: the others must not believe them. Both lies in the same matches. */
    static Mutant liars() {
        return lyingDonor(lyingVoter(new Mutant("voters answer for others, and a donor sends a wrong state")));
    }

    private static Mutant lyingVoter(final Mutant mutant) {
        return mutant.in(VOTING, "host.send(to, response.voter(self).term(term).preVote(preVote).granted(granted));",
            "host.send(to, response.voter(self).term(term).preVote(preVote).granted(granted));\n"
                + "        for (int other = 0; other < 4; other++) {\n"
                + "            if (other != self && other != to) {\n"
                + "                host.send(to, response.voter(other).term(term).preVote(preVote).granted(granted));\n"
                + "            }\n        }");
    }

    private static Mutant lyingDonor(final Mutant mutant) {
        return mutant.in("internal/seats/SnapshotSender.java", "        settings.game().save(state);\n",
            "        settings.game().save(state);\n"
                + "        if (settings.self() == 1) {\n            state.array()[2] ^= 1;\n        }\n");
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofElections());
        all.addAll(ofCuts());
        all.addAll(ofEpochs());
        all.addAll(ofComingAndGoing());
        return all;
    }

    private static List<Mutant> ofElections() {
        return List.of(
            new Mutant("vote twice").foundBy("drawn, seed 27")
                .in(CAMPAIGN, "final boolean free = votedFor == Election.NOBODY || votedFor == from;",
                    "final boolean free = true;"),
            new Mutant("half is a majority").foundBy("split")
                .in(QUORUM, "2 * agreed == all && (voters & tieBreaker(members)) != 0", "2 * agreed == all"),
            lyingVoter(new Mutant("take the voter from the payload").foundBy("moving partition"))
                .in(VOTING, "if (message.voter() != from || term", "if (term")
                .in(VOTING, "election.onVoteResponse(from,", "election.onVoteResponse(message.voter(),"),
            new Mutant("vote for who has missed an epoch").foundBy("missed epoch")
                .in(VOTING, "views.isUpToDate(from, state.epoch())", "true"),
            new Mutant("carry out the orders of a deposed leader").foundBy("deposed leader")
                .in(VOTING,
                    "return election.term() == term && (election.leader() == from || mandate.isDoubted(from, term));",
                    "return true;"),
            new Mutant("ask nobody beforehand").foundBy("drawn, seed 27")
                .in(CAMPAIGN,
                    "        count(nowNs);\n        if (role == Role.PRE_CANDIDATE) {\n            request(0);",
                    "        stand(nowNs);\n        if (role == Role.PRE_CANDIDATE) {\n            request(0);"),
            new Mutant("lead without a quorum that hears").foundBy("drawn, seed 337")
                .in(CAMPAIGN, "if (hasQuorum(nowNs)) {\n                    handover", "if (true) {\n"
                    + "                    handover"),
            new Mutant("any datagram of a former leader renews its lease").foundBy("unsaid step down")
                .in("election/Election.java", "    public void heard(final int from, final long nowNs) {\n"
                    + "        isFriend(from, nowNs);", "    public void heard(final int from, final long nowNs) {\n"
                    + "        if (isFriend(from, nowNs) && from == leader()) {\n"
                    + "            campaign.heardLeader(from, campaign.term(), nowNs);\n        }"));
    }

    private static List<Mutant> ofCuts() {
        return List.of(
            new Mutant("cut at the least that anybody has").foundBy("inputs lost")
                .in(ROUND, "Arrays.fill(cut, 0);", "Arrays.fill(cut, Long.MAX_VALUE);")
                .in(ROUND, "Math.max(cut[suspect], received)", "Math.min(cut[suspect], received)"),
            new Mutant("apply a cut without the inputs that it counts").foundBy("last inputs")
                .in(ACCEPTOR, "if (host.received(owner) < offered.closedAt(owner)) {", "if (owner < 0) {"),
            new Mutant("drop whom one peer alone has lost").foundBy("one word")
                .in("internal/membership/FailureDetector.java",
                    "return others == 0 || Quorum.isMajority(agree, others);", "return true;"),
            new Mutant("wait for who asks for inputs, as others do").foundBy("deaf")
                .in(REQUESTS, HELD_BY_TOO_FEW, "Integer.bitCount(waiting) >= LEAST_WITNESSES"),
            new Mutant("wait for two who lack what all others hold").foundBy("deaf")
                .in(REQUESTS, HELD_BY_TOO_FEW, "lacking(owner.peer, 1 << peer, waiting) >= LEAST_WITNESSES"),
            new Mutant("give the silent their time anew in each round").foundBy("drawn, seed 98000107")
                .in("internal/membership/FailureDetector.java", "int rest = some & ~owing;", "int rest = some;"),
            new Mutant("wait for the word of who lacks an input itself").foundBy("last inputs")
                .in(ACCEPTOR, "some &= lacks ? ~(1 << peer) : -1;", "some &= lacks ? -1 : -1;"),
            new Mutant("promise without a fence").foundBy("late line-up")
                .in("internal/membership/Promise.java",
                    "        fence();\n        return true;", "        return true;"),
            new Mutant("propose before all have reported").foundBy("unsaid step down")
                .in(PROPOSER, "if (missing == 0 && isDecided()", "if (isDecided()"));
    }

    private static List<Mutant> ofEpochs() {
        return List.of(
            new Mutant("who is not in an epoch goes on in it").foundBy("last word")
                .in(ACCEPTOR, "            onEviction(from, message);\n            return Outcome.NOTED;",
                    "            return offer(from, message);"),
            new Mutant("who goes on alone has left the other out").foundBy("two branches")
                .in(ACCEPTOR, "message.branch() || !message.established() "
                    + "|| pairRule.isBranch(1 << from)", "!message.established()"),
            new Mutant("predecessors have no say").foundBy("moving partition")
                .in(ELECTORATE, "        for (int i = 0; i < chainCount; i++) {\n            final int gone",
                    "        for (int i = 0; i < 0; i++) {\n            final int gone"),
            new Mutant("the dead leave the denominator").foundBy("obituary")
                .in(QUORUM, "return reached(members, voters) || living != 0 && (living & ~voters) == 0;",
                    "return reached(living, voters);"),
            new Mutant("the higher of two plays on").foundBy("lid")
                .in("internal/membership/PairRule.java", "!tieBreaker && policy == TwoPeerPolicy.REJOIN) {", "false) {")
                .in("internal/membership/PairRule.java",
                    "!tieBreaker && policy == TwoPeerPolicy.CONTINUE_ALL && mayDecideAlone",
                    "!tieBreaker && mayDecideAlone"),
            new Mutant("a goodbye of another epoch, or of another process, counts").foundBy("moving partition")
                .in("internal/membership/Leavers.java", "if (ids[i] == epochId && (gone", "if (i >= 0 && (gone")
                .in("internal/membership/Membership.java", "epochId == epoch.id() ? 1 << peer : 0", "1 << peer")
                .in("internal/membership/Membership.java", "if (voters.hasSay(peer) && epoch.members() != 0) {",
                    "if (!state.isJoining() && epoch.members() != 0) {"),
            // Its first part alone is found by LeavingMembersTest.
            unattended(new Mutant("who has marked its last input and is silent has left").foundBy("last word"))
                .in("internal/membership/Membership.java",
                    "            voting.lost(lost);\n",
                    "            voting.lost(lost);\n"
                        + "        for (int rest = suspects & ~voters.gone(); rest != 0; rest &= rest - 1) {\n"
                        + "            final int peer = Integer.numberOfTrailingZeros(rest);\n"
                        + "            if (host.isActive(peer) && host.hasEnded(peer)\n"
                        + "                && voters.left(peer, epoch.id())) {\n"
                        + "                departed();\n            }\n        }\n"));
    }

    private static Mutant unattended(final Mutant mutant) {
        return mutant.in("internal/membership/Voters.java", "& ~(epoch.members() & ~departed());",
            "& ~(epoch.members() & ~departed()) & ~(gone() & ~dead);");
    }

    private static List<Mutant> ofComingAndGoing() {
        return List.of(
            new Mutant("activate before all have the epoch").foundBy("unknown newcomer")
                .in("internal/membership/Activation.java", "                all = false;\n", ""),
            new Mutant("obey an order about a member of an epoch that is not here").foundBy("late line-up")
                .in("internal/seats/Lineup.java", "return !promised || !orders.admitStranger(frame);",
                    "return true;"),
            lyingDonor(new Mutant("load a state for which nobody vouches").foundBy("last word"))
                .in("internal/seats/SnapshotReceiver.java",
                    "return Quorum.isMajority(agree, Integer.bitCount(members));", "return true;"),
            new Mutant("a seat counts again from the next input that is missing").foundBy("two come back, 0 ms apart")
                .in("internal/seats/SnapshotHead.java", "log.presentFrom(player)", "log.next(player)")
                .in("internal/seats/ReplayCheck.java", "return confirmed >= frame;", "return frame >= 0;"),
            new Mutant("wait for who has left").foundBy("leave")
                .in("internal/input/InputLog.java", "if (Command.isLeave(packed)) {", "if (packed == -1) {"),
            new Mutant("carry out an order of one's own at once").foundBy("rejoin")
                .in("internal/play/FrameOrders.java", "log.command(player, frame);",
                    "log.command(player, frame + (player == settings.self() ? 1 : 0));"));
    }
}
