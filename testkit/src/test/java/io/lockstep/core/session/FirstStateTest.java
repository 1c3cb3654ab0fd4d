package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** Two games that begin in different states never have the same one: the handshake says so, before the first frame. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class FirstStateTest {

    @Parameter
    private Carrier carrier;

    @Test
    void shouldNameTheStatesBeforeTheFirstFrameWhenTheyDiffer() {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> { });
        match.games.get(1).hash = 2;
        assertTrue(match.runUntilEnded(3000), match::toString);
        for (int peer = 0; peer < 2; peer++) {
            final Session session = match.sessions.get(peer);
            assertEquals(EndReason.MISMATCH, session.endReason(), match.toString());
            assertEquals("state before the first frame differs: ours is " + crc(match, peer) + ", player " + (1 - peer)
                + "'s is " + crc(match, 1 - peer), session.error());
            assertEquals(0, match.games.get(peer).frames);
        }
    }

    /** Between the handshake, which has compared them, and the first frame: as a menu may do that stays open. */
    @Test
    void shouldReportStatesThatComeToDifferWhileLinksAreMeasured() {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(100));
        assertTrue(match.runUntil(3000, () -> match.count(1, SessionEvent.Type.PEER_CONNECTED) > 0), match::toString);
        assertEquals(Phase.CONNECTING, match.sessions.get(1).phase(), match::toString);
        match.games.get(1).hash = 2;
        assertTrue(match.runUntilEnded(6000), match::toString);
        for (int peer = 0; peer < 2; peer++) {
            assertTrue(match.events.get(peer).stream().anyMatch(text -> text.startsWith("DESYNC_REPORT")
                && text.contains("frame 0: the states differ before it; first ")), match::toString);
        }
    }

    private static String crc(final Match match, final int peer) {
        final ChecksumWriter sum = new ChecksumWriter();
        match.games.get(peer).save(sum);
        return String.format(Locale.ROOT, "CRC32 %08x", sum.checksum());
    }

    @Test
    void shouldAskNobodyWhoTakesItsStateFromTheMatch() {
        final SimulatedNetwork network =
            new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(10)).followPolls();
        final Match match = new Match(carrier, network, 3, (peer, config) -> config.endFrame(900));
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
        match.killed.add(2);
        match.add(2, 3, carrier.open(network, 2), (peer, config) -> config.endFrame(900).joining(true).sessionSeed(77));
        match.games.get(3).hash = 12_345;
        assertTrue(match.runUntilEnded(40_000), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(3).endReason(), match.toString());
        assertEquals(match.games.get(0).hash, match.games.get(3).hash);
    }
}
