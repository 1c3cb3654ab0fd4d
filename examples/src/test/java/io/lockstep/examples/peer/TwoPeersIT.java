package io.lockstep.examples.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.examples.dogfight.DogfightBot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several peers in one loop, each over a transport of its own. */
@Tag("sockets")
class TwoPeersIT {

    private static final int FRAMES = 300;

    @ParameterizedTest(name = "{0}: {1} peers, {2}, unpaced {3}")
    @CsvSource({"AERON,2,BINARY,true", "AERON,2,JSON,true", "AERON,2,BINARY,false", "AERON,4,BINARY,true",
        "UDP,2,BINARY,true", "UDP,2,JSON,true", "UDP,2,BINARY,false", "UDP,4,BINARY,true"})
    void shouldEndInTheSameState(final TransportKind kind, final int count, final ProtocolMode mode,
                                 final boolean unpaced) {
        final MatchOptions settings = new MatchOptions(count, 7, 240, MatchOptions.ADAPTIVE,
            SessionConfig.DEFAULT_CHECKSUM_INTERVAL, FRAMES, SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS, mode, unpaced,
            LostPeers.DEFAULTS, DesyncPolicy.REPAIR, 0, SessionConfig.DEFAULT_MAX_STATE_BYTES);
        final List<Address> addresses = LoopbackPorts.free(count);
        final List<MatchPeer> peers = new ArrayList<>();
        try {
            for (int player = 0; player < count; player++) {
                final int self = player;
                peers.add(MatchPeer.launch(kind, settings, player, addresses.get(player), others(addresses, player),
                    game -> new DogfightBot(game, self)));
            }
            new MatchRunner(peers).run(() -> false);
            final PeerSummary first = new PeerSummary(peers.get(0), System.nanoTime());
            assertEquals(FRAMES, first.frames());
            for (final MatchPeer peer : peers) {
                assertNull(peer.problem());
                final PeerSummary other = new PeerSummary(peer, System.nanoTime());
                assertEquals(first.stateCrc(), other.stateCrc());
                assertEquals(FRAMES / 30, peer.session().statistics().checkedFrames());
            }
        } finally {
            peers.forEach(MatchPeer::close);
        }
    }

    private static Map<Integer, Address> others(final List<Address> addresses, final int self) {
        final Map<Integer, Address> others = new TreeMap<>();
        for (int player = 0; player < addresses.size(); player++) {
            if (player != self) {
                others.put(player, addresses.get(player));
            }
        }
        return others;
    }
}
