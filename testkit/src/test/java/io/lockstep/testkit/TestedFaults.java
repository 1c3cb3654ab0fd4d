package io.lockstep.testkit;

import java.util.List;
import java.util.stream.Stream;

/**
 * Planted faults that a test of the package finds: a time or a count of tries that is inherited after a success (C5),
 * and rules that hardly any match reaches.
 */
final class TestedFaults {

    private static final String RETRIES = "transport/udp/RetryTimer.java";
    private static final String RETRY_TEST = "io.lockstep.core.transport.udp.RetryTimerTest#";
    private static final String PROGRESS = "internal/seats/ProgressWatch.java";
    private static final String STANDSTILL_TEST = "io.lockstep.core.session.SpectatorTest"
        + "#shouldGoOnWithAnotherPlayerWhenTheOneItWatchesStandsStill";
    private static final String PROGRESS_TEST = "io.lockstep.core.session.ProgressWatchTest#";

    private TestedFaults() {
    }

    static List<Mutant> all() {
        return Stream.of(patience(), elections(), spectators()).flatMap(List::stream).toList();
    }

    private static List<Mutant> patience() {
        return List.of(
            new Mutant("a chunk that arrives leaves the time of resending as long as losses made it")
                .in(RETRIES, "MAX_NS);\n        doublings = 0;", "MAX_NS);")
                .foundBy(RETRY_TEST + "shouldWaitNoLongerOnceAChunkIsAcknowledged"),
            new Mutant("a path that is back is resent to as seldom as during its outage")
                .in(RETRIES, "void forgive() {\n        doublings = 0;", "void forgive() {")
                .foundBy(RETRY_TEST + "shouldWaitNoLongerOnceThePathIsBack"),
            new Mutant("proofs count together with the requests before them")
                .in("transport/udp/Connection.java", "        tries = 0;\n        respond();", "        respond();")
                .foundBy("io.lockstep.core.transport.udp.ConnectingTest"
                    + "#shouldAskAnewAfterTenProofsHoweverLongItAskedBefore"),
            new Mutant("the next round about a seat has what is left of the time of the one before")
                .in("internal/membership/Round.java", "        end();\n        suspects = 0;", "        end();")
                .foundBy("io.lockstep.core.internal.membership.RoundTest"
                    + "#shouldGiveARoundAboutOtherProcessesItsFullTime"),
            new Mutant("a peer that is heard again has had no time for its inputs")
                .in(PROGRESS, "            begin(link, nowNs);\n        }\n        silent =",
                    "        }\n        silent =")
                .foundBy(PROGRESS_TEST + "shouldWaitAnewForInputsOfAPeerThatIsHeardAgain"),
            new Mutant("a newcomer owes inputs since before they count")
                .in(PROGRESS, "        beginInputs(links.of(peer), nowNs);\n", "")
                .foundBy(PROGRESS_TEST + "shouldWaitAnewForInputsOfWhoStoodStillForOthers"));
    }

    private static List<Mutant> elections() {
        return List.of(
            new Mutant("leave a leader without the vote that a dead member gave")
                .in("internal/membership/Voting.java", "term == election.term() && election.isFree() && views",
                    "term < 0 && views")
                .foundBy("io.lockstep.core.internal.membership.MandateTest#shouldVoteForALeaderWhoseVoterDied"),
            new Mutant("those who hear nobody go first again and again")
                .in("election/Campaign.java", "askBeforehand(role == Role.PRE_CANDIDATE, nowNs);",
                    "askBeforehand(false, nowNs);")
                .foundBy("io.lockstep.election.ElectionVotingTest"
                    + "#shouldStandInTheEndThoughFiveBetterSuccessorsAskForEver"));
    }

    private static List<Mutant> spectators() {
        return List.of(
            new Mutant("a silent parent is waited for")
                .in("internal/feed/Upstream.java", "nowNs - heardNs > FeedLimits.PARENT_SILENCE_NS",
                    "heardNs > nowNs")
                .foundBy("io.lockstep.core.session.SpectatorTreeTest"
                    + "#shouldAskThoseAboveALostParentUntilOneTakesTheSpectatorIn"),
            new Mutant("a spectator without a parent keeps those who watch it")
                .in("internal/feed/Audience.java", "if (orphaned && nowNs", "if (false && nowNs")
                .foundBy("io.lockstep.core.internal.feed.AudienceTest"
                    + "#shouldSendThoseWhoWatchElsewhereOnceItHasHadNoParentForFiveSeconds"),
            new Mutant("a player that stands still is watched for as long as it does")
                .in("internal/feed/FeedNode.java", "if (isStandingStill()) {", "if (false && isStandingStill()) {")
                .foundBy(STANDSTILL_TEST),
            new Mutant("a spectator turns to the player behind the one that it asked first")
                .in("internal/feed/Candidates.java", "(at < 0 ? firstRoot : at)", "(at < 0 ? at : firstRoot)")
                .foundBy(STANDSTILL_TEST));
    }
}
