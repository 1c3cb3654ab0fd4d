package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.transport.Lane;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionMembershipTest {

    @Parameter
    private Carrier carrier;

    private static final int END = 1200;
    private static final int SECOND = SessionConfig.DEFAULT_TICK_RATE;
    private static final int GOODBYE = MessageType.GOODBYE.code();
    private static final int WINDOW = MessageType.INPUT_WINDOW.code();
    private static final int RELAY = MessageType.RELAY.code();

    private Match match(final int peers) {
        return new Match(carrier, peers, 20, (peer, config) -> config.endFrame(END));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldPlayOnWithoutAKilledPeer(final int victim) {
        final Match match = match(4);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(victim);
        assertTrue(match.runUntilEnded(40_000), match::toString);
        long hash = 0;
        for (int index = 0; index < 4; index++) {
            if (index != victim) {
                final Session session = match.sessions.get(index);
                assertEquals(EndReason.FINISHED, session.endReason(), match::toString);
                assertEquals(1, match.count(index, SessionEvent.Type.PEER_DROPPED), match::toString);
                assertTrue(hash == 0 || hash == match.games.get(index).hash, match::toString);
                hash = match.games.get(index).hash;
            }
        }
    }

    /** It is there and plays; the others have had enough of it. The leader is among those whom this can happen to. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldGoOnSoonWithoutWhomAllOthersVoteOut(final int unwanted) {
        final Match match = match(3);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.sessions.get((unwanted + 1) % 3).voteToDrop(unwanted);
        match.run(2000);
        assertTrue(match.everybodyPast(210), "one of two is not enough" + match);
        match.sessions.get((unwanted + 2) % 3).voteToDrop(unwanted);
        assertTrue(match.runUntil(1500, () -> match.sessions.get(unwanted).endReason() == EndReason.EVICTED),
            match::toString);
        assertTrue(match.runUntilEnded(30_000), match::toString);
        for (int index = 0; index < 3; index++) {
            if (index != unwanted) {
                assertEquals(EndReason.FINISHED, match.sessions.get(index).endReason(), match::toString);
                assertEquals(1, match.count(index, SessionEvent.Type.PEER_DROPPED), match::toString);
            }
        }
        assertEquals(match.games.get((unwanted + 1) % 3).hash, match.games.get((unwanted + 2) % 3).hash);
    }

    /** As in everything else that two cannot agree on, it is the lower one that decides. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldHeedTheVoteOfTheLowerOfTwo(final int voter) {
        final Match match = match(2);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.sessions.get(voter).voteToDrop(1 - voter);
        assertTrue(match.runUntilEnded(30_000), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(0).endReason(), match::toString);
        assertEquals(voter == 0 ? EndReason.EVICTED : EndReason.FINISHED, match.sessions.get(1).endReason(),
            match::toString);
    }

    /** No peer has such a number, or it is one's own: the application is told, and nothing is voted. */
    @Test
    void shouldRefuseAVoteAgainstWhomThereCannotBe() {
        final Match match = match(3);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        final Session session = match.sessions.get(1);
        for (final int nobody : new int[] {Integer.MIN_VALUE, -1, 32, 33, Integer.MAX_VALUE}) {
            assertEquals("peer is " + nobody + ", allowed is 0 to 31",
                assertThrows(IllegalArgumentException.class, () -> session.voteToDrop(nobody)).getMessage());
        }
        assertEquals("peer 1 is this one: it leaves with leave()",
            assertThrows(IllegalArgumentException.class, () -> session.voteToDrop(1)).getMessage());
        for (int absent = 3; absent < 32; absent++) {
            // There might be such a peer: nothing is wrong, and nothing follows.
            session.voteToDrop(absent);
        }
        assertTrue(match.runUntilEnded(30_000), match::toString);
        match.assertFinishedAlike(END, "nobody was voted out");
    }

    /** A dead one is not waited for until its time is up. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldGoOnSoonWithoutADeadPeerThatAllOthersVoteOut(final int victim) {
        final Match match = match(3);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(victim);
        match.run(1000);
        for (int index = 0; index < 3; index++) {
            if (index != victim) {
                match.sessions.get(index).voteToDrop(victim);
            }
        }
        final Session one = match.sessions.get((victim + 1) % 3);
        assertTrue(match.runUntil(3500, () -> !one.epoch().has(victim)), match::toString);
    }

    /** The vote was about the process that was there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldTakeBackWhomTheOthersHadVotedOut(final int unwanted) {
        final SimulatedNetwork network = new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        final Match match = new Match(carrier, network, 3, (peer, config) -> config.endFrame(END));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(unwanted);
        for (int index = 0; index < 3; index++) {
            if (index != unwanted) {
                match.sessions.get(index).voteToDrop(unwanted);
            }
        }
        assertTrue(match.runUntil(2000, () -> !match.sessions.get(0).epoch().has(unwanted)), match::toString);
        match.run(1000);
        match.add(unwanted, 3, carrier.open(network, unwanted),
            (peer, config) -> config.endFrame(END).joining(true).sessionSeed(1000));
        assertTrue(match.runUntilEnded(30_000), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(3).endReason(), match::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldNotStallWhenAPeerLeaves(final int leaver) {
        final Match match = match(3);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        final long[] before = new long[3];
        for (int index = 0; index < 3; index++) {
            before[index] = match.sessions.get(index).statistics().stallTicks();
        }
        match.sessions.get(leaver).leave();
        assertTrue(match.runUntilEnded(40_000), match::toString);
        for (int index = 0; index < 3; index++) {
            assertEquals(before[index], match.sessions.get(index).statistics().stallTicks(), match::toString);
            final EndReason reason = index == leaver ? EndReason.LEFT : EndReason.FINISHED;
            assertEquals(reason, match.sessions.get(index).endReason(), match::toString);
        }
        assertEquals(match.games.get((leaver + 1) % 3).hash, match.games.get((leaver + 2) % 3).hash);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldPlayOnAloneWhenTheOtherOneIsLost(final int victim) {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(6 * END)
            .twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(victim);
        assertTrue(match.runUntil(90_000, () -> match.sessions.get(1 - victim).frame() > 4 * END), match::toString);
        assertEquals(1 - victim, match.sessions.get(1 - victim).leader(), match::toString);
        assertTrue(match.runUntilEnded(60_000), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(1 - victim).endReason(), match::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldEndTheHigherOfTwoByTheTieBreak(final int victim) {
        final Match match = new Match(carrier, 2, 20,
            (peer, config) -> config.endFrame(END).twoPeerPolicy(TwoPeerPolicy.CONTINUE_TIEBREAK));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(victim);
        assertTrue(match.runUntilEnded(40_000), match::toString);
        assertEquals(victim == 1 ? EndReason.FINISHED : EndReason.MINORITY,
            match.sessions.get(1 - victim).endReason(), match::toString);
    }

    /** Its goodbye, sealed by the process that left, comes late or again: the process that came back has not left. */
    @Test
    void shouldNotTakeTheGoodbyeOfAnEarlierProcessForThatOfTheOneThatCameBack() {
        final SimulatedNetwork network = new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        final Match match = new Match(carrier, network, 3, (peer, config) -> config.endFrame(2 * END));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        final List<TestTransport.Datagram> goodbyes = new ArrayList<>();
        match.transports.get(1).outgoing = datagram -> datagram.type() != GOODBYE || !goodbyes.add(datagram.copy());
        match.sessions.get(1).leave();
        match.run(500);
        match.killed.add(1);
        match.run(500);
        match.add(1, 3, carrier.open(network, 1),
            (peer, config) -> config.endFrame(2 * END).joining(true).sessionSeed(1001));
        assertTrue(match.runUntil(20_000, () -> match.sessions.get(3).phase() == Phase.PLAYING), match::toString);
        match.run(1000);
        final long foreign = foreign(match);
        final long left = left(match);
        goodbyes.forEach(goodbye -> match.transports.get(goodbye.to).injected.add(goodbye));
        match.run(1000);
        assertTrue(goodbyes.size() >= 10, () -> goodbyes.size() + " goodbyes");
        assertEquals(foreign + goodbyes.size(), foreign(match), "none is of the link that there is now");
        assertEquals(left, left(match), match::toString);
        assertTrue(match.runUntilEnded(60_000), match::toString);
        for (final int index : new int[] {0, 2, 3}) {
            assertEquals(EndReason.FINISHED, match.sessions.get(index).endReason(), match::toString);
            assertEquals(match.games.get(3).hash, match.games.get(index).hash, match::toString);
        }
    }

    /** Datagrams that are not of the link with 1, by those who were there all the time. */
    private static long foreign(final Match match) {
        return match.sessions.get(0).statistics().peer(0).foreign()
            + match.sessions.get(2).statistics().peer(1).foreign();
    }

    private static long left(final Match match) {
        return match.count(0, SessionEvent.Type.PEER_LEFT) + match.count(2, SessionEvent.Type.PEER_LEFT);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldTakeAKilledPeerBack(final int victim) {
        rejoin(3, victim, 8000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldTakeBackAPeerThatWasNotMissedYet(final int victim) {
        rejoin(3, victim, 1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldTakeBackOneOfTwo(final int victim) {
        rejoin(2, victim, 1000);
        rejoin(2, victim, 7000);
    }

    /** The state comes from a frame beyond the inputs that anybody keeps. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldTakeAPeerBackLongAfterItWasLost(final int peers) {
        rejoin(peers, peers - 1, 14_000);
    }

    @Test
    void shouldTurnAwayWhoeverDoesNotHaveTheSeatsToken() {
        final SimulatedNetwork network = new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        final Match match = new Match(carrier, network, 2, (peer, config) -> config.endFrame(END).seatToken(10 + peer));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(1);
        match.run(1000);
        match.add(1, 2, carrier.open(network, 1),
            (peer, config) -> config.endFrame(END).joining(true).sessionSeed(1001).seatToken(12));
        assertTrue(match.runUntilEnded(60_000), match::toString);
        assertEquals(EndReason.MISMATCH, match.sessions.get(2).endReason(), match::toString);
        assertEquals("seat token differs from the one that player 0 knows", match.sessions.get(2).error());
        assertEquals(EndReason.FINISHED, match.sessions.get(0).endReason(), match::toString);
    }

    @Test
    void shouldNotWaitLongForAMatchThatIsOver() {
        final SimulatedNetwork network = new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        final Match match = new Match(carrier, network, 2, (peer, config) -> config.endFrame(END));
        assertTrue(match.runUntil(30_000, () -> match.everybodyPast(END - 20)), match::toString);
        match.killed.add(1);
        match.add(1, 2, carrier.open(network, 1), (peer, config) -> config.endFrame(END).joining(true)
            .sessionSeed(1001));
        assertTrue(match.runUntilEnded(20_000), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(0).endReason(), match::toString);
        assertEquals("the others were gone before this peer was taken in", match.sessions.get(2).error());
    }

    /** Only the leader can tell that a member does not answer: all others hear it. */
    @Test
    void shouldBeginWithoutAMemberThatHearsNothingWhenAnotherOneRestarts() {
        final SimulatedNetwork network = new SimulatedNetwork(6, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        final Match match = new Match(carrier, network, 6, (peer, config) -> config.endFrame(END));
        match.transports.get(5).outgoing = datagram -> datagram.type() != WINDOW;
        assertTrue(match.runUntil(5000, () -> match.sessions.stream().allMatch(s -> s.phase() == Phase.PLAYING)),
            match::toString);
        match.killed.add(5);
        match.add(5, 6, carrier.open(network, 5), (peer, config) -> config.endFrame(END).joining(true)
            .sessionSeed(1001));
        match.transports.forEach(transport -> transport.outgoing = datagram -> datagram.to != 4);
        assertTrue(match.runUntil(6000, () -> match.sessions.subList(0, 4).stream().allMatch(s -> s.frame() > 10)),
            match::toString);
    }

    /** Who comes back second must not take the first one's old end for a new one. */
    @Test
    void shouldTakeBackTwoOneAfterTheOther() {
        final SimulatedNetwork network = new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        final Match match = new Match(carrier, network, 3, (peer, config) -> config.endFrame(2 * END));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        for (int victim = 1; victim <= 2; victim++) {
            final int seat = victim;
            match.killed.add(victim);
            match.run(7000);
            match.add(victim, 3, carrier.open(network, victim),
                (peer, config) -> config.endFrame(2 * END).joining(true).sessionSeed(1000 + seat));
            match.run(7000);
        }
        assertTrue(match.runUntilEnded(90_000), match::toString);
        for (int index = 3; index < 5; index++) {
            assertEquals(EndReason.FINISHED, match.sessions.get(index).endReason(), match::toString);
            assertEquals(match.games.get(0).hash, match.games.get(index).hash, match::toString);
        }
        assertEquals(0, match.sessions.get(0).statistics().desyncs(), match::toString);
    }

    /** Two lose each other and play on, each alone; then one hears of the other's end, which is not the end here. */
    @Test
    void shouldPlayToTheEndWhenTheOtherOneDidSoWithoutUs() {
        final Match match = matchThatOnePlaysAlone();
        match.killed.remove(0);
        assertTrue(match.runUntilEnded(60_000), match::toString);
        assertPlayedAloneToo(match);
    }

    /** The same, but that end comes before it has missed the other: it does not take that for the end of its match. */
    @Test
    void shouldPlayToTheEndThoughItHearsOfThatOfTheOtherOneFirst() {
        final Match match = matchThatOnePlaysAlone();
        assertTrue(match.runUntil(30_000, () -> match.sessions.get(1).frame() > END - SECOND), match::toString);
        final int[] goodbyes = new int[1];
        match.transports.get(0).incoming = datagram -> {
            goodbyes[0] += datagram.type() == GOODBYE && match.sessions.get(0).epoch().has(1)
                && match.sessions.get(0).stalledNs() > 1000 * Match.MS ? 1 : 0;
            return datagram.type() == GOODBYE;
        };
        match.killed.remove(0);
        assertTrue(match.runUntilEnded(60_000), match::toString);
        assertTrue(goodbyes[0] > 0, match::toString);
        assertPlayedAloneToo(match);
    }

    /** Peer 0 stands still for so long that 1 goes on alone, and then hears nothing of it but its goodbye. */
    private Match matchThatOnePlaysAlone() {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(END)
            .twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(0);
        assertTrue(match.runUntil(10_000, () -> match.sessions.get(1).epoch().number() == 1), match::toString);
        match.transports.get(0).incoming = datagram -> datagram.type() == GOODBYE;
        return match;
    }

    private static void assertPlayedAloneToo(final Match match) {
        final long at = match.sessions.get(0).epoch().closedAt(1);
        assertTrue(at < END, match::toString);
        assertEquals(0, match.count(0, SessionEvent.Type.PEER_LEFT), match::toString);
        assertTrue(match.events.get(0).contains("PEER_DROPPED frame=" + at + " peer=1"), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(0).endReason(), match::toString);
        assertTrue(match.sessions.get(0).epoch().isBranch(), match::toString);
    }

    /** The last input of who leaves comes here only with the line-up that has it out. */
    @Test
    void shouldTellOfADepartureThatItHearsOfLast() {
        final Match match = match(3);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.transports.get(2).incoming = datagram -> datagram.from != 1
            && !(datagram.type() == RELAY && datagram.lane == Lane.INPUT);
        match.sessions.get(1).leave();
        assertTrue(match.runUntil(15_000, () -> match.sessions.get(2).epoch().number() == 1), match::toString);
        match.run(100);
        final String left = "PEER_LEFT frame=" + match.sessions.get(2).epoch().closedAt(1) + " peer=1";
        assertEquals(1, match.events.get(0).stream().filter(left::equals).count(), match::toString);
        assertEquals(1, match.events.get(2).stream().filter(left::equals).count(), match::toString);
        assertTrue(match.runUntilEnded(40_000), match::toString);
        assertEquals(match.games.get(0).hash, match.games.get(2).hash, match::toString);
    }

    private void rejoin(final int peers, final int victim, final long afterMs) {
        final SimulatedNetwork network = new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        final Match match = new Match(carrier, network, peers, (peer, config) -> config.endFrame(END));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(victim);
        match.run(afterMs);
        match.add(victim, peers, carrier.open(network, victim),
            (peer, config) -> config.endFrame(END).joining(true).sessionSeed(1000 + victim));
        assertTrue(match.runUntilEnded(60_000), match::toString);
        for (int index = 0; index <= peers; index++) {
            if (index != victim) {
                assertEquals(EndReason.FINISHED, match.sessions.get(index).endReason(), match::toString);
                assertEquals(match.games.get(peers).hash, match.games.get(index).hash, match::toString);
            }
        }
        assertEquals(1, match.count(peers, SessionEvent.Type.STARTED), match::toString);
    }

    @Test
    void shouldPauseAndResumeEverywhereInTheSameFrame() {
        final Match match = match(3);
        match.games.forEach(game -> game.pauses = true);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.sessions.get(1).pause();
        match.run(2000);
        final long steps = match.games.get(0).frames;
        match.run(1000);
        assertEquals(steps, match.games.get(0).frames, match::toString);
        match.sessions.get(1).resume();
        assertTrue(match.runUntilEnded(60_000), match::toString);
        match.assertFinishedAlike(END, "pause");
        assertTrue(match.games.get(0).frames < END, match::toString);
    }
}
