package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.membership.TwoPeerPolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioTest {

    private static final String HEAD = "'name': 'x', 'peers': 4, 'frames': 3600";
    private static final String FULL = """
        { 'name': 'split-brain', 'peers': 4, 'tickRate': 60, 'frames': 3600, 'game': 'dogfight',
          'inputDelay': { 'policy': 'rtt', 'ticks': 3, 'min': 2, 'max': 12 },
          'batching': 'adaptive', 'redundancy': 'none', 'delivery': 'aeron-reliable',
          'startFrame': 9007199254740992, 'twoPeerPolicy': 'HALT', 'dropTimeoutMs': 7000,
          'polls': [ { 'peer': 1, 'everyMs': 100 } ],
          'links': [ { 'from': '*', 'to': '*', 'latencyMs': 50, 'jitterMs': 10.5, 'loss': 0.05,
                       'burst': { 'enter': 0.02, 'meanLength': 4 }, 'duplicate': 0.01,
                       'reorder': { 'rate': 0.02, 'window': 3 }, 'corrupt': 1e-7,
                       'bandwidthBps': 64000, 'queuePackets': 64 },
                     { 'from': 0, 'to': 2, 'latencyMs': 200 } ],
          'uplinks': [ { 'peer': '*', 'bandwidthBps': 1000000, 'queueMs': 100 } ],
          'clocks': [ { 'peer': 1, 'driftPpm': -1000, 'offsetMs': 7 } ],
          'events': [ { 'atMs': 5000, 'forMs': 8800, 'partition': [[0,1],[2,3]] },
                      { 'atMs': 5000, 'forMs': 3000, 'cut': { 'from': 0, 'to': 2 } },
                      { 'atMs': 3000, 'forMs': 800, 'pause': 1 },
                      { 'atMs': 4000, 'forMs': 2000, 'link': { 'from': '*', 'to': '*', 'latencyMs': 300 } },
                      { 'atMs': 6000, 'setDelay': { 'peer': 1, 'ticks': 5 } },
                      { 'atMs': 0, 'dropNext': { 'from': 0, 'to': '*', 'count': 30 } },
                      { 'atMs': 8000, 'clockStep': { 'peer': 1, 'byMs': -30000 } } ] }""";

    private static Scenario parse(final String json) {
        return Scenario.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static ScenarioException refuse(final String json) {
        return assertThrows(ScenarioException.class, () -> parse(json));
    }

    @Test
    void shouldReadEveryKey() {
        final Scenario scenario = parse(FULL);
        assertEquals("split-brain", scenario.name);
        assertEquals(4, scenario.peers);
        assertEquals(DelayMode.RTT, scenario.delayMode);
        assertEquals(Batching.ADAPTIVE, scenario.batching);
        assertEquals(Redundancy.NONE, scenario.redundancy);
        assertEquals(Delivery.AERON_RELIABLE, scenario.delivery);
        assertEquals(1L << 53, scenario.startFrame);
        assertEquals(TwoPeerPolicy.HALT, scenario.twoPeerPolicy);
        assertEquals(7000, scenario.dropTimeoutMs);
        assertEquals(new Scenario.Poll(1, 100), scenario.polls.get(0));
        assertEquals(new Scenario.Clock(1, -1000, 7), scenario.clocks.get(0));
        assertEquals(new Scenario.Uplink(LinkRule.ANY, 1_000_000, 100), scenario.uplinks.get(0));
        assertEquals(10.5, scenario.links.get(0).jitterMs());
        assertEquals(new Burst(0.02, 4), scenario.links.get(0).burst());
        assertNull(scenario.links.get(1).loss());
        assertEquals(7, scenario.events.size());
        assertEquals(new ScenarioEvent.DropNext(0, 0, LinkRule.ANY, 30), scenario.events.get(5));
    }

    @Test
    void shouldTakeTheDefaultsForWhatIsLeftOut() {
        final Scenario scenario = parse("{" + HEAD + "}");
        assertEquals(60, scenario.tickRate);
        assertEquals(DelayMode.ARRIVAL, scenario.delayMode);
        assertEquals(1, scenario.resolvedMinDelayTicks());
        assertEquals(12, scenario.maxDelayTicks);
        assertEquals(Batching.OFF, scenario.batching);
        assertEquals(Redundancy.UNACKED, scenario.redundancy);
        assertEquals(Delivery.AERON_DATAGRAM, scenario.delivery);
        assertEquals(0, scenario.startFrame);
        assertEquals(LinkConditions.PERFECT, scenario.conditions(0, 1));
        assertEquals(60_000, scenario.nominalMs());
        assertEquals(6, parse("{" + HEAD + ", 'tickRate': 30}").maxDelayTicks);
    }

    @Test
    void shouldWriteWhatItReads() {
        final String written = parse(FULL).toJson();
        assertEquals(written, Scenario.parse(written.getBytes(StandardCharsets.UTF_8)).toJson());
        assertEquals(written, parse(FULL).copy().toJson());
        assertTrue(written.contains("\"corrupt\": 0.0000001,"), written);
        assertTrue(written.contains("{ \"atMs\": 5000, \"forMs\": 8800, \"partition\": [[0,1],[2,3]] }"), written);
        assertTrue(written.contains("{ \"from\": 0, \"to\": 2, \"latencyMs\": 200 }"), written);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldWriteAndReadEveryProfile(final Profile profile) {
        final Scenario scenario = Scenario.of(profile, 3, 600);
        assertEquals(profile.conditions(), scenario.conditions(0, 2));
        final String written = scenario.toJson();
        final Scenario read = Scenario.parse(written.getBytes(StandardCharsets.UTF_8));
        assertEquals(scenario.links, read.links);
        assertEquals(written, read.toJson());
        assertEquals(profile, Profile.byKey(profile.key()));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 0.1, 0.05, 1.0 / 3, 2.0 / 3e-5, 1e-300, 59_999.999, 5e-324, 123_456_789.123})
    void shouldWriteNumbersThatReadBackTheSame(final double value) {
        assertEquals(value, Double.parseDouble(Decimal.of(value)));
        assertFalse(Decimal.of(value).contains("E"));
    }

    @Test
    void shouldLetLaterLinksOverrideOnlyWhatTheyName() {
        final Scenario scenario = parse("{" + HEAD + ", 'links': ["
            + "{'from': '*', 'to': '*', 'latencyMs': 50, 'loss': 0.1, 'reorder': {'rate': 0.5, 'window': 2}},"
            + "{'from': 0, 'to': '*', 'latencyMs': 100}, {'from': '*', 'to': 1, 'loss': 0}]}");
        assertEquals(LinkConditions.latency(50).withLoss(0.1).withReorder(0.5, 2), scenario.conditions(2, 3));
        assertEquals(LinkConditions.latency(100).withLoss(0.1).withReorder(0.5, 2), scenario.conditions(0, 3));
        assertEquals(LinkConditions.latency(100).withReorder(0.5, 2), scenario.conditions(0, 1));
        assertEquals(LinkConditions.latency(50).withReorder(0.5, 2), scenario.conditions(3, 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'peers': 4, 'frames': 1} | name is missing",
        "{'name': 'x', 'frames': 1} | peers is missing",
        "{'name': 'x', 'peers': 4} | frames is missing",
        "{'name': 'x', 'peers': 4, 'players': 3, 'frames': 1} | players: 3 are fewer than peers",
        "{'name': 7, 'peers': 4, 'frames': 1} | name: 7 is no string",
        "{'name': '', 'peers': 4, 'frames': 1} | name: \"\" is not 1 to 64 characters long",
        "{'name': 'x', 'peers': 33, 'frames': 1} | peers: 33 is not from 1 to 32",
        "{'name': 'x', 'peers': 'two', 'frames': 1} | peers: \"two\" is no whole number",
        "{'name': 'x', 'peers': 2.5, 'frames': 1} | peers: 2.5 is no whole number",
        "{'name': 'x', 'peers': 2, 'frames': 0} | frames: 0 is not from 1 to 1000000000",
        "{'name': 'x', 'peers': 2, 'frames': 99999999999999999999} "
            + "| frames: 99999999999999999999 is not from 1 to 1000000000",
        "{HEAD, 'frames': 7} | frames: 7 is given twice",
        "{HEAD, 'colour': 'red'} | colour: \"red\" is given for an unknown key",
        "{HEAD, 'tickRate': 0} | tickRate: 0 is not from 1 to 1000",
        "{HEAD, 'batching': 'on'} | batching: \"on\" is none of off, adaptive",
        "{HEAD, 'redundancy': true} | redundancy: true is none of unacked, none, no-copies",
        "{HEAD, 'delivery': null} | delivery: null is none of datagram, aeron-reliable, udp",
        "{HEAD, 'twoPeerPolicy': 'halt'} "
            + "| twoPeerPolicy: \"halt\" is none of REJOIN, CONTINUE_ALL, CONTINUE_TIEBREAK, HALT",
        "{HEAD, 'startFrame': -1} | startFrame: -1 is not from 0 to 9007199254740992",
        "{HEAD, 'dropTimeoutMs': 10} | dropTimeoutMs: 10 is not from 2000 to 60000",
        "{HEAD, 'inputDelay': 3} | inputDelay: 3 is no object",
        "{HEAD, 'inputDelay': {'policy': 'best'}} | inputDelay.policy: \"best\" is none of arrival, rtt, fixed",
        "{HEAD, 'inputDelay': {'min': 5, 'max': 4}} | inputDelay.max: 4 is not from 5 to 30",
        "{HEAD, 'inputDelay': {'tick': 5}} | inputDelay.tick: 5 is given for an unknown key",
        "{HEAD, 'polls': {}} | polls: {} is no array",
        "{HEAD, 'polls': [{'peer': 4, 'everyMs': 5}]} | polls[0].peer: 4 is not from 0 to 3",
        "{HEAD, 'polls': [{'peer': 1}]} | polls[0].everyMs is missing",
        "{HEAD, 'links': [7]} | links[0]: 7 is no object",
        "{HEAD, 'links': [{'to': 1}]} | links[0].from is missing",
        "{HEAD, 'links': [{'from': 'all', 'to': 1}]} | links[0].from: \"all\" is neither a peer nor \"*\"",
        "{HEAD, 'links': [{'from': 1, 'to': 1}]} | links[0].to: 1 is the same peer as from",
        "{HEAD, 'links': [{'from': 0, 'to': 1, 'loss': 1.5}]} | links[0].loss: 1.5 is not from 0 to 1",
        "{HEAD, 'links': [{'from': 0, 'to': 1, 'loss': '5%'}]} | links[0].loss: \"5%\" is no number",
        "{HEAD, 'links': [{'from': 0, 'to': 1, 'latencyMs': -1}]} | links[0].latencyMs: -1 is not from 0 to 60000",
        "{HEAD, 'links': [{'from': 0, 'to': 1, 'lose': 0.5}]} | links[0].lose: 0.5 is given for an unknown key",
        "{HEAD, 'links': [{'from': 0, 'to': 1, 'burst': {'enter': 1}}]} | links[0].burst.meanLength is missing",
        "{HEAD, 'links': [{'from': 0, 'to': 1, 'reorder': {'rate': 1, 'window': 65}}]} "
            + "| links[0].reorder.window: 65 is not from 1 to 64",
        "{HEAD, 'links': [{'from': 0, 'to': 1, 'bandwidthBps': 7}]} "
            + "| links[0].bandwidthBps: 7 is neither 0 nor at least 1000",
        "{HEAD, 'links': [{'from': 0, 'to': 1, 'queuePackets': 5000}]} "
            + "| links[0].queuePackets: 5000 is not from 0 to 4096",
        "{HEAD, 'uplinks': [{'peer': 0, 'bandwidthBps': 7, 'queueMs': 1}]} "
            + "| uplinks[0].bandwidthBps: 7 is neither 0 nor at least 1000",
        "{HEAD, 'uplinks': [{'peer': 0, 'bandwidthBps': 64000}]} | uplinks[0].queueMs is missing",
        "{HEAD, 'clocks': [{'peer': 0, 'driftPpm': 600000}]} "
            + "| clocks[0].driftPpm: 600000 is not from -500000 to 500000",
        "{HEAD, 'events': [{'pause': 1}]} | events[0].atMs is missing",
        "{HEAD, 'events': [{'atMs': 1}]} | events[0].atMs: 1 is the time of nothing: one of partition, cut, pause, "
            + "link, setDelay, dropNext, clockStep, kill, restart, leave, join, killAt, diverge, corruptState, "
            + "pauseMatch, resumeMatch, move is missing",
        "{HEAD, 'events': [{'atMs': 1, 'kill': 4}]} | events[0].kill: 4 is not from 0 to 3",
        "{HEAD, 'events': [{'atMs': 1, 'forMs': 5, 'restart': 1}]} "
            + "| events[0].forMs: 5 means nothing for restart, which is over at once",
        "{HEAD, 'events': [{'atMs': 1, 'killAt': {'message': 'Cut', 'n': 1}}]} | events[0].killAt.peer is missing",
        "{HEAD, 'events': [{'atMs': 1, 'killAt': {'peer': 1, 'message': 'Cut', 'n': 0}}]} "
            + "| events[0].killAt.n: 0 is not from 1 to 100000",
        "{HEAD, 'events': [{'atMs': 1, 'join': 0}, {'atMs': 1, 'join': 1}, {'atMs': 1, 'join': 2}, "
            + "{'atMs': 1, 'join': 3}]} | events: everybody joins, so nobody is there at the start",
        "{HEAD, 'events': [{'atMs': 1, 'explode': 1}]} | events[0].explode: 1 is given for an unknown key",
        "{HEAD, 'events': [{'atMs': 1, 'pause': 1, 'cut': {'from': 0, 'to': 1}}]} "
            + "| events[0].pause: 1 comes with cut: one event is one thing",
        "{HEAD, 'events': [{'atMs': 1, 'forMs': 0, 'pause': 1}]} | events[0].forMs: 0 is not from 1 to 1000000000",
        "{HEAD, 'events': [{'atMs': 1, 'forMs': 5, 'setDelay': {'peer': 1, 'ticks': 5}}]} "
            + "| events[0].forMs: 5 means nothing for setDelay, which is over at once",
        "{HEAD, 'events': [{'atMs': 1, 'setDelay': {'peer': 1, 'ticks': 31}}]} "
            + "| events[0].setDelay.ticks: 31 is not from 0 to 30",
        "{HEAD, 'events': [{'atMs': 1, 'partition': [[0,1]]}]} "
            + "| events[0].partition: [[0,1]] are not two groups or more",
        "{HEAD, 'events': [{'atMs': 1, 'partition': [[0,1],[1]]}]} | events[0].partition[1][0]: 1 is in two groups",
        "{HEAD, 'events': [{'atMs': 1, 'partition': [[0],4]}]} | events[0].partition[1]: 4 is no array of peers",
        "{HEAD, 'events': [{'atMs': 1, 'cut': {'from': 2, 'to': 2}}]} "
            + "| events[0].cut.to: 2 is the same peer as from",
        "{HEAD, 'events': [{'atMs': 1, 'cut': 2}]} | events[0].cut: 2 is no object",
        "{HEAD, 'events': [{'atMs': 1, 'dropNext': {'from': 2, 'to': 1}}]} | events[0].dropNext.count is missing",
        "{HEAD, 'events': [{'atMs': 1, 'clockStep': {'peer': 1, 'byMs': 'x'}}]} "
            + "| events[0].clockStep.byMs: \"x\" is no whole number",
        "{HEAD, 'events': [{'atMs': 1, 'link': {'from': 0, 'to': 1, 'loss': 2}}]} "
            + "| events[0].link.loss: 2 is not from 0 to 1",
        "[] | scenario: [] is no object",
        "{HEAD | not JSON: a comma or a closing bracket is missing at byte 40",
        "{HEAD} {} | not JSON: something follows the end at byte 42",
    })
    void shouldRefuseWithTheKeyAndTheValue(final String json, final String message) {
        final ScenarioException refusal = refuse(json.replace("HEAD", HEAD));
        assertEquals(message, refusal.getMessage());
    }

    @Test
    void shouldReadAndWriteWhatPlayersOrderAndStatesThatAreLoaded() {
        final Scenario scenario = parse("{" + HEAD + ", 'stateSyncTicks': 300, 'stateBytes': 5000, 'eventFrames': 7, "
            + "'events': [{'atMs': 9000, 'pauseMatch': 1}, {'atMs': 9500, 'resumeMatch': 1}, "
            + "{'atMs': 10000, 'forMs': 200, 'pauseMatch': 0}]}");
        assertEquals(List.of(new ScenarioEvent.PauseMatch(9000, ScenarioEvent.PERMANENT, 1),
            new ScenarioEvent.ResumeMatch(9500, 1), new ScenarioEvent.PauseMatch(10_000, 200, 0)), scenario.events);
        assertEquals(300, scenario.stateSyncTicks);
        assertEquals(5000, scenario.stateBytes);
        assertEquals(7, scenario.eventFrames);
        final String written = scenario.toJson();
        assertEquals(written, Scenario.parse(written.getBytes(StandardCharsets.UTF_8)).toJson());
        assertEquals(written, scenario.copy().toJson());
        assertEquals(scenario.events, Scenario.parse(written.getBytes(StandardCharsets.UTF_8)).events);
    }

    @Test
    void shouldReadAndWriteWhoComesAndGoes() {
        final Scenario scenario = parse("{" + HEAD + ", 'events': [{'atMs': 9000, 'kill': 2}, "
            + "{'atMs': 12000, 'restart': 2}, {'atMs': 15000, 'leave': 0}, {'atMs': 20000, 'join': 3}, "
            + "{'atMs': 0, 'killAt': {'peer': 0, 'message': 'Cut', 'n': 2}}, {'atMs': 3000, 'move': 1}]}");
        assertEquals(List.of(new ScenarioEvent.Kill(9000, 2), new ScenarioEvent.Restart(12_000, 2),
            new ScenarioEvent.Leave(15_000, 0), new ScenarioEvent.Join(20_000, 3),
            new ScenarioEvent.KillAt(0, 0, "Cut", 2), new ScenarioEvent.Move(3000, 1)), scenario.events);
        assertEquals(0b0111, scenario.seatedAtStart());
        assertTrue(scenario.hasChurn());
        final String written = scenario.toJson();
        assertEquals(scenario.events, Scenario.parse(written.getBytes(StandardCharsets.UTF_8)).events);
        assertFalse(parse(FULL).hasChurn());
        assertEquals(0b1111, parse(FULL).seatedAtStart());
    }

    @Test
    void shouldRefuseADatagramThatDoesNotExist() {
        final String message = refuse("{" + HEAD
            + ", 'events': [{'atMs': 0, 'killAt': {'peer': 0, 'message': 'cut', 'n': 1}}]}").getMessage();
        assertTrue(message.startsWith("events[0].killAt.message: \"cut\" is none of FrameInput, "), message);
        assertTrue(message.contains(", Transfer, PreVote, PreVoteResponse, Status, Prepare, Report, Cut, "), message);
    }

    @Test
    void shouldReadAndWriteWhatGoesWrongWithAGame() {
        final Scenario scenario = parse("{" + HEAD + ", 'events': [{'atMs': 9000, 'corruptState': 1}, "
            + "{'atMs': 9500, 'diverge': {'peer': 0, 'kind': 'dropInput'}}]}");
        assertEquals(List.of(new ScenarioEvent.Diverge(9000, 1, DivergenceKind.FLIP),
            new ScenarioEvent.Diverge(9500, 0, DivergenceKind.DROP_INPUT)), scenario.events);
        assertTrue(scenario.hasDivergence());
        assertEquals(scenario.events, Scenario.parse(scenario.toJson().getBytes(StandardCharsets.UTF_8)).events);
        assertEquals("events[0].diverge.kind: \"none\" is none of flip, dropInput, alterInput, skipDraw",
            refuse("{" + HEAD + ", 'events': [{'atMs': 0, 'diverge': {'peer': 0, 'kind': 'none'}}]}").getMessage());
    }

    @Test
    void shouldReadAndWriteWhatBecomesOfADifference() {
        final Scenario scenario = parse("{" + HEAD + ", 'desyncPolicy': 'HALT'}");
        assertEquals(DesyncPolicy.HALT, scenario.desyncPolicy);
        assertEquals(DesyncPolicy.HALT, scenario.copy().desyncPolicy);
        assertTrue(scenario.toJson().contains("\"desyncPolicy\": \"HALT\""), scenario::toJson);
        assertEquals("desyncPolicy: \"PRAY\" is none of REPAIR, HALT, REPORT_ONLY",
            refuse("{" + HEAD + ", 'desyncPolicy': 'PRAY'}").getMessage());
    }

    @Test
    void shouldRefuseInOneLineWhateverTheValue() {
        final String message = refuse("{" + HEAD + ", 'batching': 'a\\n" + "b".repeat(500) + "'}").getMessage();
        assertFalse(message.contains("\n"));
        assertTrue(message.length() < 200, message);
    }

    @Test
    void shouldRefuseAFileThatIsTooLong() {
        final String message = refuse(" ".repeat(ScenarioReader.MAX_BYTES + 1)).getMessage();
        assertEquals("not JSON: longer than 1048576 bytes", message);
    }
}
