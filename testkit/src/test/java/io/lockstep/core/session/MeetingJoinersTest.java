package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests peers that want to join a match and meet others that have none either. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class MeetingJoinersTest {

    private static final long LATENCY_MS = 20;
    private static final long MINUTE_MS = 60_000;
    private static final int TIMEOUT_MS = 15_000;
    /** Time, in milliseconds, in which a peer misses another one; longer than a joiner waits for a match. */
    private static final int SILENCE_MS = 7000;
    /** Time, in milliseconds, in which two greet each other; shorter than a joiner waits for a match. */
    private static final int GREETED_MS = 1000;

    @Parameter
    private Carrier carrier;

    private static SimulatedNetwork network(final int peers) {
        return new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(LATENCY_MS)).followPolls();
    }

    /** Starts the peers of a bit set as joiners, and the others as beginners. */
    private static BiConsumer<Integer, SessionConfig> joining(final int joiners) {
        return (peer, config) -> config.joining((joiners & 1 << peer) != 0).seatToken(peer);
    }

    @ParameterizedTest
    @CsvSource({"2, false", "3, false", "2, true"})
    void shouldEndWithinSecondsIfAllJoinAndNoneHasAMatch(final int peers, final boolean told) {
        final Match match = new Match(carrier, network(peers), peers, joining((1 << peers) - 1)
            .andThen((peer, config) -> config.matchConfig(told ? new byte[] {1} : null)));
        assertTrue(match.runUntilEnded(5000), match::toString);
        for (final Session session : match.sessions) {
            assertEquals(EndReason.NO_MATCH, session.endReason(), match::toString);
            assertTrue(session.error().contains("has a match to join: player"), session.error());
        }
    }

    @Test
    void shouldBeginTogetherOnceEveryPeerHasLearnedThatNoneHasAMatch() {
        final SimulatedNetwork network = network(2);
        final Match match = new Match(carrier, network, 2, joining(3));
        assertTrue(match.runUntilEnded(5000), match::toString);
        for (int peer = 0; peer < 2; peer++) {
            final int index = peer;
            match.killed.add(peer);
            match.add(peer, 2, carrier.open(network, peer), (any, config) ->
                config.endFrame(100).sessionSeed(1000 + index));
        }
        assertTrue(match.runUntilEnded(10_000), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(2).endReason(), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(3).endReason(), match::toString);
        assertEquals(match.games.get(2).hash, match.games.get(3).hash);
    }

    /** Nobody could say meanwhile that it has a match. */
    @Test
    void shouldListenAsLongForAMatchAfterASleep() {
        final Match match = new Match(carrier, network(2), 2, joining(3));
        assertTrue(match.runUntil(5000, () -> match.count(0, SessionEvent.Type.PEER_CONNECTED) > 0
            && match.count(1, SessionEvent.Type.PEER_CONNECTED) > 0), match::toString);
        match.run(GREETED_MS);
        match.nowNs += SILENCE_MS * Match.MS;
        match.run(GREETED_MS / 2);
        assertEquals(Phase.CONNECTING, match.sessions.get(0).phase(), match::toString);
        assertEquals(Phase.CONNECTING, match.sessions.get(1).phase(), match::toString);
        assertTrue(match.runUntilEnded(GREETED_MS), match::toString);
        assertEquals(EndReason.NO_MATCH, match.sessions.get(0).endReason(), match::toString);
    }

    /** The third peer may have a match of its own: the two present peers cannot know. */
    @Test
    void shouldNameThePeersWithoutAMatchAfterTheTimeoutIfOneIsMissing() {
        final Match match = new Match(carrier, network(3), 3, joining(7));
        match.killed.add(2);
        match.run(TIMEOUT_MS - 1000);
        assertEquals(Phase.CONNECTING, match.sessions.get(0).phase(), match::toString);
        assertTrue(match.runUntilEnded(3000), match::toString);
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(EndReason.PEER_TIMED_OUT, match.sessions.get(peer).endReason(), match::toString);
            assertTrue(match.sessions.get(peer).error().contains("player 2 did not answer"),
                match.sessions.get(peer).error());
            assertTrue(match.sessions.get(peer).error().contains("player " + (1 - peer) + " joins"),
                match.sessions.get(peer).error());
        }
    }

    /** Some peers begin and admit the joiners; none was told a match config. */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "3, 1", "3, 2", "3, 4", "3, 3", "3, 5", "3, 6"})
    void shouldTakeInEveryJoinerThatMeetsAPeerWhichBegins(final int peers, final int joiners) {
        final Match match = new Match(carrier, network(peers), peers, joining(joiners));
        assertTrue(match.runUntil(15_000, () ->
            match.sessions.stream().allMatch(session -> session.phase() == Phase.PLAYING)), match::toString);
        match.run(1000);
        for (final Session session : match.sessions) {
            assertEquals(Integer.toBinaryString((1 << peers) - 1),
                Integer.toBinaryString(session.epoch().members().mask()),
                match::toString);
        }
    }

    /** The lowest peer that begins decides the config; a joiner only repeats it. */
    @ParameterizedTest
    @CsvSource({"2, 1, 1", "3, 1, 1", "3, 3, 2", "3, 1, 0"})
    void shouldAgreeOnAMatchConfigThatOnePeerWasTold(final int peers, final int joiners, final int told) {
        final Match match = new Match(carrier, network(peers), peers, joining(joiners).andThen((peer, config) -> {
            if (peer == told) {
                config.matchConfig(new byte[] {1, 2, 3});
            }
        }));
        assertTrue(match.runUntil(15_000, () ->
            match.sessions.stream().allMatch(session -> session.phase() == Phase.PLAYING)), match::toString);
        assertTrue(IntStream.range(0, peers).allMatch(peer -> match.games.get(peer).told.contains("010203")),
            match::toString);
    }

    /** Both have joined the match before: what each said in its handshake is older than that. */
    @Test
    void shouldTakeInAPeerThatMeetsOnlyOnesThatEnteredTheMatchThemselves() {
        final SimulatedNetwork network = network(2);
        final Match match = new Match(carrier, network, 2, joining(2));
        assertTrue(match.runUntil(10_000, () -> match.everybodyPast(100)), match::toString);
        for (int round = 0; round < 3; round++) {
            final int peer = round & 1;
            final int seed = 1000 + round;
            match.killed.add(round == 0 ? 0 : round == 1 ? 1 : 2);
            match.run(7000);
            match.add(peer, 2, carrier.open(network, peer), (any, config) ->
                config.joining(true).seatToken(peer).sessionSeed(seed));
            final Session last = match.sessions.get(match.sessions.size() - 1);
            assertTrue(match.runUntil(MINUTE_MS, () -> last.phase() == Phase.PLAYING), match::toString);
        }
    }
    /** Peer 0 joined the match, too, so only its later messages show that it has one: they come after its greeting. */
    @Test
    void shouldWaitForTheMatchOfAPeerWhoseGreetingDoesNotShowIt() {
        final SimulatedNetwork network = network(2);
        final Match match = new Match(carrier, network, 2, joining(1));
        assertTrue(match.runUntil(10_000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(1);
        match.run(SILENCE_MS);
        match.add(1, 2, carrier.open(network, 1), (any, config) ->
            config.joining(true).seatToken(1).sessionSeed(1000));
        final int[] held = new int[2];
        match.transports.get(2).incoming = datagram -> {
            held[0]++;
            return false;
        };
        match.run(SILENCE_MS);
        match.transports.get(2).incoming = datagram -> {
            held[1] += datagram.sequence() == 0 ? 0 : 1;
            return datagram.sequence() == 0;
        };
        assertTrue(held[0] > 0, match::toString);
        match.run(GREETED_MS);
        assertTrue(match.count(2, SessionEvent.Type.PEER_CONNECTED) > 0 && held[1] > 0, match::toString);
        match.transports.get(2).incoming = TestTransport.Hook.PASS;
        assertTrue(match.runUntil(MINUTE_MS, () -> match.sessions.get(2).phase() == Phase.PLAYING), match::toString);
    }
}
