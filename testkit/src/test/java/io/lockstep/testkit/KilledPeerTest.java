package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a process leaves behind that ends without a word, and what the next one at its seat finds. */
class KilledPeerTest {

    private static final long MS = 1_000_000L;

    private final SimulatedNetwork network = new SimulatedNetwork(2, 1).conditions(LinkConditions.latency(10));
    private final Transport one = network.endpoint(0);
    private final int[] heard = new int[1];

    private static void send(final Transport from, final int to, final Lane lane) {
        from.send(to, lane, 0, ByteBuffer.allocate(1));
    }

    private int hears(final Transport at, final long atMs) {
        heard[0] = 0;
        network.advanceTo(atMs * MS);
        at.poll(0, (peer, lane, tag, payload) -> heard[0]++);
        return heard[0];
    }

    @ParameterizedTest
    @EnumSource(Lane.class)
    void shouldLetWhatItSentTravelOn(final Lane lane) {
        final Transport other = network.endpoint(1);
        send(other, 0, lane);
        network.kill(1);
        assertEquals(Transport.SendResult.CLOSED, other.send(0, lane, 0, ByteBuffer.allocate(1)));
        assertEquals(1, hears(one, 10));
    }

    @ParameterizedTest
    @EnumSource(Lane.class)
    void shouldLoseWhatArrivesBeforeTheNextProcess(final Lane lane) {
        final Transport other = network.endpoint(1);
        send(one, 1, lane);
        network.kill(1);
        assertEquals(0, hears(other, 10));
        network.advanceTo(12 * MS);
        send(one, 1, lane);
        network.advanceTo(30 * MS);
        final Transport next = network.endpoint(1);
        assertEquals(0, hears(next, 31));
        send(one, 1, lane);
        assertEquals(1, hears(next, 41));
    }

    @Test
    void shouldTellTheOthersOfASeatThatIsEmptyFromTheStart() {
        network.endpoint(1);
        network.kill(1);
        assertEquals(Transport.SendResult.NOT_CONNECTED, one.send(1, Lane.INPUT, 0, ByteBuffer.allocate(1)));
    }

    private static MatchResult play(final ScenarioEvent... events) {
        final Scenario scenario = Scenario.of(Profile.WIFI_GOOD, 3, 600);
        scenario.events.addAll(List.of(events));
        return new SimulatedMatch(scenario, 1, StampedGame.seats()).run();
    }

    @Test
    void shouldKeepTheFramesOfAKilledPeer() {
        final MatchResult result = play(new ScenarioEvent.Kill(3000, 2));
        assertTrue(result.frames[2] > 60 && result.frames[2] < 180, result::toJson);
        assertNotEquals(0, result.stateCrc[2]);
        assertTrue(result.datagramsPerSecond[2] > 0, result::toJson);
    }

    @Test
    void shouldKillRightAfterADatagram() {
        final MatchResult welcome = play(new ScenarioEvent.KillAt(0, 2, "Hello", 1));
        assertEquals(0, welcome.frames[2]);
        final MatchResult heartbeat = play(new ScenarioEvent.KillAt(2000, 2, "InputWindow", 200));
        assertTrue(heartbeat.frames[2] > 60 && heartbeat.frames[2] < 300, heartbeat::toJson);
    }

    @Test
    void shouldBreakNoPromiseOfOrderOrAgreementByStartingAgain() {
        final MatchResult result = play(new ScenarioEvent.Kill(3000, 2), new ScenarioEvent.Restart(3500, 2));
        final MatchResult again = play(new ScenarioEvent.Kill(3000, 2), new ScenarioEvent.Restart(3500, 2));
        assertEquals(result.toJson(), again.toJson());
        assertTrue(result.violations.stream().allMatch(violation -> violation.promise().equals("L2")),
            result::toJson);
    }

    @Test
    void shouldLetAPeerLeave() {
        final MatchResult result = play(new ScenarioEvent.Leave(3000, 1));
        assertTrue(result.frames[1] < 180, result::toJson);
        assertTrue(result.violations.stream().allMatch(violation -> violation.promise().equals("L2")),
            result::toJson);
    }

    @Test
    void shouldDrawTheSameChurnAgainAndWriteItDown() {
        for (long seed = 1; seed <= 200; seed++) {
            final Scenario scenario = SwarmScenarios.drawChurn(seed, 1200);
            assertEquals(scenario.toJson(), SwarmScenarios.drawChurn(seed, 1200).toJson());
            final String json = scenario.toJson();
            assertEquals(json, Scenario.parse(json.getBytes(StandardCharsets.UTF_8)).toJson());
        }
    }

    @Test
    void shouldShrinkWhoDies() {
        final Scenario scenario = Scenario.of(Profile.LAN, 5, 600);
        scenario.events.addAll(List.of(new ScenarioEvent.Kill(1000, 4), new ScenarioEvent.Restart(2000, 4),
            new ScenarioEvent.KillAt(500, 1, "Cut", 9), new ScenarioEvent.Leave(100, 3),
            new ScenarioEvent.Join(100, 2)));
        final Scenario shrunk = new ScenarioShrinker(scenario, 500, () -> false, smaller ->
            smaller.events.stream().anyMatch(ScenarioEvent.KillAt.class::isInstance)).shrink();
        assertEquals(List.of(new ScenarioEvent.KillAt(500, 1, "Cut", 1)), shrunk.events);
        assertEquals(2, shrunk.peers);
        final Scenario joined = new ScenarioShrinker(scenario, 500, () -> false, smaller ->
            smaller.events.stream().anyMatch(ScenarioEvent.Join.class::isInstance)).shrink();
        assertEquals(List.of(new ScenarioEvent.Join(100, 2)), joined.events);
        assertEquals(3, joined.peers);
    }
}
