package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Election;
import java.util.Arrays;

/** What every peer last said of itself. Statuses repeat everything, so the newest one is all there is to know. */
final class PeerViews {

    /** Twice the time between two statuses and some loss: what is older says nothing of now. */
    static final long FRESH_NS = 2_000_000_000L;

    private static final long NEVER = Long.MIN_VALUE / 2;

    private final long[] heardNs = new long[Message.MAX_PLAYERS];
    private final long[] epoch = new long[Message.MAX_PLAYERS];
    private final long[] epochId = new long[Message.MAX_PLAYERS];
    private final long[] promised = new long[Message.MAX_PLAYERS];
    private final long[] frame = new long[Message.MAX_PLAYERS];
    private final int[] suspects = new int[Message.MAX_PLAYERS];
    private final int[] votes = new int[Message.MAX_PLAYERS];
    private final boolean[] joining = new boolean[Message.MAX_PLAYERS];
    private final boolean[] givenAState = new boolean[Message.MAX_PLAYERS];
    private final boolean[] leads = new boolean[Message.MAX_PLAYERS];
    /** Who has said that it leads its term, and then that it does not: nobody leads the same term a second time. */
    private final boolean[] ceased = new boolean[Message.MAX_PLAYERS];
    private final long[] term = new long[Message.MAX_PLAYERS];
    private final int[] supports = new int[Message.MAX_PLAYERS];

    PeerViews() {
        Arrays.fill(heardNs, NEVER);
        Arrays.fill(epoch, -1);
    }

    void forget(final int peer) {
        heardNs[peer] = NEVER;
        epoch[peer] = -1;
        epochId[peer] = 0;
        promised[peer] = 0;
        frame[peer] = 0;
        suspects[peer] = 0;
        votes[peer] = 0;
        joining[peer] = false;
        leads[peer] = false;
        ceased[peer] = false;
        term[peer] = 0;
        supports[peer] = peer;
        givenAState[peer] = false;
    }

    void file(final int peer, final MembershipMessage status, final long nowNs) {
        heardNs[peer] = nowNs;
        epoch[peer] = status.epoch();
        epochId[peer] = status.epochId();
        promised[peer] = status.ballot();
        suspects[peer] = status.members();
        votes[peer] = status.mask();
        joining[peer] = status.joining();
        ceased[peer] = (leads[peer] || ceased[peer]) && !status.leads() && status.term() == term[peer];
        leads[peer] = status.leads();
        term[peer] = status.term();
        supports[peer] = status.seat();
        givenAState[peer] = status.joining() && status.established();
        frame[peer] = (status.framesMask() & 1 << peer) != 0 ? status.frame(peer) : 0;
    }

    boolean isFresh(final int peer, final long nowNs) {
        return nowNs - heardNs[peer] < FRESH_NS;
    }

    /** Was it heard once, and not for a while? */
    boolean isSilent(final int peer, final long nowNs) {
        return heardNs[peer] != NEVER && !isFresh(peer, nowNs);
    }

    /** Is a peer in this epoch, as far as we know? What it said stays true: epochs only follow each other. */
    boolean hasApplied(final int peer, final EpochRecord of) {
        return epoch[peer] == of.number() && epochId[peer] == of.id();
    }

    /** Is a peer's epoch at least as new as this one? */
    boolean isUpToDate(final int peer, final EpochRecord with) {
        return epoch[peer] > with.number() || hasApplied(peer, with);
    }

    boolean isBehind(final int peer, final EpochRecord of) {
        return epoch[peer] < of.number();
    }

    /** In which unestablished predecessor of an epoch is a peer, as far as we know? Or {@link Voters#THIS_EPOCH}. */
    int predecessorOf(final int peer, final EpochRecord of) {
        final long link = of.number() - 1 - epoch[peer];
        return link >= 0 && link < of.chainCount() ? (int) link : Voters.THIS_EPOCH;
    }

    boolean isAhead(final int peer, final EpochRecord of) {
        return epoch[peer] > of.number();
    }

    /** A member that says it is in a newer epoch than we are, of which we can learn there; or nobody. */
    int ahead(final LocalState state) {
        final EpochRecord ours = state.epoch();
        for (int rest = ours.members() & ~(1 << state.self()) & ~state.suspects(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (isFresh(peer, state.nowNs()) && isAhead(peer, ours)) {
                return peer;
            }
        }
        return Election.NOBODY;
    }

    long promised(final int peer) {
        return promised[peer];
    }

    long frame(final int peer) {
        return frame[peer];
    }

    boolean suspects(final int peer, final int other) {
        return (suspects[peer] & 1 << other) != 0;
    }

    boolean suspectsAnybody(final int peer) {
        return suspects[peer] != 0;
    }

    boolean votesOut(final int peer, final int other) {
        return (votes[peer] & 1 << other) != 0;
    }

    /** Who of some said that it voted for a peer in a term, or follows it. */
    int supporters(final int some, final int leader, final long wanted) {
        int mask = 0;
        for (int rest = some; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            mask |= !joining[peer] && term[peer] == wanted && supports[peer] == leader ? 1 << peer : 0;
        }
        return mask;
    }

    /** Who of some said that it has come to a term. */
    int reached(final int some, final long wanted) {
        int mask = 0;
        for (int rest = some; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            mask |= !joining[peer] && term[peer] >= wanted ? 1 << peer : 0;
        }
        return mask;
    }

    /** Who of some is not heard, or not any more. */
    int silent(final int some, final long nowNs) {
        int mask = 0;
        for (int rest = some; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            mask |= isFresh(peer, nowNs) ? 0 : 1 << peer;
        }
        return mask;
    }

    /** Who said that it leads a term, or nobody. */
    int leaderOf(final long wanted) {
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (leads[peer] && term[peer] == wanted) {
                return peer;
            }
        }
        return Election.NOBODY;
    }

    /** Did it lead a term, by its own word, and does not any more? */
    boolean hasCeasedToLead(final int peer, final long wanted) {
        return ceased[peer] && term[peer] == wanted;
    }

    /** Has the state that was ordered begun to arrive at who joins? */
    boolean isGivenAState(final int peer) {
        return givenAState[peer];
    }

    boolean isJoining(final int peer, final long nowNs) {
        return joining[peer] && isFresh(peer, nowNs);
    }

    /** Who of these wants to be taken in. */
    int joining(final int some, final long nowNs) {
        int mask = 0;
        for (int rest = some; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            mask |= isJoining(peer, nowNs) ? 1 << peer : 0;
        }
        return mask;
    }
}
