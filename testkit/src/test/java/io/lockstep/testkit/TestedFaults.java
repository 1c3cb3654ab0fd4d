package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * Planted faults that a test of the package finds: a time or a count of tries that is inherited after a success (C5),
 * and rules that hardly any match reaches.
 */
final class TestedFaults {

    private static final String SESSION_TEST = "io.lockstep.core.session.";
    private static final String RETRY_TEST = "io.lockstep.core.transport.udp.RetryTimerTest#";
    private static final String CONNECTING_TEST = "io.lockstep.core.transport.udp.ConnectingTest#";
    private static final String PROGRESS_TEST = SESSION_TEST + "ProgressWatchTest#";
    private static final String MEMBERSHIP_TEST = "io.lockstep.core.internal.membership.";
    private static final String PATIENCE_TEST = MEMBERSHIP_TEST + "FreshPatienceTest#";
    private static final String JUDGE_TEST = SESSION_TEST + "RepairJudgeTest#";
    private static final String RECEIVER_TEST = SESSION_TEST + "SnapshotReceiverTest#";
    private static final String DETOURS_TEST = "io.lockstep.core.internal.link.DetoursTest#";
    private static final String STANDSTILL_TEST =
        SESSION_TEST + "SpectatorTest#shouldGoOnWithAnotherPlayerWhenTheOneItWatchesStandsStill";

    private TestedFaults() {
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofConnections());
        all.addAll(ofRounds());
        all.addAll(ofEpochs());
        all.addAll(ofProgress());
        all.addAll(ofLinks());
        all.addAll(ofRepairs());
        all.addAll(ofElections());
        all.addAll(ofSpectators());
        all.addAll(ofDifferences());
        all.addAll(ofLostPeers());
        all.addAll(ofHandshakes());
        all.addAll(ofPairs());
        all.addAll(ofNewcomers());
        all.addAll(ofDetours());
        return all;
    }

    private static List<Mutant> ofConnections() {
        return List.of(
            new Mutant("a chunk that arrives leaves the time of resending as long as losses made it")
                .foundBy(RETRY_TEST + "shouldWaitNoLongerOnceAChunkIsAcknowledged"),
            new Mutant("a path that is back is resent to as seldom as during its outage")
                .foundBy(RETRY_TEST + "shouldWaitNoLongerOnceThePathIsBack"),
            new Mutant("proofs count together with the requests before them")
                .foundBy(CONNECTING_TEST + "shouldAskAnewAfterTenProofsHoweverLongItAskedBefore"),
            new Mutant("after a silence a peer is asked as seldom as before it was connected")
                .foundBy(CONNECTING_TEST + "shouldAskOftenAgainAfterASilenceHoweverLongItAskedBefore"));
    }

    private static List<Mutant> ofRounds() {
        return List.of(
            new Mutant("the next round about a seat has what is left of the time of the one before")
                .foundBy(MEMBERSHIP_TEST + "RoundTest#shouldGiveARoundAboutOtherProcessesItsFullTime"),
            new Mutant("a leader of another term has waited for inputs since the term before")
                .foundBy(PATIENCE_TEST + "shouldWaitAsLongInAnotherTermForWhatAMemberSaysThatItHas"),
            new Mutant("a leader of another term has waited for answers since the term before")
                .foundBy(PATIENCE_TEST + "shouldAwaitAnAnswerAsLongAgainInAnotherTerm(int)"),
            new Mutant("a peer that once answered nothing is lost as soon as it is back")
                .foundBy(PATIENCE_TEST + "shouldNotLoseAtOnceWhoComesBackAfterItAnsweredNothing"));
    }

    private static List<Mutant> ofEpochs() {
        return List.of(
            new Mutant("the second state for a newcomer has what is left of the time of the first")
                .foundBy(MEMBERSHIP_TEST + "AdmissionTest#shouldWaitAsLongForTheSecondState"),
            new Mutant("a state for a newcomer is late before its frame has come")
                .foundBy(MEMBERSHIP_TEST + "AdmissionTest#shouldNotCallAStateLateWhoseFrameIsStillToCome"),
            new Mutant("the next epoch that a member forwards has what is left of the time of the one before")
                .foundBy(PATIENCE_TEST + "shouldWaitAsLongForTheNextEpochThatAMemberForwards"),
            new Mutant("an epoch that came leaves no more time for the one after it")
                .foundBy(PATIENCE_TEST + "shouldWaitAsLongForTheNextEpochAfterOneCame"));
    }

    private static List<Mutant> ofProgress() {
        return List.of(
            new Mutant("a peer that is heard again has had no time for its inputs")
                .foundBy(PROGRESS_TEST + "shouldWaitAnewForInputsOfAPeerThatIsHeardAgain"),
            new Mutant("a newcomer owes inputs since before they count")
                .foundBy(PROGRESS_TEST + "shouldWaitAnewForInputsOfWhoStoodStillForOthers"),
            new Mutant("a member owes inputs since before the epoch")
                .foundBy(PROGRESS_TEST + "shouldWaitAnewForInputsOfAMemberInTheNextEpoch"),
            new Mutant("a peer that is taken in owes acknowledgements since before the epoch")
                .foundBy(PROGRESS_TEST + "shouldWaitAnewForEverythingOfWhoIsTakenIn"),
            new Mutant("peers owe inputs since before the first frame")
                .foundBy(PROGRESS_TEST + "shouldWaitAnewWhenTheFirstFrameIsDue"),
            new Mutant("an input that arrives gives no time for the next one")
                .foundBy(PROGRESS_TEST + "shouldWaitAsLongForTheNextInput"),
            new Mutant("an acknowledgement that arrives gives no time for the next one")
                .foundBy(PROGRESS_TEST + "shouldWaitAsLongForTheNextAcknowledgement"),
            new Mutant("a hitch of this peer counts as time in which others acknowledge nothing")
                .foundBy(PROGRESS_TEST + "shouldNotCountTheTimeOfItsOwnHitch"));
    }

    private static List<Mutant> ofLinks() {
        return List.of(
            new Mutant("a handshake never greets again after its second ten proofs")
                .foundBy(SESSION_TEST + "HandshakeTest#shouldGreetAgainAfterEachTenProofsThatNobodyAnswers"),
            new Mutant("answers prolong the requests for inputs after the first stall alone")
                .foundBy(SESSION_TEST
                    + "WithheldInputsTest#shouldEndRequestsAMinuteAfterTheLastStallWhereAnswersComeFirst"),
            new Mutant("joiners that sleep conclude at once that nobody has a match")
                .foundBy(SESSION_TEST + "MeetingJoinersTest#shouldListenAsLongForAMatchAfterASleep"),
            new Mutant("the next state begins where the one before ended")
                .foundBy(RECEIVER_TEST + "shouldTakeTheNextStateFromItsBeginning"));
    }

    private static List<Mutant> ofRepairs() {
        return List.of(
            new Mutant("the donor of the next repair has the tries that the one before left")
                .foundBy(JUDGE_TEST + "shouldGiveTheDonorOfTheNextRepairAsManyTries"),
            new Mutant("a donor has no tries after one that used all of them")
                .foundBy(JUDGE_TEST + "shouldGiveTheNextDonorAsManyTries"),
            new Mutant("a donor has the tries that one left which is gone")
                .foundBy(JUDGE_TEST + "shouldGiveTheDonorAfterOneThatIsGoneAsManyTries"),
            new Mutant("a peer that was right for long rests as long as before after the next repair")
                .foundBy(JUDGE_TEST + "shouldRestForASecondAfterTheFirstRepairInALongTime"),
            new Mutant("the next order to end the match has what is left of the time of the first")
                .foundBy(SESSION_TEST + "HaltOrderTest#shouldWaitAsLongForWhatTheNextOrderIsAbout"));
    }

    private static List<Mutant> ofElections() {
        return List.of(
            new Mutant("leave a leader without the vote that a dead member gave")
                .foundBy("io.lockstep.core.internal.membership.MandateTest#shouldVoteForALeaderWhoseVoterDied"),
            new Mutant("those who hear nobody go first again and again")
                .foundBy("io.lockstep.election.ElectionVotingTest"
                    + "#shouldStandInTheEndThoughFiveBetterSuccessorsAskForEver"));
    }

    private static List<Mutant> ofSpectators() {
        return List.of(
            new Mutant("a silent parent is waited for")
                .foundBy("io.lockstep.core.session.SpectatorTreeTest"
                    + "#shouldAskThoseAboveALostParentUntilOneTakesTheSpectatorIn"),
            new Mutant("a spectator without a parent keeps those who watch it")
                .foundBy("io.lockstep.core.internal.feed.AudienceTest"
                    + "#shouldSendThoseWhoWatchElsewhereOnceItHasHadNoParentForFiveSeconds"),
            new Mutant("a player that stands still is watched for as long as it does")
                .foundBy(STANDSTILL_TEST),
            new Mutant("a spectator turns to the player behind the one that it asked first")
                .foundBy(STANDSTILL_TEST));
    }

    private static List<Mutant> ofDifferences() {
        return List.of(
            new Mutant("a report names a difference that was over at a check frame")
                .foundBy("io.lockstep.core.internal.desync.DesyncFindingsTest"
                    + "#shouldNotNameADifferenceThatWasOverAtACheckFrame"),
            new Mutant("equal states are exchanged after a difference")
                .foundBy(SESSION_TEST + "SessionDesyncTest"
                    + "#shouldNameAFieldWhereTheFirstDifferencePassesAndComesAgain"),
            new Mutant("the events of a difference that goes on push out others")
                .foundBy(SESSION_TEST + "EventQueueTest#shouldTellEachNewDifferenceThoughMostCheckFramesDiffer"),
            new Mutant("no list of checksums says that it begins with the oldest")
                .foundBy(SESSION_TEST + "ChecksumRoundTest#shouldSayOfEachRoundsFirstListThatNoneIsOlder"),
            new Mutant("an offer outlives the peer that made it")
                .foundBy(SESSION_TEST + "RepairOfTwoTest#shouldForgetTheOfferOfAPeerThatIsDropped"));
    }

    private static List<Mutant> ofLostPeers() {
        return List.of(
            new Mutant("all carriers get windows as often as four of them")
                .foundBy("io.lockstep.core.internal.link.DetourTest#shouldSendMoreSeldomToManyCarriersInVain"),
            new Mutant("a deaf peer is never noticed")
                .foundBy("io.lockstep.core.internal.link.SendWindowTest"
                    + "#shouldTakeAPeerForDeafThatHasAcknowledgedNothingForASecond"),
            new Mutant("a sequence is put back next to the newest one however old that is")
                .foundBy("io.lockstep.core.session.LinkSealTest#shouldFindTheSequenceAfterALongOutage"));
    }

    private static List<Mutant> ofHandshakes() {
        return List.of(
            new Mutant("a seat is given away though its peer is heard at another address")
                .foundBy(CONNECTING_TEST + "shouldGiveAwayASeatOnlyWhenItHasFallenSilent"),
            new Mutant("a silent peer keeps its seat from a process at another address")
                .foundBy(CONNECTING_TEST + "shouldGiveAwayASeatOnlyWhenItHasFallenSilent"),
            new Mutant("a process that was started again waits until the one before it counts as silent")
                .foundBy(CONNECTING_TEST + "shouldReachAPeerThatWasStartedAgain(int)"),
            new Mutant("of two handshakes that cross both go on")
                .foundBy(CONNECTING_TEST + "shouldGoOnWithTheHandshakeOfTheHigherNumberWhenBothCross"));
    }

    private static List<Mutant> ofPairs() {
        return List.of(
            new Mutant("a policy decides for two while a process on the seat of the dead one asks to come in")
                .foundBy(MEMBERSHIP_TEST
                    + "MembershipCallsTest#shouldApplyNoPolicyWhileAnotherProcessOnTheSeatOfTheDeadAttends"),
            new Mutant("of two the one that stays goes on as if the one that left might do so, too")
                .foundBy(MEMBERSHIP_TEST + "LeavingMembersTest#shouldGoOnAloneOnceTheOtherOfTwoSaidGoodbye"
                    + "(io.lockstep.core.membership.TwoPeerPolicy)"));
    }

    private static List<Mutant> ofNewcomers() {
        return List.of(
            new Mutant("a newcomer that was taken in ends when it hears nobody, as if it were not")
                .foundBy(SESSION_TEST + "JoinerOutageTest#shouldWaitForTheOthersLikeAnyMemberOnceItIsTakenIn"),
            new Mutant("a complete state waits for vouches no longer than for a chunk")
                .foundBy(RECEIVER_TEST + "shouldWaitForVouchesOfACompleteStateEightSecondsLongerThanForAChunk"),
            new Mutant("a donor whose state was too large once counts as such whatever it sends later")
                .foundBy(RECEIVER_TEST + "shouldForgetThatTheStateOfADonorWasTooLargeOnceItSendsOneThatIsNot"),
            new Mutant("the next newcomer waits again for a donor of whose state nothing came")
                .foundBy(MEMBERSHIP_TEST
                    + "AdmissionTest#shouldOrderNoStateForTheNextNewcomerFromWhoSentTheOneBeforeNothing"),
            new Mutant("the leader alone gives states once nothing came of those of all others")
                .foundBy(MEMBERSHIP_TEST
                    + "AdmissionTest#shouldAskEveryDonorForTheNextNewcomerThoughNoneGotOnWithTheOneBefore"));
    }

    private static List<Mutant> ofDetours() {
        return List.of(
            new Mutant("windows of others are handed on though the line to their receiver has no room")
                .foundBy(DETOURS_TEST + "shouldHandNothingOnWhileTheLineToTheReceiverHasNoRoom"),
            new Mutant("windows of others are handed on though the line of all links has no room")
                .foundBy(DETOURS_TEST + "shouldHandOnNoMoreThanTheLineOfAllLinksHasRoomFor"),
            new Mutant("what is handed on is not under way")
                .foundBy(DETOURS_TEST + "shouldCountWhatItHandsOnAmongWhatIsUnderWay"),
            new Mutant("what is handed on takes no room from repeats")
                .foundBy(DETOURS_TEST + "shouldCountWhatItHandsOnAgainstTheRoomForRepeats"));
    }
}
