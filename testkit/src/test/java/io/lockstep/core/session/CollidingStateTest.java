package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One member gives a state that has a million points more than the match's, and the same CRC32. */
class CollidingStateTest {

    private static final int PADDING = 16;

    private final SimulatedNetwork network =
        new SimulatedNetwork(5, 0).conditions(LinkConditions.latency(20)).followPolls();
    private Match match;

    private void begin(final int peers, final int liar, final int syncTicks) {
        match = new Match(network, peers, (peer, config) -> config.stateSyncTicks(syncTicks));
        match.games.forEach(game -> game.padding = new byte[PADDING]);
        match.stepNs = 2 * Match.MS;
        match.games.get(liar).givesTwin = true;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
    }

    private void assertNobodyTookIt() {
        for (final TestGame game : match.games) {
            assertArrayEquals(new byte[PADDING], game.padding, match::toString);
        }
        for (int index = 0; index < match.sessions.size(); index++) {
            assertEquals(0, match.count(index, SessionEvent.Type.DESYNC), match::toString);
        }
    }

    /** Everybody is to load the leader's state now and then. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void shouldNotLoadWhatTheOthersDoNotHave(final int peers) {
        begin(peers, 0, 120);
        match.run(10_000);
        assertNobodyTookIt();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void shouldLoadTheRightStateThoughTheFirstDonorGivesAnother(final int peers) {
        begin(peers, 1, 0);
        match.killed.add(peers - 1);
        match.run(8000);
        match.add(peers - 1, peers, network.endpoint(peers - 1), (peer, config) -> config.joining(true)
            .sessionSeed(1000));
        assertTrue(match.runUntil(20_000, () -> match.sessions.get(peers).phase() == Phase.PLAYING), match::toString);
        assertNobodyTookIt();
    }

    /** Of three one is wrong and one lies: nobody can say then which state is right. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void shouldBeRepairedThoughTheLeaderGivesAnother(final int peers) {
        begin(peers, 0, 0);
        match.games.get(2).hash++;
        match.run(15_000);
        for (final TestGame game : match.games) {
            assertArrayEquals(new byte[PADDING], game.padding, match::toString);
        }
        assertEquals(1, match.sessions.get(2).statistics().repairs(), match::toString);
    }
}
