package io.lockstep.examples.replay;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.RecordingFile;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.examples.dogfight.DogfightBot;
import io.lockstep.examples.dogfight.StateBytes;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.MatchPeer;
import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Matches of dogfight that bots play in virtual time and record. */
public final class RecordedMatch {

    private static final long MS = 1_000_000L;
    private static final long MOST_MS = 90_000;
    /** Where the first ship's x stands in the saved state. */
    private static final int FIRST_SHIP = 20;
    private static final long CORRUPT_AT_MS = 7000;

    private RecordedMatch() {
    }

    /** Where a player's recording is. */
    public static Path file(final Path folder, final int player) {
        return folder.resolve("p" + player + ".rec");
    }

    /**
     * Plays a match of which everybody makes a recording.
     *
     * @param folder         where the recordings are made
     * @param players        how many play
     * @param frames         how long
     * @param corruptPlayer  whose state is made wrong in the course of it, −1 for nobody's
     * @param snapshotFrames frames from one state in a recording to the next
     */
    public static void play(final Path folder, final int players, final int frames, final int corruptPlayer,
                            final int snapshotFrames) {
        final SimulatedNetwork network =
            new SimulatedNetwork(players, 0).conditions(LinkConditions.latency(5)).followPolls();
        // A repair would make the recordings alike again.
        final MatchOptions settings = MatchOptions.paced(players, 60, frames).with(DesyncPolicy.REPORT_ONLY);
        final List<MatchPeer> peers = new ArrayList<>();
        final List<RecordingFile> recordings = new ArrayList<>();
        for (int player = 0; player < players; player++) {
            final int self = player;
            final Map<Integer, Address> others = new TreeMap<>();
            for (int other = 0; other < players; other++) {
                if (other != player) {
                    others.put(other, new Address("host", 7));
                }
            }
            recordings.add(RecordingFile.create(file(folder, player), MatchOptions.BUILD, snapshotFrames));
            peers.add(MatchPeer.over(network.endpoint(player), settings, player, others,
                game -> new DogfightBot(game, self), recordings.get(player).writer()));
        }
        for (long ms = 1; ms < MOST_MS && !peers.stream().allMatch(MatchPeer::ended); ms++) {
            for (final MatchPeer peer : peers) {
                peer.advance(ms * MS);
            }
            if (ms == CORRUPT_AT_MS && corruptPlayer >= 0) {
                final byte[] state = StateBytes.of(peers.get(corruptPlayer).game());
                state[FIRST_SHIP] ^= 1;
                StateBytes.load(peers.get(corruptPlayer).game(), state);
            }
        }
        recordings.forEach(RecordingFile::close);
        peers.forEach(peer -> assertTrue(peer.ended()));
    }
}
