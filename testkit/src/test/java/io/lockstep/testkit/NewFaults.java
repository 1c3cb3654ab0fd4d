package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * Planted faults in packages and of kinds that the other lists leave out: something that is not begun anew, a bound of
 * the wrong size, one of several that is forgotten, a measurement of the wrong thing.
 */
final class NewFaults {

    private NewFaults() {
    }

    static List<Mutant> all() {
        final List<Mutant> all = new ArrayList<>(ofElections());
        all.addAll(ofSpectators());
        all.addAll(ofRecordings());
        all.addAll(ofSecrets());
        all.addAll(ofDatagrams());
        all.addAll(ofStates());
        all.addAll(ofGames());
        all.addAll(ofLinks());
        return all;
    }

    private static List<Mutant> ofElections() {
        return List.of(
            new Mutant("a peer that once gave way to a candidate does not in any later election")
                .foundBy("io.lockstep.election.ElectionVotingTest#shouldGiveWayAgainInALaterElection"),
            new Mutant("after a split vote all ranks try again at about the same time")
                .foundBy("io.lockstep.election.TimeoutsTest#shouldLeaveEachRankTimeToWinAfterASplitVote"));
    }

    private static List<Mutant> ofSpectators() {
        return List.of(
            new Mutant("a spectator hands on no state but the first that it was given")
                .foundBy("io.lockstep.core.internal.feed.FeedNodeTest#shouldHandOnEveryStateOnce"),
            new Mutant("a spectator asks every player but the first for ever")
                .foundBy("io.lockstep.core.session.SpectatorTest"
                    + "#shouldNotJumpWhenTheOneItWatchesIsKilledAndItGoesToTheGrandparent"),
            new Mutant("a spectator that returns to a delayed player is shown again what it has seen")
                .foundBy("io.lockstep.core.internal.feed.AudienceTest#shouldLetASpectatorGoOnWhereTheDelayBegins"));
    }

    private static List<Mutant> ofRecordings() {
        return List.of(
            new Mutant("a block of a recording names the members at its end as those at its start")
                .foundBy("io.lockstep.core.internal.replay.FrameBlockTest#shouldNameTheMembersOfItsFirstFrame"),
            new Mutant("a stream that has once been late waits as long after every later loss")
                .foundBy("io.lockstep.core.internal.transfer.StreamTest#shouldStillMoveAMebibyteWhereAFifthIsLost"));
    }

    private static List<Mutant> ofSecrets() {
        return List.of(
            new Mutant("the keystream begins anew after 128 bytes of a datagram")
                .foundBy("io.lockstep.core.internal.crypto.CryptoTest#shouldEncryptAsTheCounterModeOfTheJdk"),
            new Mutant("the keys of a link and the key of the match are one array")
                .foundBy("io.lockstep.core.security.KeysTest#shouldKeepLinkKeysWhenTheMatchKeyIsDestroyed"));
    }

    private static List<Mutant> ofDatagrams() {
        return List.of(
            new Mutant("after a reconnect what was in flight before still counts as in flight")
                .foundBy("io.lockstep.core.transport.udp.ConnectingTest#shouldTalkHoweverOftenAPeerWasStartedAgain"),
            new Mutant("a message that fills its chunks exactly gets an empty one behind them")
                .foundBy("io.lockstep.core.internal.transport.PacketTest#shouldCountChunks(int, int)"),
            new Mutant("who is more than half a second late is reported as early")
                .foundBy("io.lockstep.core.session.PeerReportTest#shouldCutASlackThatTheWireCannotHold"));
    }

    private static List<Mutant> ofStates() {
        return List.of(
            new Mutant("what was held for a report is never given back to the budget")
                .foundBy("io.lockstep.core.internal.sync.StateHistoryTest#shouldHoldAsMuchAgainAfterARelease"),
            new Mutant("a state that was too large once is too large for ever")
                .foundBy("io.lockstep.core.sync.StateBufferTest#shouldSayThatAStateIsTooLarge"),
            new Mutant("an event is shown again in a guess for the frame that takes its place")
                .foundBy("io.lockstep.core.internal.foresight.ForesightTest#shouldHaveItFromAnyFirstFrame(long)"),
            new Mutant("a saved state is read from the array that it has outgrown")
                .foundBy("io.lockstep.core.internal.foresight.SavedStateTest#shouldBeReadAsItWasWrittenWhenItGrows"),
            new Mutant("a match ends before the others have the last checksums")
                .foundBy("io.lockstep.core.session.SessionDesyncTest#shouldNotEndBeforeTheOtherHasTheLastChecksum"));
    }

    private static List<Mutant> ofGames() {
        return List.of(
            new Mutant("each time events are lost all that were lost before count again")
                .foundBy("io.lockstep.core.session.EventQueueTest#shouldTellOfEachLostEventOnce"),
            new Mutant("the peer of player 31 is not in the match")
                .foundBy("io.lockstep.core.internal.game.SeatingTest#shouldSeatAsManyPlayersAsThereCanBe"),
            new Mutant("after a pause only the first of two local players gets its events back")
                .foundBy("io.lockstep.core.session.LocalInputsTest"
                    + "#shouldSendEventsOfEveryLocalPlayerAgainThatAPauseSwallowed"),
            new Mutant("an event of one byte more than the usual longest does not fit the lane")
                .foundBy("io.lockstep.core.session.EventLaneTest"
                    + "#shouldSendAnEventOfEachLengthUpToTheLongestOfTheSession"));
    }

    private static List<Mutant> ofLinks() {
        return List.of(
            new Mutant("a joiner that sleeps for long takes the others for gone")
                .foundBy("io.lockstep.core.session.JoinerOutageTest#shouldNotTakeTheOthersForGoneAfterASleep(long)"),
            new Mutant("a frame counts as arrived because the one 256 frames earlier did")
                .foundBy("io.lockstep.core.internal.link.KeptFramesTest#shouldForgetAFrameThatIsSentAgain"),
            new Mutant("a late answer to a heartbeat is timed from the heartbeat sent after it")
                .foundBy("io.lockstep.core.session.HeartbeatsTest#shouldTimeALateAnswerFromTheHeartbeatThatItAnswers"));
    }
}
