package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.PredictionStatistics;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.view.DogfightPanel;
import io.lockstep.examples.view.RollbackMeter;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What players see, of a match in virtual time. */
class PeerViewTest {

    private static final long MS = 1_000_000L;

    private final SimulatedNetwork network =
        new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(5)).followPolls();
    private final List<PeerView> views = List.of(new PeerView(2, 0), new PeerView(2, 1));
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
            views.get(player).attach(peer);
            peers.add(peer);
        }
        play(2_000);
    }

    private void play(final long milliseconds) {
        for (long i = 0; i < milliseconds; i++) {
            nowNs += MS;
            for (final MatchPeer peer : peers) {
                peer.advance(nowNs);
                views.get(peer.player()).refresh(nowNs);
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
        return views.get(0).panel();
    }

    private static int newest(final int[] depths) {
        return depths[depths.length - 1];
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
        views.get(1).pin("killed\nwithout a word");
        play(1_500);
        final long frame = peers.get(0).session().frame();
        assertTrue(view().notice().matches("waiting for player 1\nfor 1\\.\\d s, given up in 3\\.\\d s"),
            view().notice());
        final int[] before = pixels();
        play(1_000);
        assertEquals(frame, peers.get(0).session().frame());
        assertTrue(view().line().endsWith("  waiting"), view().line());
        assertTrue(view().notice().matches("waiting for player 1\nfor 2\\.\\d s, given up in 2\\.\\d s"),
            view().notice());
        assertTrue(!Arrays.equals(before, pixels()), "the picture stands still");
        assertEquals("killed\nwithout a word", views.get(1).panel().notice());
    }

    /** On a line that loses every tenth datagram, the graph shows a dash until it has seen a loss, and never 0 %. */
    @Test
    void shouldShowADashUntilALossIsMeasured() {
        network.conditions(LinkConditions.latency(5).withLoss(0.1));
        start(DesyncPolicy.REPAIR);
        assertTrue(view().losses().get(0).matches("(-|[1-9]\\d*%)/(-|[1-9]\\d*%)"), view().losses().toString());
        play(12_000);
        assertTrue(view().losses().get(0).matches("[1-9]\\d*%/[1-9]\\d*%"), view().losses().toString());
    }

    @Test
    void shouldShowNoLossOnceNoneWasSeenForTenSeconds() {
        start(DesyncPolicy.REPAIR);
        assertEquals(List.of("-/-"), view().losses());
        play(10_000);
        assertEquals(List.of("0%/0%"), view().losses());
    }

    @Test
    void shouldTellThatNobodyElseIsLeftAndNoRoundTrip() {
        start(DesyncPolicy.REPAIR);
        peers.get(1).kill();
        play(7_000);
        assertTrue(view().line().matches(
            "frame \\d+  delay \\d+  rtt - ms  stalls \\d+  P0 leads  alone  player 1 dropped"), view().line());
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
        assertTrue(views.get(1).panel().line().endsWith("  DESYNC"), views.get(1).panel().line());
    }

    @Test
    void shouldShowNoDesyncAnyMoreOnceItIsRepaired() {
        start(DesyncPolicy.REPAIR);
        peers.get(1).flipBit();
        play(2_000);
        assertTrue(view().line().endsWith("in step again"), view().line());
        assertTrue(views.get(1).panel().line().endsWith("in step again"), views.get(1).panel().line());
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
                assertTrue(newest(view().rollbacks()) > 0, "a rollback is not shown");
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
    void shouldCountDownToTheEndWhileNobodyHasComeYet() {
        final MatchOptions settings = MatchOptions.paced(2, 60, 6_000);
        final MatchPeer peer = MatchPeer.over(network.endpoint(0), settings, 0, Map.of(1, new Address("host", 7)),
            game -> new DogfightBot(game, 1));
        views.get(0).attach(peer);
        peers.add(peer);
        play(3_000);
        assertTrue(view().notice().matches("waiting for player 1\nto come, for 2\\.\\d s, given up in 12\\.\\d s"),
            view().notice());
    }

    @Test
    void shouldSayWhoHasPaused() {
        start(DesyncPolicy.REPAIR);
        peers.get(1).session().pause();
        play(1_000);
        assertEquals("paused\nby player 1", view().notice());
        peers.get(1).session().resume();
        play(1_000);
        assertNull(view().notice());
    }

    @Test
    void shouldShowAnotherPeerOfTheSamePlayerWhoComesBack() {
        start(DesyncPolicy.REPAIR);
        final PeerView other = views.get(1);
        other.pin("killed\nwithout a word");
        play(500);
        assertEquals("killed\nwithout a word", other.panel().notice());
        other.attach(peers.get(1));
        play(500);
        assertNull(other.panel().notice());
        assertTrue(other.panel().line().endsWith("in step"), other.panel().line());
    }

    /** The graph is painted of samples that are taken while nobody looks at it, too. */
    @Test
    void shouldShowTheNetGraphAndTakeItAwayAgain() {
        start(DesyncPolicy.REPAIR);
        final int[] without = pixels();
        view().toggleGraph();
        final int[] with = pixels();
        assertTrue(!Arrays.equals(without, with), "there is no graph");
        view().toggleGraph();
        assertTrue(Arrays.equals(without, pixels()), "the graph is still there");
    }
}
