package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.membership.Lie;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A session of which a test sets everything, and that notes what the membership asks of it. */
final class FakeHost implements MembershipHost {

    int seats = 0b1111;

    /** A message on its way. */
    record Sent(int to, Message message) {
    }

    final List<Sent> sent = new ArrayList<>();
    /** Kinds of what was sent beside the control lane. */
    final List<MembershipMessage.Kind> beside = new ArrayList<>();
    /** To whom questions and answers about votes were sent beside the control lane. */
    final List<Integer> votesBeside = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    final long[] received = new long[Message.MAX_PLAYERS];
    final int[] incarnations = new int[Message.MAX_PLAYERS];
    int ended;
    int inactive;
    /** Of whom another member has ordered that their inputs count. */
    int ordered;
    /** Whom we have waited for longer than for one player. */
    int late;
    int unlinked;
    /** Of whom the frames that were given to who joins say that they are gone. */
    int cut;
    /** Whether the last order to join is of the line of epochs that is known. */
    boolean known;
    /** This process joins by another order. */
    boolean refusesToJoin;
    /** The state that we join with has begun to arrive. */
    boolean givenAState;
    long frame;
    long dropTimeoutNs;
    long fence = Long.MAX_VALUE;
    boolean promised;
    EpochRecord applied;
    /** Notes nothing, so that nothing is allocated here. */
    boolean quiet;
    private final ByteBuffer buffer = ByteBuffer.allocate(1200).order(ByteOrder.LITTLE_ENDIAN);

    FakeHost() {
        Arrays.fill(received, 100);
        for (int peer = 0; peer < incarnations.length; peer++) {
            incarnations[peer] = 1000 + peer;
        }
    }

    /**
     * Says what an epoch was decided from: all have of who is out what is here, and the lowest what counts.
     *
     * @param next    the epoch
     * @param members of the round
     * @param out     whom it was about
     */
    void report(final EpochRecord next, final int members, final int out) {
        final int by = members & ~out;
        next.reports().reset(out, by);
        for (int some = by; some != 0; some &= some - 1) {
            for (int rest = out; rest != 0; rest &= rest - 1) {
                final int suspect = Integer.numberOfTrailingZeros(rest);
                final boolean most = Integer.lowestOneBit(some) == Integer.lowestOneBit(by);
                next.reports().put(Integer.numberOfTrailingZeros(some), suspect,
                    most ? next.closedAt(suspect) : received[suspect], next.closedAt(suspect));
            }
        }
    }

    /** The membership messages of one kind that were sent to a peer, oldest first. */
    List<MembershipMessage> sent(final int to, final MembershipMessage.Kind kind) {
        final List<MembershipMessage> found = new ArrayList<>();
        for (final Sent one : sent) {
            if (one.to == to && one.message instanceof MembershipMessage message && message.kind() == kind) {
                found.add(message);
            }
        }
        return found;
    }

    private void note(final String call) {
        if (!quiet) {
            calls.add(call);
        }
    }

    @Override
    public void send(final int peer, final Lane lane, final Message message) {
        if (lane == Lane.INPUT) {
            if (!quiet && message instanceof MembershipMessage membership) {
                beside.add(membership.kind());
            } else if (!quiet) {
                votesBeside.add(peer);
            }
            return;
        }
        buffer.clear();
        message.encode(buffer);
        buffer.flip();
        if (!quiet && message instanceof MembershipMessage) {
            final MembershipMessage copy = new MembershipMessage();
            copy.decode(buffer);
            sent.add(new Sent(peer, copy));
        } else if (!quiet) {
            sent.add(new Sent(peer, message));
        }
    }

    @Override
    public void forward(final int to, final int owner, final long first) {
        note("forward " + owner + " to " + to + " from " + first);
    }

    @Override
    public long received(final int peer) {
        return received[peer];
    }

    @Override
    public boolean hasEnded(final int peer) {
        return (ended & 1 << peer) != 0;
    }

    @Override
    public long frame() {
        return frame;
    }

    @Override
    public void fence(final long limit, final boolean open) {
        fence = limit;
        promised = open;
    }

    @Override
    public void apply(final EpochRecord epoch) {
        applied = new EpochRecord();
        applied.copy(epoch);
    }

    @Override
    public void observe(final long seal) {
        note("observe");
    }

    @Override
    public int seats() {
        return seats;
    }

    @Override
    public boolean linked(final int peer) {
        return (unlinked & 1 << Objects.checkIndex(peer, Message.MAX_PLAYERS)) == 0 && peer < 8;
    }

    @Override
    public int incarnation(final int peer) {
        return incarnations[peer];
    }

    @Override
    public boolean isWaitedForTooLong(final int peer) {
        return (late & 1 << peer) != 0;
    }

    @Override
    public boolean isActive(final int peer) {
        return (inactive & 1 << peer) == 0;
    }

    @Override
    public boolean isOrdered(final int peer, final int incarnation) {
        return (ordered & 1 << peer) != 0 && incarnation == incarnations[peer];
    }

    @Override
    public void activate(final int peer, final int incarnation) {
        note("activate " + peer);
    }

    @Override
    public long snapshotFrame() {
        return frame + 30;
    }

    @Override
    public boolean join(final int peer, final int donor, final long snapshot, final int members,
                        final boolean sameLine) {
        note("join " + peer + " donor " + donor + " frame " + snapshot);
        known = sameLine;
        return !refusesToJoin;
    }

    @Override
    public long dropTimeoutNs() {
        return dropTimeoutNs;
    }

    @Override
    public long stateBytes() {
        return 1 << 20;
    }

    @Override
    public boolean isGivenAState() {
        return givenAState;
    }

    @Override
    public boolean isBeyond(final EpochRecord epoch) {
        return (epoch.members() & ~epoch.closed() & cut) != 0;
    }

    @Override
    public void vouched(final int from, final long snapshot, final StateHash hash) {
        note("vouched " + from + " " + snapshot + " " + hash);
    }

    @Override
    public boolean learner(final int from, final long next) {
        note("learner " + from + " " + next);
        return next + 64 > frame;
    }

    @Override
    public void confirm(final int from, final long next) {
        note("confirm " + from + " " + next);
    }

    @Override
    public void evicted() {
        note("evicted");
    }

    @Override
    public void minority() {
        note("minority");
    }

    @Override
    public void awaits(final int peer) {
        note("awaits " + peer);
    }

    @Override
    public void halted() {
        note("halted");
    }

    @Override
    public void lied(final int peer, final Lie lie) {
        note(peer + " lied: " + lie);
    }
}
