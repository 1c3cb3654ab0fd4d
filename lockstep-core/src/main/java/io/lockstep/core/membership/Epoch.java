package io.lockstep.core.membership;

import io.lockstep.core.input.IdSet;

/**
 * One agreed line-up: who is in the match, and for everybody else the frame from which on their inputs no longer count.
 * The first epoch has number 0; whoever leaves, is lost or comes begins another. A view: it shows the newest epoch of
 * its session, and is read on the session's thread.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public interface Epoch {

    /**
     * How many epochs came before.
     *
     * @return 0 for the first one
     */
    long number();

    /**
     * What tells this epoch from every other, of this line of epochs or another.
     *
     * @return a hash
     */
    long id();

    /**
     * The term in which it was agreed on.
     *
     * @return 0 for the first one
     */
    long term();

    /**
     * Returns the peers in the match.
     *
     * @return a view that moves on
     */
    IdSet members();

    /**
     * Whether one peer is in the match.
     *
     * @param peer which
     * @return true for a member
     */
    boolean has(int peer);

    /**
     * The peers whose inputs no longer count from {@link #closedAt} on.
     *
     * @return a view that moves on
     */
    IdSet closed();

    /**
     * The first frame a peer's input does not count in any more.
     *
     * @param peer one of {@link #closed()}
     * @return a frame
     */
    long closedAt(int peer);

    /**
     * Which process of a peer is the member.
     *
     * @param peer a member
     * @return its incarnation
     */
    int incarnation(int peer);

    /**
     * Did a quorum of the epoch before apply this one?
     *
     * @return true when nobody can decide otherwise any more
     */
    boolean isEstablished();

    /**
     * Was this epoch made by one of two peers that lost each other, without a quorum?
     *
     * @return true when there may be another one like it
     */
    boolean isBranch();
}
