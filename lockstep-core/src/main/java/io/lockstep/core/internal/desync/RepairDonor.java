package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.OutgoingStream;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.StandingOrders;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.StateDeflater;
import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.seats.SnapshotHead;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.transfer.StreamSender;
import io.lockstep.core.sync.StateBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * Sends the state after one frame to peers that are to load it: captures it, compresses it a slice in each poll, and
 * streams it as the bytes of a {@link StateSync}, to all at once and at the rate of one stream together.
 */
public final class RepairDonor {

    private static final long NONE = -1;
    /** A state that was too large is not looked at again for so many frames. */
    private static final long LARGE_FRAMES = 1024;

    private final MatchSettings settings;
    private final ChecksumLog checksums;
    private final Wire wire;
    private final StateDeflater deflater = new StateDeflater(Deflater.BEST_SPEED);
    private final OutgoingStream[] streams = new OutgoingStream[Message.MAX_PLAYERS];
    private final Links links;
    private final int peers;
    private StateBuffer state;
    private final FrameOrders orders;
    private final ByteBuffer standing = ByteBuffer.allocate(StandingOrders.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long captureAt = NONE;
    private long tooLargeUntil = NONE;
    private long frame = NONE;
    private long term;
    private int targets;
    /** Peers to which the state is on its way. */
    private int giving;
    private boolean compressing;

    public RepairDonor(final MatchSettings settings, final ChecksumLog checksums, final Wire wire, final Links links,
                       final FrameOrders orders) {
        this.orders = orders;
        this.settings = settings;
        this.checksums = checksums;
        this.wire = wire;
        this.links = links;
        peers = settings.seating().peers() & ~(1 << settings.self());
    }

    /** Tells one stream from others, those to newcomers among them. */
    public static int transferId(final long frame, final int donor) {
        return ~SnapshotHead.transferId(frame, donor);
    }

    /**
     * The state after a frame is to be sent.
     *
     * @param executed the frame executed last, after which the game's state is now
     * @return false when that frame is past
     */
    public boolean order(final long ofTerm, final long ofFrame, final int to, final long executed) {
        if (ofTerm == term && ofFrame == frame) {
            return true;
        }
        stop();
        if (executed > ofFrame || ofFrame < tooLargeUntil) {
            return false;
        }
        term = ofTerm;
        frame = ofFrame;
        targets = to & peers;
        captureAt = ofFrame;
        return executed != ofFrame || capture();
    }

    /** A frame was executed, and the game's state is that after it unless it is behind. False: it cannot be sent. */
    public boolean executed(final long executed, final boolean behind) {
        if (captureAt != executed) {
            return true;
        }
        captureAt = NONE;
        return !behind && capture();
    }

    private boolean capture() {
        captureAt = NONE;
        state = new StateBuffer(StateBuffer.DEFAULT_CAPACITY_BYTES);
        settings.game().save(state);
        orders.standing().save(standing.clear());
        compressing = !state.overflowed();
        if (compressing) {
            deflater.begin(state.array(), state.length());
        } else {
            tooLargeUntil = frame + LARGE_FRAMES;
        }
        return compressing;
    }

    /** Peers to which the state is on its way, bit n for peer n. */
    public int giving() {
        return giving;
    }

    public long term() {
        return term;
    }

    /** A peer has what it needs by an order, or gives up; of an earlier order than this one that means nothing. */
    public void answered(final int peer, final long ofTerm, final long ofFrame) {
        if (ofTerm == term && ofFrame == frame) {
            served(peer);
        }
    }

    private void served(final int peer) {
        streams[peer] = null;
        giving &= ~(1 << peer);
        targets &= ~(1 << peer);
        if (targets == 0) {
            stop();
        }
    }

    /** Nothing is to be sent any more. The order stays known, so that a late copy of it does not begin anew. */
    public void stop() {
        captureAt = NONE;
        compressing = false;
        targets = 0;
        state = null;
        deflater.end();
        Arrays.fill(streams, null);
        giving = 0;
    }

    public void tick(final long ofTerm, final long now) {
        if (targets == 0) {
            return;
        }
        if (ofTerm != term) {
            stop();
            return;
        }
        if (compressing && deflater.step(StateDeflater.SLICE_BYTES)) {
            compressing = false;
            open();
        }
        for (int rest = targets; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!links.isOpen(peer) || links.of(peer).isGone(settings.timeouts().dropNs(), now)) {
                served(peer);
            } else if (streams[peer] != null) {
                streams[peer].tick(now);
            }
        }
    }

    private void open() {
        final ByteBuffer head = ByteBuffer.allocate(StateSync.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        new StateSync(1).frame(frame).checksum(checksums.has(frame) ? checksums.checksum(frame) : state.crc32())
            .term(term).writeHead(head, deflater.length());
        final long rate = StreamSender.DEFAULT_BYTES_PER_SECOND / Integer.bitCount(targets);
        for (int rest = targets; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final OutgoingStream stream = new OutgoingStream(wire, links.of(peer), transferId(frame, settings.self()),
                rate, StandingOrders.BYTES + StateSync.HEAD_BYTES + deflater.length());
            stream.append(standing.array(), StandingOrders.BYTES);
            stream.append(head.array(), head.capacity());
            stream.append(deflater.array(), deflater.length());
            stream.finish();
            streams[peer] = stream;
            giving |= rest & -rest;
        }
        state = null;
        deflater.end();
    }

    public boolean receive(final Link from, final TransferMessage ack, final long now) {
        final OutgoingStream stream = streams[from.peer];
        return stream != null && stream.receive(from, ack, now);
    }

    /** Tells what is held of a state that others are to load. */
    void inspect(final Inspector by) {
        by.holds("a state to be taken for a repair", captureAt == NONE ? 0 : 1, 0);
        by.holds("peers that are sent a state", targets, 0);
        by.holds("bytes of a state for a repair", state == null ? 0 : state.length(), 0);
    }
}
