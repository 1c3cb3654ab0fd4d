package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;
import java.util.Arrays;

/**
 * The newest ballot that this peer has promised, and its fence: of the suspects nothing is simulated beyond what was
 * here when it promised, until an epoch is applied. Model Cut: action Report.
 */
final class Promise {

    private final LocalState state;
    private final MembershipHost host;
    private final EpochRecord epoch;
    private final long[] openedAt = new long[Message.MAX_PLAYERS];
    private long promised;
    private long fence = Long.MAX_VALUE;
    /** While the epoch is not established: where the inputs of a member that has left end. Nobody goes further. */
    private long lastInput = Long.MAX_VALUE;
    /** Whose inputs were promised to be cut, since the epoch that holds here was applied. */
    private int fenced;

    Promise(final LocalState state, final MembershipHost host) {
        this.state = state;
        this.host = host;
        epoch = state.epoch();
        Arrays.fill(openedAt, -1);
    }

    long ballot() {
        return promised;
    }

    /**
     * Promises a ballot, if it is newer than what was promised before; says whether it is. The fence only ever comes
     * down until an epoch is applied: an older leader's cut may have been applied elsewhere.
     */
    boolean promise(final long ballot, final int suspects) {
        if (ballot <= promised) {
            return false;
        }
        promised = ballot;
        fenced |= suspects;
        for (int rest = suspects & ~(1 << state.self()); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            if (!host.hasEnded(suspect)) {
                fence = Math.min(fence, host.received(suspect));
            }
        }
        fence();
        return true;
    }

    /** A process that joins promises without a fence: it simulates only what its donor hands on. */
    void attend(final long ballot) {
        promised = ballot;
    }

    /**
     * The inputs of a peer begin to count here. If a promise was given to cut them, none of them is simulated before
     * that is settled.
     */
    void opened(final int peer, final long frame) {
        openedAt[peer] = frame;
        if ((fenced & 1 << peer) != 0) {
            fence = Math.min(fence, frame);
            fence();
        }
    }

    /** How far the inputs of a member are here; 0 for a process whose inputs do not count, or have not arrived. */
    long counted(final int peer) {
        final long received = host.received(peer);
        return epoch.has(peer) && host.isActive(peer) && received > openedAt[peer] ? received : 0;
    }

    /**
     * Until an epoch is established another one may take its place. What keeps two from being played at a time is that
     * each waits for the inputs of all its members; so nobody goes beyond the last input of one of them before that
     * (model Epochs, {@code LeaverAwaited}).
     */
    void awaitLeavers() {
        long last = Long.MAX_VALUE;
        for (int rest = epoch.isEstablished() ? 0 : epoch.members() & ~(1 << state.self()); rest != 0;
             rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (host.isActive(peer) && host.hasEnded(peer)) {
                last = Math.min(last, host.received(peer));
            }
        }
        if (last != lastInput) {
            lastInput = last;
            fence();
        }
    }

    private void fence() {
        host.fence(Math.min(fence, lastInput), promised > epoch.ballot());
    }

    /** An epoch holds: promises made before it are kept or void. Whoever calls this lifts the fence. */
    void adopted() {
        promised = Math.max(promised, epoch.ballot());
        fence = Long.MAX_VALUE;
        lastInput = Long.MAX_VALUE;
        fenced = 0;
    }
}
