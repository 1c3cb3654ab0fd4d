package io.lockstep.core.game;

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
 * @since 0.1.0
 */
public record MatchDescription(String gameId, long matchId, long digest, List<Integer> owners, int localPeer,
                               int tickRate, int inputBytes, int maxEventBytes, int checksumInterval,
                               long startFrame) {

    /**
     * A description that cannot change.
     *
     * @throws NullPointerException if an owner is missing
     */
    public MatchDescription {
        owners = List.copyOf(owners);
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
