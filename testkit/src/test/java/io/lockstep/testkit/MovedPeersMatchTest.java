package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests matches over plain UDP in which the addresses of peers change: play resumes, and no peer is dropped. */
class MovedPeersMatchTest {

    private static final long RESUME_NS = 2_000_000_000L;

    private static Scenario scenario(final Profile profile, final int peers) {
        final Scenario scenario = Scenario.of(profile, peers, 900);
        scenario.game = StampedGame.NAME;
        return scenario;
    }

    private static MatchResult play(final Scenario scenario, final PeerKeys keys) {
        final MatchResult result =
            new SimulatedMatch(scenario, 5, StampedGame.seats()).keys(keys).overUdp().run();
        assertTrue(result.ok(), result::toJson);
        assertEquals(List.of(), result.cuts, result::toJson);
        return result;
    }

    @ParameterizedTest
    @CsvSource({"LAN,2,NONE", "LAN,2,MATCH", "WIFI_AVERAGE,2,ROSTER", "MOBILE_4G,4,NONE", "WIFI_AVERAGE,4,MATCH",
        "TERRIBLE,3,ROSTER"})
    void shouldPlayOnWithinTwoSecondsWhenAnAddressChanges(final Profile profile, final int peers,
                                                          final PeerKeys keys) {
        final Scenario scenario = scenario(profile, peers);
        for (int move = 0; move < 4; move++) {
            scenario.events.add(new ScenarioEvent.Move(4000 + 2500 * move, move % peers));
        }
        final MatchResult result = play(scenario, keys);
        for (int peer = 0; peer < peers; peer++) {
            assertEquals(900, result.frames[peer]);
            assertTrue(result.longestStallNs[peer] <= RESUME_NS, result::toJson);
        }
    }

    /** Packets in flight are lost, and those sent until the first packet from the new address arrives. */
    @Test
    void shouldStandStillForAboutARoundTrip() {
        final Scenario scenario = scenario(Profile.LAN, 2);
        scenario.events.add(new ScenarioEvent.Move(5000, 1));
        final MatchResult result = play(scenario, PeerKeys.MATCH);
        assertTrue(result.longestStallNs[0] < 100_000_000L && result.longestStallNs[1] < 100_000_000L,
            result::toJson);
    }

    @Test
    void shouldPlayTheSameWithoutAddresses() {
        final Scenario scenario = scenario(Profile.WIFI_AVERAGE, 3);
        final long before = new SimulatedMatch(scenario, 5, StampedGame.seats()).run().traceHash;
        scenario.events.add(new ScenarioEvent.Move(5000, 1));
        assertEquals(before, new SimulatedMatch(scenario, 5, StampedGame.seats()).run().traceHash);
    }
}
