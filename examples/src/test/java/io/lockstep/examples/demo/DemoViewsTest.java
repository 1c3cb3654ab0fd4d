package io.lockstep.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.PredictionStatistics;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.awt.Dimension;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the demo shows, of a match in virtual time. */
class DemoViewsTest {

    private static final long MS = 1_000_000L;

    private final SimulatedNetwork network =
        new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(5)).followPolls();
    private final DemoViews views = new DemoViews(2, player -> "");
    private final List<MatchPeer> peers = new ArrayList<>();
    private long nowNs = MS;

    private void start(final DesyncPolicy policy) {
        start(policy, 0);
    }

    private void start(final DesyncPolicy policy, final int prediction) {
        for (int player = 0; player < 2; player++) {
            final int other = 1 - player;
            final MatchOptions settings = MatchOptions.paced(2, 60, 6_000).with(policy).ahead(prediction);
            final MatchPeer peer = MatchPeer.over(network.endpoint(player), settings, player,
                Map.of(other, new Address("host", 7)), game -> new DogfightBot(game, other));
            peer.afterFrame(() -> views.present(peer));
            peer.onCue(cue -> views.show(peer, cue));
            peers.add(peer);
        }
        play(2_000);
    }

    private void play(final long milliseconds) {
        for (long i = 0; i < milliseconds; i++) {
            nowNs += MS;
            for (final MatchPeer peer : peers) {
                peer.advance(nowNs);
                views.refresh(peer, nowNs);
            }
        }
    }

    /** Plays on for as many milliseconds, and looks at the first view after each of them. */
    private void watch(final long milliseconds, final Runnable look) {
        for (long i = 0; i < milliseconds; i++) {
            play(1);
            look.run();
        }
    }

    private DogfightPanel view() {
        return views.panels().get(0);
    }

    private int[] pixels() {
        final BufferedImage image = view().picture(660, 400);
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    @Test
    void shouldTellTheInputDelayAndThatAllIsWell() {
        start(DesyncPolicy.REPAIR);
        assertTrue(view().line().matches("frame \\d+  delay 1  rtt 10\\.\\d+ ms  stalls 0  P0 leads  in step"),
            view().line());
        assertNull(view().notice());
    }

    @Test
    void shouldGoOnPaintingWhileNoFrameIsPlayedAndCountDown() {
        start(DesyncPolicy.REPAIR);
        peers.get(1).kill();
        views.close(peers.get(1), "this player was killed");
        play(1_500);
        final long frame = peers.get(0).session().frame();
        assertTrue(view().notice().matches("waiting for player 1\nfor 1\\.\\d s, given up in 3\\.\\d s"),
            view().notice());
        final int[] before = pixels();
        play(1_000);
        assertEquals(frame, peers.get(0).session().frame());
        assertTrue(view().notice().matches("waiting for player 1\nfor 2\\.\\d s, given up in 2\\.\\d s"),
            view().notice());
        assertTrue(!Arrays.equals(before, pixels()), "the picture stands still");
        assertEquals("this player was killed", views.panels().get(1).line());
    }

    @Test
    void shouldTakeTheNoticeAwayWhenTheyPlayOn() {
        start(DesyncPolicy.REPAIR);
        network.cut(0, 1);
        network.cut(1, 0);
        play(900);
        assertNotNull(view().notice());
        network.heal();
        play(1_000);
        assertNull(view().notice());
        assertTrue(view().line().endsWith("in step"), view().line());
    }

    @Test
    void shouldShowADesyncThatNobodyRepairs() {
        start(DesyncPolicy.REPORT_ONLY);
        peers.get(1).flipBit();
        play(2_000);
        assertTrue(view().line().endsWith("  DESYNC"), view().line());
        assertTrue(views.panels().get(1).line().endsWith("  DESYNC"), views.panels().get(1).line());
    }

    @Test
    void shouldShowNoDesyncAnyMoreOnceItIsRepaired() {
        start(DesyncPolicy.REPAIR);
        peers.get(1).flipBit();
        play(2_000);
        assertTrue(view().line().endsWith("in step again"), view().line());
        assertTrue(views.panels().get(1).line().endsWith("in step again"), views.panels().get(1).line());
    }

    @Test
    void shouldShowGhostsAndRollbacksOfAGameThatIsPlayedAhead() {
        network.conditions(LinkConditions.latency(100));
        start(DesyncPolicy.REPAIR, 8);
        final boolean[] ghost = {false};
        final int[] deepest = {0};
        watch(20_000, () -> {
            ghost[0] |= view().ghostFrames(1) > 0;
            deepest[0] = Math.max(deepest[0], Arrays.stream(view().rollbacks()).max().orElse(0));
        });
        assertTrue(ghost[0], "no ship was ever somewhere else");
        assertEquals(peers.get(0).session().statistics().prediction().deepest(), deepest[0]);
        assertTrue(deepest[0] > 1, "deepest is " + deepest[0]);
    }

    /** It is ahead of the other as far as it may be for most of the time, and learns there what that one did. */
    @Test
    void shouldCountEveryRollbackAlsoWhereTheGameCanGetNoFurther() {
        network.conditions(LinkConditions.latency(300));
        start(DesyncPolicy.REPAIR, 2);
        final RollbackMeter meter = new RollbackMeter();
        final PredictionStatistics statistics = peers.get(0).session().statistics().prediction();
        watch(20_000, () -> {
            if (meter.depth(statistics) > 0) {
                assertTrue(view().rollbacks()[RollbackGraph.TICKS - 1] > 0, "a rollback is not shown");
            }
        });
        assertTrue(statistics.rollbacks() > 0 && peers.get(0).session().statistics().stallTicks() > 0);
    }

    @Test
    void shouldLetAGhostFadeWhileTheMatchStandsStill() {
        network.conditions(LinkConditions.latency(100));
        start(DesyncPolicy.REPAIR, 8);
        for (int i = 0; i < 20_000 && view().ghostFrames(1) == 0; i++) {
            play(1);
        }
        assertTrue(view().ghostFrames(1) > 0, "no ship was ever somewhere else");
        network.cut(0, 1);
        network.cut(1, 0);
        play(1_500);
        assertNotNull(view().notice());
        assertEquals(0, view().ghostFrames(1));
    }

    @Test
    void shouldShowNeitherGhostsNorRollbacksInLockstep() {
        network.conditions(LinkConditions.latency(100));
        start(DesyncPolicy.REPAIR);
        watch(20_000, () -> {
            assertEquals(0, view().ghostFrames(0) + view().ghostFrames(1));
            assertEquals(0, Arrays.stream(view().rollbacks()).sum());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void shouldLightUpWhoIsHit(final int prediction) {
        network.conditions(LinkConditions.latency(100));
        start(DesyncPolicy.REPAIR, prediction);
        final boolean[] lit = {false};
        watch(20_000, () -> lit[0] |= view().flashFrames(0) > 0);
        assertTrue(lit[0], "nobody was hit");
    }

    @Test
    void shouldFitOnASmallScreen() {
        final Dimension size = view().getPreferredSize();
        assertTrue(2 * size.width < 1366 - 20 && size.height < 768 - 150, size.toString());
    }

    @Test
    void shouldStopOfferingBotsOnceAKeyWasPressed() {
        final List<KeyboardInput> keyboards = List.of(KeyboardInput.arrows(), KeyboardInput.wasd());
        assertTrue(DemoWindow.help(keyboards, false).contains("Bots fly until you press a key."));
        assertTrue(!DemoWindow.help(keyboards, true).contains("until you press a key"));
        assertTrue(DemoWindow.help(keyboards, true).contains("Player 1: WASD"));
    }
}
