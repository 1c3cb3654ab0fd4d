package io.lockstep.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DesyncPolicy;
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

/** What the demo shows, of a match in virtual time. */
class DemoViewsTest {

    private static final long MS = 1_000_000L;

    private final SimulatedNetwork network =
        new SimulatedNetwork(2, 0).conditions(LinkConditions.latency(5)).followPolls();
    private final DemoViews views = new DemoViews(2, player -> "");
    private final List<MatchPeer> peers = new ArrayList<>();
    private long nowNs = MS;

    private void start(final DesyncPolicy policy) {
        for (int player = 0; player < 2; player++) {
            final int other = 1 - player;
            final MatchOptions settings = MatchOptions.paced(2, 60, 6_000).with(policy);
            final MatchPeer peer = MatchPeer.over(network.endpoint(player), settings, player,
                Map.of(other, new Address("host", 7)), game -> new DogfightBot(game, other));
            peer.afterFrame(() -> views.present(peer));
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
        assertTrue(view().line().matches("frame \\d+  delay 2  rtt 10\\.\\d+ ms  stalls 0  P0 leads  in step"),
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
