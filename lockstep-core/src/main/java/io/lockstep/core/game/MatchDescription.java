package io.lockstep.core.game;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * What a match is played with, as its peers agreed on it.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @param gameId           see {@code SessionConfig.gameId}
 * @param matchId          see {@code SessionConfig.matchId}
 * @param digest           stands for everything that must be equal at every peer
 * @param owners           for each player the peer that plays for it
 * @param localPeer        the peer that tells this
 * @param tickRate         frames a second
 * @param inputBytes       length of one input
 * @param maxEventBytes    longest event
 * @param checksumInterval frames from one exchanged checksum to the next
 * @param startFrame       the first frame of the match
 * @param matchConfig      what the game was told before it, see {@link Simulation#configure}
 * @since 0.1.0
 */
public record MatchDescription(String gameId, long matchId, long digest, List<Integer> owners, int localPeer,
                               int tickRate, int inputBytes, int maxEventBytes, int checksumInterval,
                               long startFrame, ByteBuffer matchConfig) {

    /**
     * A description that cannot change.
     *
     * @throws NullPointerException if an owner is missing
     */
    public MatchDescription {
        owners = List.copyOf(owners);
        matchConfig = ByteBuffer.allocate(matchConfig.remaining()).put(matchConfig.duplicate()).flip()
            .asReadOnlyBuffer();
    }

    /**
     * What the game was told before the first frame.
     *
     * @return the bytes between position and limit, little-endian, a view of its own each time; none remaining if the
     *         peers agreed on none
     */
    @Override
    public ByteBuffer matchConfig() {
        return matchConfig.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * How many players the match has.
     *
     * @return 1 to 32
     */
    public int players() {
        return owners.size();
    }
}
