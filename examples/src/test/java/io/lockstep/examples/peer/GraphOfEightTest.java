package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.view.DogfightPanel;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The net graph where it has the least room: in a small view of a match of eight, in virtual time. */
class GraphOfEightTest {

    private static final long MS = 1_000_000L;
    private static final int PLAYERS = 8;
    private static final int WIDE = 260;
    private static final int HIGH = 170;

    private final PeerView view = new PeerView(PLAYERS, 0);

    private void play() {
        final SimulatedNetwork network =
            new SimulatedNetwork(PLAYERS, 0).conditions(LinkConditions.latency(5)).followPolls();
        final List<MatchPeer> peers = new ArrayList<>();
        for (int i = 0; i < PLAYERS; i++) {
            final int player = i;
            final Map<Integer, Address> others = IntStream.range(0, PLAYERS).filter(other -> other != player).boxed()
                .collect(Collectors.toMap(other -> other, other -> new Address("host", 7)));
            peers.add(MatchPeer.over(network.endpoint(player), MatchOptions.paced(PLAYERS, 60, 6_000), player, others,
                game -> new DogfightBot(game, player)));
        }
        view.attach(peers.get(0));
        for (long nowNs = MS; nowNs < 1_000 * MS; nowNs += MS) {
            for (final MatchPeer peer : peers) {
                peer.advance(nowNs);
            }
            view.refresh(nowNs);
        }
    }

    @Test
    void shouldLeaveTheStripBelowTheFieldAsItIs() {
        play();
        final DogfightPanel panel = view.panel();
        final int field = HIGH - panel.heightFor(0);
        final BufferedImage before = panel.picture(WIDE, HIGH);
        panel.toggleGraph();
        final BufferedImage after = panel.picture(WIDE, HIGH);
        assertFalse(Arrays.equals(rows(before, 0, field), rows(after, 0, field)), "no graph");
        assertArrayEquals(rows(before, field, HIGH), rows(after, field, HIGH));
    }

    private static int[] rows(final BufferedImage image, final int from, final int to) {
        return image.getRGB(0, from, WIDE, to - from, null, 0, WIDE);
    }
}
