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
                .in("election/Lease.java", "        yielded = 0;\n", "")
                .foundBy("io.lockstep.election.ElectionVotingTest#shouldGiveWayAgainInALaterElection"),
            new Mutant("after a split vote all ranks try again at about the same time")
                .in("election/Timeouts.java", "+ again(place) + below(", "+ below(")
                .foundBy("io.lockstep.election.TimeoutsTest#shouldLeaveEachRankTimeToWinAfterASplitVote"));
    }

    private static List<Mutant> ofSpectators() {
        return List.of(
            new Mutant("a spectator hands on no state but the first that it was given")
                .in("internal/feed/FeedNode.java", "            stateJustTaken = false;\n", "")
                .foundBy("io.lockstep.core.internal.feed.FeedNodeTest#shouldHandOnEveryStateOnce"),
            new Mutant("a spectator asks every player but the first for ever")
                .in("internal/feed/Upstream.java", "        hellos = 0;\n", "")
                .foundBy("io.lockstep.core.session.SpectatorTest"
                    + "#shouldNotJumpWhenTheOneItWatchesIsKilledAndItGoesToTheGrandparent"),
            new Mutant("a spectator that returns to a delayed player is shown again what it has seen")
                .in("internal/feed/FeedLog.java", "return released < blocks ? frames[released] : next;",
                    "return next;")
                .foundBy("io.lockstep.core.internal.feed.AudienceTest#shouldLetASpectatorGoOnWhereTheDelayBegins"));
    }

    private static List<Mutant> ofRecordings() {
        return List.of(
            new Mutant("a block of a recording names the members at its end as those at its start")
                .in("internal/replay/FrameBlock.java", ".putInt(membersAtFirst)", ".putInt(members)")
                .foundBy("io.lockstep.core.internal.replay.FrameBlockTest#shouldNameTheMembersOfItsFirstFrame"),
            new Mutant("a stream that has once been late waits as long after every later loss")
                .in("internal/transfer/StreamSender.java", "            timeouts = 0;\n", "")
                .foundBy("io.lockstep.core.internal.transfer.StreamTest#shouldStillMoveAMebibyteWhereAFifthIsLost"));
    }

    private static List<Mutant> ofSecrets() {
        return List.of(
            new Mutant("the keystream begins anew after 128 bytes of a datagram")
                .in("internal/crypto/Keystream.java",
                    "            for (int i = 0; i * BLOCK_BYTES < length; i++) {\n",
                    "            block = 0;\n            for (int i = 0; i * BLOCK_BYTES < length; i++) {\n")
                .foundBy("io.lockstep.core.internal.crypto.CryptoTest#shouldEncryptAsTheCounterModeOfTheJdk"),
            new Mutant("the keys of a link and the key of the match are one array")
                .in("security/LinkKeys.java", "new LinkKeys(key.secret().clone(), null,",
                    "new LinkKeys(key.secret(), null,")
                .foundBy("io.lockstep.core.security.KeysTest#shouldKeepLinkKeysWhenTheMatchKeyIsDestroyed"));
    }

    private static List<Mutant> ofDatagrams() {
        return List.of(
            new Mutant("after a reconnect what was in flight before still counts as in flight")
                .in("transport/udp/ResendQueue.java", "        inFlight = 0;\n", "")
                .foundBy("io.lockstep.core.transport.udp.ConnectingTest#shouldTalkHoweverOftenAPeerWasStartedAgain"),
            new Mutant("a message that fills its chunks exactly gets an empty one behind them")
                .in("internal/transport/Packet.java",
                    "return Math.max(1, (bytes + MAX_CHUNK_BYTES - 1) / MAX_CHUNK_BYTES);",
                    "return bytes / MAX_CHUNK_BYTES + 1;")
                .foundBy("io.lockstep.core.internal.transport.PacketTest#shouldCountChunks(int, int)"),
            new Mutant("who is more than half a second late is reported as early")
                .in("internal/protocol/ArrivalReport.java",
                    "(short) Math.max(Short.MIN_VALUE, Math.min(ns / SLACK_UNIT_NS, Short.MAX_VALUE))",
                    "(short) (ns / SLACK_UNIT_NS)")
                .foundBy("io.lockstep.core.session.PeerReportTest#shouldCutASlackThatTheWireCannotHold"));
    }

    private static List<Mutant> ofStates() {
        return List.of(
            new Mutant("what was held for a report is never given back to the budget")
                .in("internal/sync/StateHistory.java", "            heldBytes = 0;\n", "")
                .foundBy("io.lockstep.core.internal.sync.StateHistoryTest#shouldHoldAsMuchAgainAfterARelease"),
            new Mutant("a state that was too large once is too large for ever")
                .in("sync/StateBuffer.java", "        length = 0;\n        overflowed = false;\n",
                    "        length = 0;\n")
                .foundBy("io.lockstep.core.sync.StateBufferTest#shouldSayThatAStateIsTooLarge"),
            new Mutant("an event is shown again in a guess for the frame that takes its place")
                .in("internal/foresight/PlayedFrames.java", "            eventLengths[cell] = 0;\n", "")
                .foundBy("io.lockstep.core.internal.foresight.ForesightTest#shouldHaveItFromAnyFirstFrame(long)"),
            new Mutant("a saved state is read from the array that it has outgrown")
                .in("internal/foresight/SavedState.java", "        if (reader.array() != array()) {\n",
                    "        if (reader == null) {\n")
                .foundBy("io.lockstep.core.internal.foresight.SavedStateTest#shouldBeReadAsItWasWrittenWhenItGrows"),
            new Mutant("a match ends before the others have the last checksums")
                .in("internal/desync/DrainCheck.java",
                    " >= end\n            && checksums.checkFrameFrom(exchange.acked(link)) >= end;", " >= end;")
                .foundBy("io.lockstep.core.session.SessionDesyncTest#shouldNotEndBeforeTheOtherHasTheLastChecksum"));
    }

    private static List<Mutant> ofGames() {
        return List.of(
            new Mutant("each time events are lost all that were lost before count again")
                .in("internal/game/EventQueue.java", ".count(dropped - told);", ".count(dropped);")
                .foundBy("io.lockstep.core.session.EventQueueTest#shouldTellOfEachLostEventOnce"),
            new Mutant("the peer of player 31 is not in the match")
                .in("internal/game/Seating.java", "peers |= masks[peer] == 0 ? 0 : 1 << peer;",
                    "peers |= masks[peer] > 0 ? 1 << peer : 0;")
                .foundBy("io.lockstep.core.internal.game.SeatingTest#shouldSeatAsManyPlayersAsThereCanBe"),
            new Mutant("after a pause only the first of two local players gets its events back")
                .in("internal/play/LocalInputs.java", "for (int i = 0; stoodStill && ours && i < players.length; i++)",
                    "for (int i = 0; stoodStill && ours && i < 1; i++)")
                .foundBy("io.lockstep.core.session.LocalInputsTest"
                    + "#shouldSendEventsOfEveryLocalPlayerAgainThatAPauseSwallowed"),
            new Mutant("an event of one byte more than the usual longest does not fit the lane")
                .in("session/EventLane.java", "if (length >= out.capacity()) {", "if (length > out.capacity()) {")
                .foundBy("io.lockstep.core.session.EventLaneTest"
                    + "#shouldSendAnEventOfEachLengthUpToTheLongestOfTheSession"));
    }

    private static List<Mutant> ofLinks() {
        return List.of(
            new Mutant("a joiner that sleeps for long takes the others for gone")
                .in("internal/link/LinkTimers.java", "            companyNs += sleptNs;\n", "")
                .foundBy("io.lockstep.core.session.JoinerOutageTest#shouldNotTakeTheOthersForGoneAfterASleep(long)"),
            new Mutant("a frame counts as arrived because the one 256 frames earlier did")
                .in("internal/link/KeptFrames.java", "            kept[(int) frame & MASK] = false;\n",
                    "            kept[(int) frame & MASK] |= false;\n")
                .foundBy("io.lockstep.core.internal.link.KeptFramesTest#shouldForgetAFrameThatIsSentAgain"),
            new Mutant("a late answer to a heartbeat is timed from the heartbeat sent after it")
                .in("internal/link/Heartbeats.java", "ack.timestamp() == timestamp[link.peer]",
                    "timestamp[link.peer] != NONE")
                .foundBy("io.lockstep.core.session.HeartbeatsTest#shouldTimeALateAnswerFromTheHeartbeatThatItAnswers"));
    }
}
