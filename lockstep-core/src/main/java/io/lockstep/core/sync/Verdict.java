package io.lockstep.core.sync;

import io.lockstep.core.input.IdSet;

/**
 * The peers with a wrong state, by the members' checksums of one frame. If more than half of all members have the same
 * state, the others are the minority. With two members, or as long as too few checksums are known, there is no
 * minority. The leader counts like every member. If the inputs that led to the states differ, there is no minority
 * either: a peer that received other inputs than the rest is not at fault.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @param frame     the frame
 * @param members   the peers in the match
 * @param known     the peers whose checksum is known
 * @param majority  the peers that have the state of most; empty while that is open
 * @param minority  the peers that have another state; empty while that is open
 * @param checksum  the state that most have; means nothing while that is open
 * @since 0.1.0
 */
public record Verdict(long frame, IdSet members, IdSet known, IdSet majority, IdSet minority, int checksum) {

    /**
     * Whether more than half of the members have the same state.
     *
     * @return false while that is not known, and always when there are two members and they differ
     */
    public boolean isDecided() {
        return !majority.isEmpty();
    }
}
