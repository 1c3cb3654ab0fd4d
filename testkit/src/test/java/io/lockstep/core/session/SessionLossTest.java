package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a match that loses a peer: which peers go on, when, and which do not. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionLossTest {

    private static final int CUT = MembershipMessage.Kind.CUT.ordinal();

    @Parameter
    private Carrier carrier;

    private static boolean isCut(final TestTransport.Datagram datagram) {
        return datagram.type() == MessageType.MEMBERSHIP.code() && datagram.bytes[1] == CUT;
    }

    @Test
    void shouldGoOnAloneAfterTheDropTimeoutAndNeverMeetAgain() {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(700).inputDelay(5)
            .dropTimeoutMs(2000).twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)));
        final long start = match.nowNs;
        final List<TestTransport.Datagram> delayed = new ArrayList<>();
        match.transports.forEach(transport -> transport.outgoing = datagram -> {
            delayed.add(datagram);
            return false;
        });
        final long[] droppedMs = new long[2];
        match.runUntil(4000, () -> {
            for (int peer = 0; peer < 2; peer++) {
                if (droppedMs[peer] == 0 && match.count(peer, SessionEvent.Type.PEER_DROPPED) == 1) {
                    droppedMs[peer] = (match.nowNs - start) / Match.MS;
                }
            }
            return false;
        });
        assertEquals(2020, droppedMs[0], 21, match::toString);
        assertEquals(2020, droppedMs[1], 21, match::toString);
        match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
        final int[] cuts = new int[2];
        match.transports.forEach(transport -> transport.incoming = datagram -> {
            cuts[datagram.to] += isCut(datagram) ? 1 : 0;
            return true;
        });
        // Each peer gets old datagrams of the other one and answers with the cut in which it went on alone.
        delayed.forEach(datagram -> match.transports.get(datagram.to).injected.add(datagram));
        match.run(1000);
        assertTrue(cuts[0] > 0 && cuts[1] > 0, () -> Arrays.toString(cuts) + " cuts: " + match);
        for (int peer = 0; peer < 2; peer++) {
            final Session session = match.sessions.get(peer);
            assertEquals(peer, session.leader(), match.toString());
            assertEquals(1 << peer, session.epoch().members().mask());
            assertTrue(session.epoch().isBranch());
        }
        assertTrue(match.runUntilEnded(20_000), match::toString);
        for (final Session session : match.sessions) {
            assertEquals(EndReason.FINISHED, session.endReason(), match.toString());
            assertEquals(700, session.frame());
            assertEquals(0, session.statistics().desyncs(), match.toString());
        }
    }

    /** One slept for so long that the other goes on alone, and is told so before it has missed the other itself. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldGoOnAloneThoughTheOtherSaysFirstThatItDoes(final int sleeper) {
        final int other = 1 - sleeper;
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(700)
            .dropTimeoutMs(2000).twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(sleeper);
        assertTrue(match.runUntil(5000, () -> match.sessions.get(other).epoch().isBranch()), match::toString);
        final int[] told = new int[1];
        match.transports.get(sleeper).incoming = datagram -> {
            told[0] += isCut(datagram) && match.sessions.get(sleeper).epoch().has(other) ? 1 : 0;
            return true;
        };
        match.killed.remove(sleeper);
        assertTrue(match.runUntilEnded(20_000), match::toString);
        assertTrue(told[0] > 0, () -> "it was not told before it went on alone: " + match);
        for (final Session session : match.sessions) {
            assertEquals(EndReason.FINISHED, session.endReason(), match::toString);
            assertTrue(session.epoch().isBranch(), match::toString);
        }
    }

    @Test
    void shouldKeepABranchLongerThanAnySideWithoutAQuorum() {
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.dropTimeoutMs(2000).twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
        match.stepNs = 4 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(30)));
        match.transports.forEach(transport -> transport.outgoing = datagram -> false);
        match.run(70_000);
        for (final Session session : match.sessions) {
            assertEquals(EndReason.NONE, session.endReason(), match.toString());
            assertTrue(session.frame() > 60 * 66, match.toString());
        }
    }

    @Test
    void shouldStandStillWithoutAQuorumAndEndAfterAMinute() {
        final Match match = new Match(carrier, 4, 20, (peer, config) -> config.dropTimeoutMs(2000));
        match.stepNs = 4 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(30)));
        for (int peer = 0; peer < 4; peer++) {
            final boolean small = peer == 3;
            match.transports.get(peer).outgoing = datagram -> small == (datagram.to == 3);
        }
        match.run(61_000);
        final long frame = match.sessions.get(3).frame();
        assertEquals(EndReason.NONE, match.sessions.get(3).endReason(), match.toString());
        assertTrue(match.runUntil(2000, () -> match.sessions.get(3).endReason() == EndReason.MINORITY),
            match::toString);
        assertEquals(frame, match.sessions.get(3).frame());
        assertTrue(frame < 100, match::toString);
        for (int peer = 0; peer < 3; peer++) {
            assertEquals(EndReason.NONE, match.sessions.get(peer).endReason(), match.toString());
            assertTrue(match.sessions.get(peer).frame() > 60 * 56, match.toString());
        }
    }

    @Test
    void shouldNotEndARunningMatchAfterTheSilenceTimeout() {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.silenceTimeoutMs(700).endFrame(400));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(30)));
        match.transports.forEach(transport -> transport.outgoing = datagram -> false);
        match.run(4000);
        match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(400, "silence");
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(0, match.count(peer, SessionEvent.Type.PEER_TIMED_OUT), match.toString());
        }
    }

    @Test
    void shouldDropAPeerThatStopsPolling() {
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(200).dropTimeoutMs(2000));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(30)));
        match.killed.add(2);
        assertTrue(match.runUntilEnded(8000), match::toString);
        for (int peer = 0; peer < 2; peer++) {
            final Session session = match.sessions.get(peer);
            assertEquals(EndReason.FINISHED, session.endReason(), match.toString());
            assertEquals(200, session.frame());
            assertEquals(match.games.get(0).hash, match.games.get(peer).hash);
            assertEquals(1, match.count(peer, SessionEvent.Type.PEER_DROPPED), match.toString());
            assertEquals(2 * 60, session.statistics().stallTicks(), 12, match.toString());
        }
        final List<String> dropped = new ArrayList<>(match.events.get(0));
        dropped.retainAll(match.events.get(1));
        assertTrue(dropped.stream().anyMatch(text -> text.matches("PEER_DROPPED frame=\\d+ peer=2")),
            match::toString);
    }

    /** The tie-breaker of two leaves, and so many of its goodbyes are lost. */
    private Match leftWith(final TwoPeerPolicy policy, final int lost) {
        final int[] goodbyes = {0};
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.dropTimeoutMs(2000).twoPeerPolicy(policy).endFrame(600));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(30)));
        match.transports.get(0).outgoing = datagram ->
            datagram.type() != MessageType.GOODBYE.code() || ++goodbyes[0] > lost;
        match.sessions.get(0).leave();
        assertTrue(match.runUntilEnded(70_000), match::toString);
        assertEquals(EndReason.LEFT, match.sessions.get(0).endReason());
        assertEquals(1, match.count(1, SessionEvent.Type.PEER_LEFT), match.toString());
        assertEquals(0, match.count(1, SessionEvent.Type.PEER_DROPPED), match.toString());
        return match;
    }

    @ParameterizedTest
    @EnumSource(TwoPeerPolicy.class)
    void shouldPlayOnWhenAllGoodbyesOfALeaverButOneAreLost(final TwoPeerPolicy policy) {
        final Match match = leftWith(policy, 9);
        assertEquals(EndReason.FINISHED, match.sessions.get(1).endReason(), match.toString());
        assertEquals(600, match.sessions.get(1).frame());
        assertEquals(0, match.sessions.get(1).statistics().stallTicks(), match.toString());
        assertEquals(1, match.sessions.get(1).leader(), match.toString());
        assertFalse(match.sessions.get(1).epoch().isBranch(), "nobody else goes on");
    }

    /** What has marked its last input may have decided something since: only the policy of the two knows better. */
    @ParameterizedTest
    @CsvSource({"REJOIN, MINORITY", "CONTINUE_ALL, FINISHED", "CONTINUE_TIEBREAK, MINORITY", "HALT, HALTED"})
    void shouldDoAsAgreedWhenEveryGoodbyeOfALeaverIsLost(final TwoPeerPolicy policy, final EndReason reason) {
        final Match match = leftWith(policy, Integer.MAX_VALUE);
        assertEquals(reason, match.sessions.get(1).endReason(), match.toString());
    }
}
