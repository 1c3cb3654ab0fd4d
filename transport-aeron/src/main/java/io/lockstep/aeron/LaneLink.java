package io.lockstep.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One lane to and from one peer: a publication of our own to it, and the subscription to its stream on our endpoint. A
 * restarted peer's new image may stand beside its dead one's for some seconds: both are delivered, the seal on each
 * datagram tells the session which is which.
 */
final class LaneLink implements FragmentHandler {

    /** ADMIN_ACTION comes once, at the end of a term; a second one in a row would be a bug, a limit costs nothing. */
    private static final int MAX_ADMIN_RETRIES = 3;
    /** How long to leave a publication that could not be added alone: longer than Aeron takes to free the old one. */
    private static final long REOPEN_INTERVAL_NS = 1_000_000_000L;
    /** Age of a gap, in nanoseconds, after which its datagram counts as blocked: a hundred requests for repair. */
    private static final long STUCK_NS = 3_000_000_000L;
    /** No bound to be reached; the receiver window is 512 frames. Keeps one busy link from starving the others. */
    static final int FRAGMENT_LIMIT = 32;
    private static final byte UNFRAGMENTED = (byte) 0xC0;

    private final Receiver receiver;
    private final @Nullable LinkGuard guard;
    private final int peer;
    private final Lane lane;
    private final ChannelUris channels;
    private final int sendStream;
    private final BufferClaim claim = new BufferClaim();
    private final Subscription subscription;
    private @Nullable ExclusivePublication publication;
    private long pendingId = Aeron.NULL_VALUE;
    private long nextReopenNs;
    private int generation;
    private boolean wasConnected;
    /** Position of the repaired lane at a gap, or −1, and the time since which it is there. */
    private long stuckAt = -1;
    private long stuckSinceNs;

    /** Takes what the peers have sent. */
    interface Receiver {

        /** A datagram of a peer: {@code length} bytes of the buffer from {@code offset} on, for the call alone. */
        void onFrame(int peer, Lane lane, DirectBuffer buffer, int offset, int length, Header header);

        /** A part of a fragmented message, which no transport of this kind sends. */
        void onForeignFrame();
    }

    /** @param guard null without keys */
    LaneLink(final Receiver receiver, final @Nullable LinkGuard guard, final Lane lane, final ChannelUris channels,
        final Subscription subscription, final ExclusivePublication publication, final int sendStream) {
        this.receiver = receiver;
        this.guard = guard;
        this.peer = channels.remote().id();
        this.lane = lane;
        this.channels = channels;
        this.subscription = subscription;
        this.publication = publication;
        this.sendStream = sendStream;
    }

    SendResult send(final long tag, final ByteBuffer payload) {
        final ExclusivePublication open = publication;
        if (open == null || guard != null && !guard.isSealed()) {
            return SendResult.NOT_CONNECTED;
        }
        final int length = payload.remaining() + (guard == null ? 0 : guard.sealBytes(lane));
        long result = open.tryClaim(length, claim);
        for (int i = 0; result == Publication.ADMIN_ACTION && i < MAX_ADMIN_RETRIES; i++) {
            result = open.tryClaim(length, claim);
        }
        if (result > 0) {
            fill(tag, payload, length);
            return SendResult.SENT;
        }
        if (result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED) {
            // Closed by the driver, or 2^31 terms used up: a new publication starts a new session at position 0.
            CloseHelper.quietClose(open);
            publication = null;
            return SendResult.NOT_CONNECTED;
        }
        return result == Publication.NOT_CONNECTED ? SendResult.NOT_CONNECTED : SendResult.BACK_PRESSURED;
    }

    private void fill(final long tag, final ByteBuffer payload, final int length) {
        final LinkGuard sealing = guard;
        if (sealing == null) {
            claim.reservedValue(tag);
            claim.buffer().putBytes(claim.offset(), payload, payload.position(), length);
        } else {
            seal(sealing, tag, payload);
        }
        claim.commit();
    }

    private void seal(final LinkGuard sealing, final long sequence, final ByteBuffer payload) {
        try {
            sealing.write(peer, lane, sequence, payload, claim.buffer());
        } catch (final RuntimeException ex) {
            claim.abort(); // what is claimed and never committed blocks the lane for ever
            throw ex;
        }
    }

    boolean isConnected() {
        return publication != null && publication.isConnected();
    }

    int receive() {
        return guard != null && !guard.isSealed() ? 0 : subscription.poll(this, FRAGMENT_LIMIT);
    }

    @Override
    public void onFragment(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        if ((header.flags() & UNFRAGMENTED) == UNFRAGMENTED) {
            receiver.onFrame(peer, lane, buffer, offset, length, header);
        } else {
            receiver.onForeignFrame();
        }
    }

    /** Checks once a second whether the peer is connected, and whether a gap of the repaired lane stays open. */
    void look(final Aeron aeron, final long nowNs) {
        wasConnected |= isConnected();
        long at = -1;
        for (int i = 0; i < subscription.imageCount() && lane == Lane.CONTROL; i++) {
            final Image image = subscription.imageAtIndex(i);
            if (AeronStack.receivedUpTo(aeron, image) > image.position()) {
                at = image.position();
            }
        }
        if (at != stuckAt) {
            stuckAt = at;
            stuckSinceNs = nowNs;
        }
    }

    /** Returns whether a datagram is missing that was requested again and again. */
    boolean isStuck(final long nowNs) {
        return stuckAt >= 0 && nowNs - stuckSinceNs >= STUCK_NS;
    }

    /** Returns whether the peer was connected and is not any more. */
    boolean isLost() {
        return wasConnected && !isConnected();
    }

    /** Replaces a publication that is gone, without ever waiting: asks now, looks for the answer in later calls. */
    int maintain(final Aeron aeron, final long nowNs, final ErrorLog errors) {
        if (publication != null) {
            return 0;
        }
        try {
            if (pendingId != Aeron.NULL_VALUE) {
                publication = aeron.getExclusivePublication(pendingId);
                if (publication != null) {
                    pendingId = Aeron.NULL_VALUE;
                }
            } else if (generation == 0 || nowNs - nextReopenNs >= 0) {
                nextReopenNs = nowNs + REOPEN_INTERVAL_NS;
                generation++;
                pendingId = aeron.asyncAddExclusivePublication(channels.publication(lane, generation), sendStream);
            }
        } catch (final AeronException ex) {
            pendingId = Aeron.NULL_VALUE;
            errors.onError(ex);
        }
        return publication == null ? 0 : 1;
    }

    /** Whether something was handed over that the driver could send and has not yet. */
    private boolean isUnsent(final Aeron aeron) {
        final ExclusivePublication open = publication;
        return open != null && open.isConnected() && AeronStack.senderPosition(aeron, open) < open.position();
    }

    /** Whether that is so of any of them. */
    static boolean anyUnsent(final LaneLink[] links, final Aeron aeron) {
        for (final LaneLink link : links) {
            if (link.isUnsent(aeron)) {
                return true;
            }
        }
        return false;
    }

    void close() {
        CloseHelper.quietClose(publication);
        publication = null;
        CloseHelper.quietClose(subscription);
    }
}
