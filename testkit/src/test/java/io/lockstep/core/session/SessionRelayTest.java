package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.transport.Lane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two peers that do not hear each other play on through a third. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class SessionRelayTest {

    @Parameter
    private Carrier carrier;

    private static void cut(final Match match, final int from, final int to, final boolean wholeLink) {
        final TestTransport.Hook before = match.transports.get(from).outgoing;
        match.transports.get(from).outgoing = datagram ->
            (datagram.to != to || !wholeLink && datagram.lane == Lane.CONTROL) && before.pass(datagram);
    }

    @ParameterizedTest
    @ValueSource(longs = {-5_000_000_000L, 0, 1_000_000_000L, 4_000_000_000_000_000L})
    void shouldStartThoughTwoPeersNeverHearEachOthersInputs(final long startNs) {
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(200));
        match.nowNs = startNs;
        cut(match, 0, 1, false);
        cut(match, 1, 0, false);
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(190)), match::toString);
        assertEquals(0, match.count(0, SessionEvent.Type.INPUT_DISAGREEMENT));
    }

    @ParameterizedTest
    @CsvSource({"3, false", "3, true", "5, true"})
    void shouldPlayOnThoughTwoPeersStopHearingEachOther(final int peers, final boolean bothWays) {
        final Match match = new Match(carrier, peers, 20, (peer, config) -> config.endFrame(5000));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        cut(match, 0, 1, true);
        if (bothWays) {
            cut(match, 1, 0, true);
        }
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(900)), match::toString);
        for (int peer = 0; peer < peers; peer++) {
            assertEquals(0, match.sessions.get(peer).statistics().desyncs(), match::toString);
            assertEquals(EndReason.NONE, match.sessions.get(peer).endReason(), match::toString);
        }
    }

    @Test
    void shouldRelayNothingWhileEverybodyHearsEverybody() {
        final int[] relays = new int[1];
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(300));
        match.transports.forEach(transport -> transport.outgoing = datagram -> {
            relays[0] += datagram.type() == MessageType.RELAY.code() ? 1 : 0;
            return true;
        });
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(300, "no relays");
        assertEquals(0, relays[0]);
    }

    @Test
    void shouldHearEachOtherDirectlyAgainWhenTheWayIsBack() {
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(900));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        cut(match, 0, 1, true);
        cut(match, 1, 0, true);
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(500)), match::toString);
        match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(900, "healed");
    }
}
