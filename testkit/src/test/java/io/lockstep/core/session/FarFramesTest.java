package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.ScenarioEvent;
import io.lockstep.testkit.SimulatedMatch;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.StampedGame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Frame numbers are 64 bits wide: matches that begin just before an int, signed or not, has no more bits. */
@ParameterizedClass(name = "from frame {0}")
@ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
class FarFramesTest {

    private static final long BEGUN = 60;
    private static final long END = 600;

    @Parameter
    private long start;

    private Match match(final SimulatedNetwork network, final int peers) {
        return new Match(network, peers, (peer, config) -> config.startFrame(start).endFrame(start + END));
    }

    private static SimulatedNetwork network(final int peers) {
        return new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(20)).followPolls();
    }

    private Match begun(final SimulatedNetwork network, final int peers) {
        final Match match = match(network, peers);
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(start + BEGUN)), match::toString);
        return match;
    }

    private void assertEndsAlike(final Match match, final int... peers) {
        assertTrue(match.runUntilEnded(60_000), match::toString);
        for (final int peer : peers) {
            assertEquals(EndReason.FINISHED, match.sessions.get(peer).endReason(), match::toString);
            assertEquals(start + END, match.sessions.get(peer).frame(), match::toString);
            assertEquals(match.games.get(peers[0]).hash, match.games.get(peer).hash, match::toString);
        }
    }

    /** Windows with losses, which are repeated, and by way of a third peer. */
    @Test
    void shouldPlayThroughLossAndDetours() {
        final SimulatedNetwork network = network(3).conditions(LinkConditions.latency(20).withLoss(0.1));
        final Match match = begun(network, 3);
        network.cut(0, 1);
        network.cut(1, 0);
        assertEndsAlike(match, 0, 1, 2);
        assertEquals(0, match.sessions.get(0).statistics().desyncs(), match::toString);
        assertTrue(match.sessions.get(0).statistics().checkedFrames() > 0, match::toString);
    }

    /** Two others hand on what one withholds. */
    @Test
    void shouldTakeInputsThatOthersHandOn() {
        final Match match = begun(network(4), 4);
        final int[] answers = {0};
        match.transports.get(0).outgoing = datagram ->
            (datagram.type() != MessageType.RELAY.code() || datagram.bytes[1] != Relay.Kind.CARRY.ordinal())
            && (datagram.type() != MessageType.INPUT_WINDOW.code() || datagram.to != 1);
        match.transports.get(2).outgoing = datagram -> {
            answers[0] += datagram.to == 1 && datagram.type() == MessageType.RELAY.code() ? 1 : 0;
            return true;
        };
        assertEndsAlike(match, 0, 1, 2, 3);
        assertEquals(0, match.count(1, SessionEvent.Type.PEER_DROPPED), match::toString);
        assertTrue(answers[0] > 100, () -> answers[0] + " answers: " + match);
    }

    /** A cut, and a newcomer with the state of a donor. */
    @Test
    void shouldLoseAPeerAndTakeItBack() {
        final SimulatedNetwork network = network(3);
        final Match match = new Match(network, 3, (peer, config) ->
            config.startFrame(start).endFrame(start + END).dropTimeoutMs(2000));
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(start + BEGUN)), match::toString);
        match.killed.add(2);
        assertTrue(match.runUntil(4000, () -> !match.sessions.get(0).epoch().has(2)), match::toString);
        assertTrue(match.sessions.get(0).epoch().closedAt(2) > start, match::toString);
        match.add(2, 3, network.endpoint(2), (peer, config) -> config.startFrame(start).endFrame(start + END)
            .dropTimeoutMs(2000).joining(true).sessionSeed(1000));
        assertEndsAlike(match, 0, 1, 3);
        assertEquals(1, match.count(3, SessionEvent.Type.STARTED), match::toString);
    }

    @Test
    void shouldReportADifferenceAndRepairIt() {
        final Match match = begun(network(3), 3);
        match.games.get(2).hash++;
        assertEndsAlike(match, 0, 1, 2);
        assertEquals(1, match.sessions.get(2).statistics().repairs(), match::toString);
        assertEquals(1, match.count(0, SessionEvent.Type.DESYNC_REPORT), match::toString);
        assertTrue(match.events.get(0).stream().anyMatch(text -> text.startsWith("DESYNC frame="
            + (start + BEGUN) / 100)), match::toString);
    }

    @Test
    void shouldPauseAndResume() {
        final Match match = begun(network(3), 3);
        match.games.forEach(game -> game.pauses = true);
        assertTrue(match.sessions.get(1).pause());
        match.run(1000);
        assertEquals(1, match.count(0, SessionEvent.Type.PAUSED), match::toString);
        assertTrue(match.sessions.get(1).resume());
        assertEndsAlike(match, 0, 1, 2);
        assertTrue(match.games.get(0).frames < END - 30, match::toString);
    }

    /** A spectator reads what a recorder writes. */
    @Test
    void shouldShowAndRecordTheMatch() {
        final Stands stands = new Stands(2, 1, 7, new FeedConfig(), config ->
            config.startFrame(start).endFrame(start + END));
        final Stands.Seat first = stands.watch(10, 0);
        stands.run(3000);
        final Stands.Seat second = stands.watch(11, 1);
        stands.runToTheEnd();
        stands.assertSawTheMatch(first);
        stands.assertSawTheMatch(second);
    }

    /** The judges count as far as the sessions: a match played ahead, in which one dies and comes back. */
    @Test
    void shouldBeJudged() {
        final Scenario scenario = Scenario.of(Profile.WIFI_AVERAGE, 4, 900);
        scenario.game = StampedGame.NAME;
        scenario.startFrame = start;
        scenario.prediction = 6;
        scenario.dropTimeoutMs = 2000;
        scenario.events.add(new ScenarioEvent.Kill(3000, 3));
        scenario.events.add(new ScenarioEvent.Restart(6000, 3));
        final MatchResult result = new SimulatedMatch(scenario, 1, StampedGame.seats()).run();
        assertTrue(result.ok(), result::toString);
    }
}
