package io.lockstep.core.membership;

import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.Message;
import java.util.Arrays;

/**
 * A member's part in a cut: it promises a leader to apply nothing older and to simulate nothing of the suspects beyond
 * what it has (the fence), says how much that is, and applies the epoch that comes of it once every input that counts
 * in it is here. Model Cut: actions Report and Apply.
 */
final class CutAcceptor {

    /** A claim that we are out is believed of a few only when we have not got on for so long either. */
    private static final long EVICTED_STALL_NS = 1_000_000_000L;

    private final Membership membership;
    private final MembershipHost host;
    private final int self;
    private final Epoch epoch;
    private final Epoch offered = new Epoch();
    private final long[] openedAt = new long[Message.MAX_PLAYERS];
    private boolean offer;
    private int offerFrom;
    private long answeredNs = Long.MIN_VALUE / 2;
    private long promised;
    private long fence = Long.MAX_VALUE;
    /** The frame from which on somebody who has left would not be missed, while the epoch is not established. */
    private long lastInput = Long.MAX_VALUE;
    private int evictors;
    /** Of whom a promise was given since the epoch that holds here. */
    private int fenced;
    /** The newest epoch that a promise keeps this peer from. */
    private long refusedNumber;
    private long refusedId;

    CutAcceptor(final Membership membership, final MembershipHost host, final int self) {
        this.membership = membership;
        this.host = host;
        this.self = self;
        epoch = membership.epoch();
        Arrays.fill(openedAt, -1);
    }

    long promised() {
        return promised;
    }

    boolean onPrepare(final int from, final MembershipMessage message) {
        if (membership.isJoining()) {
            return attend(from, message);
        }
        if (!membership.orders(from, message.ballot() >>> Membership.ROUND_BITS) || message.ballot() < promised) {
            return false;
        }
        if (message.epochId() != epoch.id()) {
            // One of us has missed a cut: whoever has the newer epoch sends it.
            if (message.epoch() < epoch.number()) {
                membership.statuses().offerCut(from);
                return true;
            }
            membership.statuses().send(from);
            if (message.epochId() != refusedId) {
                return true;
            }
            // What was promised to somebody else forbids that epoch, but not one that follows it. Model: Report.
        }
        promise(message.ballot(), message.mask());
        for (int rest = message.framesMask(); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            if (message.frame(suspect) < host.received(suspect)) {
                host.forward(from, suspect, message.frame(suspect));
            }
        }
        report(from, message.ballot(), message.mask(), true);
        return true;
    }

    /** Who is to be taken in promises too, to be taken in by nothing older, and says which epoch it knows of. */
    private boolean attend(final int from, final MembershipMessage message) {
        if (message.ballot() < promised) {
            return false;
        }
        promised = message.ballot();
        report(from, message.ballot(), 0, true);
        return true;
    }

    /**
     * Promises a ballot, if it is newer than what was promised before. The fence only ever comes down until an epoch is
     * applied: an older leader's cut may have been applied elsewhere.
     */
    void promise(final long ballot, final int suspects) {
        if (ballot <= promised) {
            return;
        }
        promised = ballot;
        fenced |= suspects;
        for (int rest = suspects & ~(1 << self); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            if (!host.hasEnded(suspect)) {
                fence = Math.min(fence, host.received(suspect));
            }
        }
        fence();
        membership.statuses().changed(true);
    }

    /**
     * The inputs of somebody begin to count here, and a promise was given that says they do not: none is simulated
     * before it is settled.
     */
    void opened(final int peer, final long frame) {
        openedAt[peer] = frame;
        if ((fenced & 1 << peer) != 0) {
            fence = Math.min(fence, frame);
            fence();
        }
    }

    /** Which frame was the first that waited for a newcomer; −1 for who was there before us. */
    long openedAt(final int peer) {
        return openedAt[peer];
    }

    /** Is there an epoch that follows ours, and a promise keeps us from it? */
    boolean isHeldBack() {
        return refusedNumber > epoch.number();
    }

    private void report(final int to, final long ballot, final int about, final boolean counts) {
        final MembershipMessage out = membership.message().reset(MembershipMessage.Kind.REPORT)
            .term(membership.election().term()).ballot(ballot).epoch(epoch.number()).epochId(epoch.id()).mask(about)
            .joining(membership.isJoining());
        for (int rest = about; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            out.frame(suspect, counts ? membership.counted(suspect) : host.received(suspect));
        }
        host.sendSurely(to, out);
    }

    boolean onCut(final int from, final MembershipMessage message) {
        if ((message.members() & ~message.incarnationsMask()) != 0) {
            // Who is in an epoch is a process, not a seat.
            return false;
        }
        if (membership.isJoining()) {
            return onCutWhileJoining(from, message);
        }
        if (message.epochId() == epoch.id()) {
            membership.applied(1 << from, false);
            return true;
        }
        final boolean plausible = message.established() || message.chainCount() > 0;
        if (!membership.hasSay(from) || (message.members() & 1 << from) == 0 || message.epoch() <= epoch.number()
            || !plausible) {
            return false;
        }
        if ((message.members() & 1 << self) == 0 || message.incarnation(self) != epoch.incarnation(self)) {
            onEviction(from, message);
            return true;
        }
        if (message.ballot() < promised && message.epoch() >= refusedNumber) {
            refusedNumber = message.epoch();
            refusedId = message.epochId();
        }
        if (message.ballot() < promised || offer && message.ballot() < offered.ballot()) {
            return false;
        }
        offer(from, message);
        return true;
    }

    /**
     * Who joins is taken in by the epoch that names it, and this process of it; until then it only learns the seal. It
     * listens to those it has its state from: after a pair lost each other there may be two lines of epochs.
     */
    private boolean onCutWhileJoining(final int from, final MembershipMessage message) {
        if (!epoch.has(from) || message.epoch() < epoch.number()) {
            return false;
        }
        host.observe(Epoch.sealOf(message.epochId()));
        if ((message.members() & 1 << self) != 0 && message.incarnation(self) == host.incarnation(self)) {
            offer(from, message);
        } else {
            epoch.observe(message);
        }
        return true;
    }

    /** The others may go on without us. One of them alone might be wrong about it while we get on. */
    private void onEviction(final int from, final MembershipMessage message) {
        // Of two who each go on alone the other's line says nothing of ours, whoever has come into it since.
        if (epoch.isBranch() || message.branch() || !message.established() || membership.isBranch(1 << from)) {
            return;
        }
        evictedBy(from);
    }

    /** One of those who went on without us. */
    void evictedBy(final int from) {
        evictors |= 1 << from;
        if (membership.electorate().decides(evictors) || membership.stalledNs() >= EVICTED_STALL_NS) {
            host.evicted();
        }
    }

    private void offer(final int from, final MembershipMessage message) {
        offered.readFrom(message);
        offered.applied(1 << from, 0, false);
        offer = true;
        offerFrom = from;
        applyOffered();
    }

    private void fence() {
        host.fence(Math.min(fence, lastInput));
    }

    /** Does all that is due. */
    void tick() {
        applyOffered();
        awaitLeavers();
    }

    /**
     * Until an epoch is established another one may take its place. What keeps two from being played at a time is that
     * each waits for the inputs of all its members; so nobody goes beyond the last input of one of them before that
     * (model Epochs, {@code LeaverAwaited}).
     */
    private void awaitLeavers() {
        long last = Long.MAX_VALUE;
        for (int rest = epoch.isEstablished() ? 0 : epoch.members() & ~(1 << self); rest != 0; rest &= rest - 1) {
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

    /** Where the inputs of a peer end that the offered epoch counts. */
    long awaitedUntil(final int owner) {
        return offer && (offered.closed() & 1 << owner) != 0 ? offered.closedAt(owner) : 0;
    }

    /** Applies the offered epoch as soon as every input that counts in it is here. */
    private void applyOffered() {
        if (!offer) {
            return;
        }
        final boolean joining = membership.isJoining();
        if (offered.ballot() < promised || offered.number() < epoch.number() + (joining ? 0 : 1)) {
            offer = false;
            return;
        }
        if (joining && host.isBeyond(offered)) {
            // The donor's frames have overtaken this epoch, and the next one may have left us out.
            return;
        }
        int lacking = 0;
        for (int rest = offered.closed(); rest != 0; rest &= rest - 1) {
            final int owner = Integer.numberOfTrailingZeros(rest);
            if (host.received(owner) < offered.closedAt(owner)) {
                lacking |= 1 << owner;
            }
        }
        if (lacking == 0) {
            offer = false;
            membership.adopt(offered, 1 << offerFrom);
        } else if (membership.nowNs() - answeredNs >= Membership.REPEAT_NS) {
            answeredNs = membership.nowNs();
            report(offerFrom, offered.ballot(), lacking, false);
        }
    }

    /** An epoch holds: promises made before it are kept or void. */
    void adopted() {
        promised = Math.max(promised, epoch.ballot());
        fence = Long.MAX_VALUE;
        lastInput = Long.MAX_VALUE;
        evictors = 0;
        fenced = 0;
    }
}
