package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Cue;
import io.lockstep.core.game.Cues;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A game is told which frames it plays again, and what it emits in them is heard once. */
class ReplayedFramesTest {

    private static final int END = 900;

    private final Map<Integer, Cues> cues = new HashMap<>();
    private final SimulatedNetwork network =
        new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(20)).followPolls();

    private Match match(final int peers, final BiConsumer<Integer, SessionConfig> adjust) {
        final Match match = new Match(network, peers, (peer, config) -> {
            config.endFrame(END);
            adjust.accept(peer, config);
            cues.put(peer, config.cues());
        });
        for (int peer = 0; peer < peers; peer++) {
            match.games.get(peer).played = new HashSet<>();
            match.games.get(peer).cues = cues.get(peer);
        }
        return match;
    }

    /** Which cues were settled, in order, and that none started twice without being taken back. */
    private static List<Integer> heard(final Cues cues) {
        final List<Integer> settled = new ArrayList<>();
        final Map<Integer, Integer> open = new HashMap<>();
        for (Cue cue = cues.nextCue(); cue != null; cue = cues.nextCue()) {
            switch (cue.type()) {
                case START -> assertEquals(1, open.merge(cue.key(), 1, Integer::sum), "started twice: " + cue.key());
                case TAKEN_BACK -> open.remove(cue.key());
                case SETTLED -> settled.add(cue.key());
                default -> throw new AssertionError("no cue moves: " + cue.key());
            }
        }
        return settled;
    }

    private void assertHeardOnce(final Match match, final int peer) {
        final TestGame game = match.games.get(peer);
        assertEquals(0, game.toldWrongly, match::toString);
        final List<Integer> heard = heard(cues.get(peer));
        assertEquals(new HashSet<>(heard).size(), heard.size(), "each once");
        assertEquals(heard.stream().sorted().toList(), heard, "in order");
    }

    @Test
    void shouldPlayNothingAgainInACalmMatch() {
        final Match match = match(2, (peer, config) -> { });
        assertTrue(match.runUntilEnded(30_000), match::toString);
        assertEquals(0, match.games.get(0).playedAgain);
        assertHeardOnce(match, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 6})
    void shouldSayWhichFramesAreReplayedAfterARepair(final int ahead) {
        final Match match = match(3, (peer, config) -> config.prediction(ahead));
        match.games.get(2).corruptAfter = 200;
        assertTrue(match.runUntilEnded(60_000), match::toString);
        assertEquals(1, match.sessions.get(2).statistics().repairs(), match::toString);
        assertEquals(match.games.get(0).hash, match.games.get(2).hash);
        assertTrue(match.games.get(2).playedAgain > 0, match::toString);
        for (int peer = 0; peer < 3; peer++) {
            assertHeardOnce(match, peer);
        }
    }

    @Test
    void shouldSayWhichFramesAreReplayedAfterAReturn() {
        final Match match = match(2, (peer, config) -> config.endFrame(3000).dropTimeoutMs(3000));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(1);
        match.run(10_000);
        match.killed.remove(1);
        assertTrue(match.runUntil(90_000, () -> {
            final Session session = match.sessions.get(1);
            if (session.phase() == Phase.ENDED && session.endReason() == EndReason.EVICTED) {
                match.sessions.set(1, session.rejoin());
            }
            return match.ended();
        }), match::toString);
        assertEquals(match.games.get(0).hash, match.games.get(1).hash, match::toString);
        assertHeardOnce(match, 1);
    }
}
