package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.membership.Lie;
import io.lockstep.core.transport.Lane;

/** What the membership needs of the session around it. Called from inside {@link Membership}'s methods only. */
public interface MembershipHost {

    /**
     * Sends a message; it may be lost. The lane of inputs repairs nothing, waits for nothing, and reaches only who
     * is in the same epoch.
     *
     * @param peer    to whom
     * @param lane    on which lane
     * @param message what; reused after the call
     */
    void send(int peer, Lane lane, Message message);

    /**
     * Sends a message on the control lane.
     *
     * @param peer    to whom
     * @param message what; reused after the call
     */
    default void send(final int peer, final Message message) {
        send(peer, Lane.CONTROL, message);
    }

    /**
     * Sends a message on both lanes: what repairs its losses in order may be far behind, and what repairs none may lose
     * it.
     *
     * @param peer    to whom
     * @param message what, which may arrive twice; reused after the call
     */
    default void sendSurely(final int peer, final Message message) {
        send(peer, Lane.INPUT, message);
        send(peer, Lane.CONTROL, message);
    }

    /**
     * Hands on inputs of one peer to another, on the control lane, as many as fit into a datagram.
     *
     * @param to    who lacks them
     * @param owner whose they are
     * @param first the first frame lacking
     */
    void forward(int to, int owner, long first);

    /**
     * How far one peer's inputs are here.
     *
     * @param peer which, possibly this one
     * @return the first frame lacking
     */
    long received(int peer);

    /**
     * Is it settled where a peer's inputs end, by its own last one?
     *
     * @param peer which, possibly this one
     * @return true when all of them are here and nothing later counts
     */
    boolean hasEnded(int peer);

    /**
     * The frame to be simulated next.
     *
     * @return a frame
     */
    long frame();

    /**
     * Simulate no frame from this one on, until it is called again.
     *
     * @param frame    {@link Long#MAX_VALUE} for no limit
     * @param promised whether this peer has promised a ballot whose epoch it has not applied: others may have applied
     *                 it, with members that this peer does not know
     */
    void fence(long frame, boolean promised);

    /**
     * A new epoch holds: the inputs of closed peers end there, and datagrams are sealed with its seal.
     *
     * @param epoch the epoch
     */
    void apply(EpochRecord epoch);

    /**
     * A process that is no member yet hears from us what inputs are sealed with.
     *
     * @param seal see {@link EpochRecord#seal()}
     */
    void observe(long seal);

    /**
     * All seats of the match, whoever sits there now.
     *
     * @return bit n for peer n
     */
    int seats();

    /**
     * Is the link to a peer open, to a process that has not said goodbye?
     *
     * @param peer which
     * @return true when messages may reach it
     */
    boolean linked(int peer);

    /**
     * The process at the other end of a link.
     *
     * @param peer which
     * @return its incarnation
     */
    int incarnation(int peer);

    /**
     * Do a peer's inputs count, or is it settled from which frame on they will?
     *
     * @param peer which
     * @return false for a member that was taken in and has not been activated
     */
    boolean isActive(int peer);

    /**
     * Has everybody waited for a peer longer than for one player, as measured here?
     *
     * @param peer which
     * @return true when it is to be lost whatever it answers
     */
    boolean isWaitedForTooLong(int peer);

    /**
     * Has another member ordered lately, with its inputs, that a member's inputs count?
     *
     * @param peer        which
     * @param incarnation of the process meant
     * @return true while an order of ours would be the second one
     */
    boolean isOrdered(int peer, int incarnation);

    /**
     * Orders, with our next input, that a member's inputs count soon.
     *
     * @param peer        which
     * @param incarnation of the process meant
     */
    void activate(int peer, int incarnation);

    /**
     * A frame not long ahead whose checksum everybody exchanges, fit for a snapshot.
     *
     * @return a frame
     */
    long snapshotFrame();

    /**
     * A process is to be taken in with the state after a frame. Called again and again until that is done.
     *
     * @param peer    who joins, possibly this peer
     * @param donor   who sends the state, possibly this peer
     * @param frame   the snapshot's frame
     * @param members whose word about the state counts
     * @param known   whether the order is of the epoch that who joins knows of
     * @return false when this peer joins by another order, of another leader
     */
    boolean join(int peer, int donor, long frame, int members, boolean known);

    /**
     * Has the state that this peer joins with begun to arrive?
     *
     * @return false for who does not join, and while nothing of the state that was ordered last is here
     */
    boolean isGivenAState();

    /**
     * Returns the time after which a peer without progress is lost.
     *
     * @return nanoseconds
     */
    long dropTimeoutNs();

    /**
     * Returns the size of the largest state that a joiner may be given.
     *
     * @return bytes
     */
    long stateBytes();

    /**
     * Has this peer, which joins, been given frames in which an epoch is over already?
     *
     * @param epoch one that takes it in
     * @return true when somebody who is there by it is gone by them
     */
    boolean isBeyond(EpochRecord epoch);

    /**
     * A member says what the state after a frame is.
     *
     * @param from  who says so
     * @param frame the frame
     * @param hash  of the state after it
     */
    void vouched(int from, long frame, StateHash hash);

    /**
     * Who joins has this much by now, and wants inputs from here on.
     *
     * @param from  who joins
     * @param frame the first frame it lacks
     * @return true if it is so near that our inputs reach it from there on
     */
    boolean learner(int from, long frame);

    /**
     * Who joins wants to know what our state is after a frame.
     *
     * @param from  who joins
     * @param frame any frame
     */
    void confirm(int from, long frame);

    /** This peer is out of the match: the others agreed on that. */
    void evicted();

    /** Too few are left on this side to decide anything. */
    void minority();

    /** Two lost each other, and agreed beforehand to stop then. */
    void halted();

    /**
     * The only other member is lost, and it is for that one to go on; said once each time.
     *
     * @param peer who is waited for
     */
    void awaits(int peer);

    /**
     * A peer said what no honest one says.
     *
     * @param peer who
     * @param lie  what was not true
     */
    void lied(int peer, Lie lie);
}
