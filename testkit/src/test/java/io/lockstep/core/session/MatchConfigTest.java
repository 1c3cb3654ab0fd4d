package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.RecordingPlayer;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.replay.RecordingWriter;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** What the host says of the match every game is told before its first frame, or nobody plays. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class MatchConfigTest {

    private static final byte[] SEED = {1, 2, 3, 4, 5, 6, 7, 8};
    private static final List<String> TOLD = List.of("0102030405060708");
    private static final long END = 120;

    @Parameter
    private Carrier carrier;

    private static void assertTold(final Match match, final long endFrame) {
        match.assertFinishedAlike(endFrame, "a match config");
        for (final TestGame game : match.games) {
            assertEquals(TOLD, game.told);
            assertEquals(match.games.get(0).hash, game.hash);
        }
    }

    private static void assertEnds(final Match match, final int peer, final String text) {
        assertEquals(EndReason.MISMATCH, match.sessions.get(peer).endReason(), match.toString());
        assertEquals(text, match.sessions.get(peer).error());
        assertEquals(0, match.games.get(peer).frames);
    }

    @Test
    void shouldTellEveryGameWhatTheHostSays() {
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.endFrame(END).matchConfig(peer == 0 ? SEED : null));
        assertTrue(match.runUntilEnded(6000), match::toString);
        assertTold(match, END);
    }

    @Test
    void shouldTellEveryGameWhatAllSayAlike() {
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.endFrame(END).matchConfig(SEED));
        assertTrue(match.runUntilEnded(6000), match::toString);
        assertTold(match, END);
    }

    @Test
    void shouldNameBothWhenTwoSayOther() {
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.endFrame(END).matchConfig(peer == 0 ? SEED : new byte[100]));
        assertTrue(match.runUntilEnded(3000), match::toString);
        final String host = "0x0102030405060708";
        final String guest = "100 bytes, CRC32 9988c6ca";
        assertEnds(match, 0, "match config differs: ours is " + host + ", player 1's is " + guest);
        assertEnds(match, 1, "match config differs: ours is " + guest + ", player 0's is " + host);
    }

    @Test
    void shouldNotTakeWhatTheHostDoesNotKnow() {
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.endFrame(END).matchConfig(peer == 0 ? null : SEED));
        assertTrue(match.runUntilEnded(3000), match::toString);
        assertEnds(match, 0, "match config differs: ours is empty, player 1's is 0x0102030405060708");
        assertEnds(match, 1, "match config differs: ours is 0x0102030405060708, player 0's is empty");
    }

    @Test
    void shouldCompareTheStatesThatComeOfIt() {
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.endFrame(END).matchConfig(peer == 0 ? SEED : null));
        match.games.get(1).hash = 2;
        assertTrue(match.runUntilEnded(3000), match::toString);
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(EndReason.MISMATCH, match.sessions.get(peer).endReason(), match.toString());
            assertTrue(match.sessions.get(peer).error().startsWith("state before the first frame differs: ours is "),
                match.sessions.get(peer)::error);
            assertEquals(TOLD, match.games.get(peer).told);
        }
    }

    @Test
    void shouldEndForTheGameThatRefusesIt() {
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.endFrame(END).matchConfig(peer == 0 ? SEED : null));
        match.games.get(1).refusesConfig = true;
        assertTrue(match.runUntilEnded(3000), match::toString);
        assertEnds(match, 1, "the game refuses the match config 0x0102030405060708: no such map");
        assertEquals(EndReason.PEER_LEFT, match.sessions.get(0).endReason());
    }

    @Test
    void shouldTellThemUnderASeal() {
        final MatchKey key = MatchKey.of(new byte[MatchKey.BYTES]);
        final Match match = new Match(CoreCarrier.MEMORY, 3, 20, (peer, config) ->
            config.endFrame(END).keys(LinkKeys.of(key)).matchConfig(peer == 0 ? SEED : null));
        assertTrue(match.runUntilEnded(6000), match::toString);
        assertTold(match, END);
    }

    @Test
    void shouldRefuseAnotherStateUnderASeal() {
        final MatchKey key = MatchKey.of(new byte[MatchKey.BYTES]);
        final Match match = new Match(CoreCarrier.MEMORY, 2, 20, (peer, config) ->
            config.endFrame(END).keys(LinkKeys.of(key)).matchConfig(peer == 0 ? SEED : null));
        match.games.get(1).hash = 2;
        assertTrue(match.runUntilEnded(3000), match::toString);
        for (final Session session : match.sessions) {
            assertEquals(EndReason.MISMATCH, session.endReason(), match.toString());
        }
    }

    @Test
    void shouldTellWhoComesLateAndComesBack() {
        final SimulatedNetwork network =
            new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(10)).followPolls();
        final Match match = new Match(carrier, network, 3, (peer, config) -> config.endFrame(900)
            .matchConfig(peer == 0 ? SEED : null).twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
        match.killed.add(2);
        match.add(2, 3, carrier.open(network, 2), (peer, config) -> config.endFrame(900).joining(true).sessionSeed(77)
            .twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
        assertTrue(match.runUntilEnded(40_000), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(3).endReason(), match.toString());
        assertEquals(TOLD, match.games.get(3).told);
        assertEquals(match.games.get(0).hash, match.games.get(3).hash);
    }

    @Test
    void shouldRefuseWhoComesLateWithAnother() {
        final SimulatedNetwork network =
            new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(10)).followPolls();
        final Match match = new Match(carrier, network, 3, (peer, config) -> config.endFrame(900).matchConfig(SEED));
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
        match.killed.add(2);
        match.add(2, 3, carrier.open(network, 2), (peer, config) -> config.endFrame(900).joining(true).sessionSeed(77)
            .matchConfig(new byte[] {9}));
        assertTrue(match.runUntil(10_000, () -> match.sessions.get(3).phase() == Phase.ENDED), match::toString);
        final String error = match.sessions.get(3).error();
        assertTrue(error.startsWith("match config differs: ours is 0x09, player "), error);
        assertTrue(error.endsWith("'s is 0x0102030405060708"), error);
    }

    @Test
    void shouldBeInARecordingAndToldToWhoPlaysIt() {
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(END)
            .matchConfig(peer == 0 ? SEED : null).recording(peer == 0 ? null : new RecordingWriter(bytes -> {
                file.write(bytes.array(), bytes.position(), bytes.remaining());
                return null;
            }, "test")));
        assertTrue(match.runUntilEnded(6000), match::toString);
        final RecordingReader recording = new RecordingReader(ByteBuffer.wrap(file.toByteArray()));
        assertEquals(ByteBuffer.wrap(SEED), recording.header().match().matchConfig());
        final TestGame again = new TestGame();
        final RecordingPlayer player = new RecordingPlayer(recording, again);
        player.toEnd();
        assertEquals(TOLD, again.told);
        assertEquals(match.games.get(0).hash, again.hash);
    }
}
