package io.lockstep.core.internal.seats;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.OutgoingStream;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.LoggedFrame;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.transfer.FrameStreamWriter;
import io.lockstep.core.internal.transfer.StreamSender;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.election.Quorum;
import java.nio.ByteBuffer;

/**
 * Sends the state after one frame, and then the inputs of every frame after it, to a process that is to be taken in.
 * One at a time; slowly enough that nobody notices.
 */
public final class SnapshotSender {

    /** Room for the inputs of the frames that are simulated while the state travels. */
    private static final int BACKLOG_BYTES = 4 << 20;
    /** The log holds as many frames behind the one to be simulated, whatever has come early. */
    private static final int MAX_HELD_BACK = InputLog.REACH - InputWindow.MAX_FRAMES;
    private static final long NONE = -1;

    private final MatchSettings settings;
    private final InputLog log;
    private final FrameOrders orders;
    private final Wire wire;
    private final Links links;
    private final FrameStreamWriter frames;
    private final LoggedFrame executed;
    private final ByteBuffer head = SnapshotHead.newHead();
    private Link to;
    private OutgoingStream stream;
    /** Whether the stream only says that the state is too large. */
    private boolean refuses;
    private int incarnation;
    private long captureAt = NONE;
    /** The snapshot's frame of the order that is being carried out. */
    private long ordered = NONE;
    /** The next frame to be handed on, and the next to be simulated here. */
    private long handedOn;
    private long next;

    public SnapshotSender(final MatchSettings settings, final InputLog log, final FrameOrders orders, final Wire wire,
          final Links links) {
        this.links = links;
        this.settings = settings;
        this.log = log;
        this.orders = orders;
        this.wire = wire;
        executed = new LoggedFrame(settings.players(), log);
        frames = new FrameStreamWriter(settings.players(), settings.rules().inputBytes(),
            settings.rules().maxEventBytes());
    }

    /** Somebody is to send a peer the state after a frame; said again and again, meant once. */
    public void order(final int peer, final int from, final long snapshotFrame, final long simulated) {
        if (from != settings.self()) {
            return;
        }
        final Link link = links.of(peer);
        final boolean known = to == link && incarnation == link.handshake().theirs().incarnation()
            && ordered == snapshotFrame;
        if (known || simulated > snapshotFrame) {
            return;
        }
        stop();
        to = link;
        incarnation = link.handshake().theirs().incarnation();
        captureAt = snapshotFrame;
        ordered = snapshotFrame;
    }

    /** A frame was simulated. While the game is behind there is no state to be had. */
    public void simulated(final long simulated, final boolean behind) {
        if (simulated == captureAt && behind) {
            stop();
        } else if (simulated == captureAt) {
            capture();
        }
        next = simulated + 1;
    }

    /**
     * Hands on what was simulated. A process that has no say yet must not simulate what the members may settle
     * otherwise: were this peer cut off, inputs that are here alone would not count. A cut needs one of any half.
     */
    private void handOn(final Membership membership) {
        final long until = membership.epoch().has(to.peer) ? next : Math.min(next, frameOfMost(membership));
        while (stream != null && handedOn < until) {
            frames.write(executed.at(handedOn++));
            if (!stream.append(frames.array(), frames.length()) || next - handedOn > MAX_HELD_BACK) {
                // The newcomer, or the others, are hopelessly behind; the leader will find another donor or frame.
                stop();
            }
        }
    }

    /** More than half of the members have simulated every frame before this one, in the epoch that holds here. */
    private long frameOfMost(final Membership membership) {
        final int members = membership.epoch().members();
        long most = 0;
        for (int rest = members; rest != 0; rest &= rest - 1) {
            final long frame = frameOf(membership, Integer.numberOfTrailingZeros(rest));
            int reached = 0;
            for (int others = members; others != 0; others &= others - 1) {
                reached += frameOf(membership, Integer.numberOfTrailingZeros(others)) >= frame ? 1 : 0;
            }
            most = Quorum.isMajority(reached, Integer.bitCount(members)) ? Math.max(most, frame) : most;
        }
        return most;
    }

    private long frameOf(final Membership membership, final int peer) {
        return peer == settings.self() ? next : membership.frameOf(peer);
    }

    private void capture() {
        final StateBuffer state = new StateBuffer(settings.state().maxBytes());
        settings.game().save(state);
        captureAt = NONE;
        refuses = state.overflowed();
        if (refuses) {
            refuse();
            return;
        }
        handedOn = ordered + 1;
        stream = new OutgoingStream(wire, to, SnapshotHead.transferId(ordered, settings.self()),
            StreamSender.DEFAULT_BYTES_PER_SECOND, SnapshotHead.HEAD_BYTES + state.length() + BACKLOG_BYTES);
        frames.reset();
        SnapshotHead.write(head, ordered, state, log, settings, orders);
        stream.append(head.array(), head.limit());
        stream.append(state.array(), state.length());
    }

    /** Sends the joiner the size of the state instead of the state. */
    private void refuse() {
        final ChecksumWriter size = new ChecksumWriter();
        settings.game().save(size);
        size.checksum();
        stream = new OutgoingStream(wire, to, SnapshotHead.transferId(ordered, settings.self()),
            StreamSender.DEFAULT_BYTES_PER_SECOND, SnapshotHead.HEAD_BYTES);
        SnapshotHead.writeRefusal(head, ordered, size.sectionEnd(size.sections() - 1));
        stream.append(head.array(), SnapshotHead.HEAD_BYTES);
        stream.finish();
    }

    /** Returns the size of the largest state that is sent. */
    int maxStateBytes() {
        return settings.state().maxBytes();
    }

    public void tick(final Membership membership, final long now) {
        if (stream == null) {
            return;
        }
        if (!to.isOpen() || to.handshake().theirs().incarnation() != incarnation || !log.isClosed(to.players[0])
            || to.isGone(settings.timeouts().dropNs(), now)) {
            stop();
            return;
        }
        if (!refuses) {
            handOn(membership);
        }
        if (stream != null) {
            stream.tick(now);
        }
    }

    public void stop() {
        stream = null;
        to = null;
        ordered = NONE;
        captureAt = NONE;
    }

    public boolean receive(final Link from, final TransferMessage ack, final long now) {
        return stream != null && stream.receive(from, ack, now);
    }

    /** Tells what is held for a process that is to be taken in. */
    void inspect(final Inspector by) {
        by.holds("a state to be taken for a newcomer", captureAt == NONE ? 0 : 1, 0);
        by.holds("a stream to a newcomer", stream == null ? 0 : 1, 0);
    }
}
