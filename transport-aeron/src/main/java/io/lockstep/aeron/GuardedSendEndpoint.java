package io.lockstep.aeron;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.NakFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.aeron.protocol.StatusMessageFlyweight;
import io.lockstep.core.transport.Lane;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * The driver's end of our streams to one peer: signs what the driver makes itself, padding, heartbeats and SETUPs, and
 * lets in only the peer's status messages and NAKs. Frames that this transport never sends are refused: RTTM, ERR and
 * setups of response channels.
 */
@NullUnmarked // the driver sends only streams that are ours
final class GuardedSendEndpoint extends LeanSendEndpoint {

    /** Refused datagrams that one round skips: as many of the smallest as the default socket buffer holds. */
    private static final int MAX_SKIPPED = 256;

    private final LinkGuard guard;
    private final int peer;
    private final OutgoingStream[] streams = new OutgoingStream[Lane.values().length];
    private final UnsafeBuffer outgoing = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer incoming = new UnsafeBuffer(0, 0);
    private final ByteBuffer setup = BufferUtil.allocateDirectAligned(ControlFrames.MAX_BYTES, Long.BYTES);
    private final UnsafeBuffer setupFrame = new UnsafeBuffer(setup);
    private final UnsafeBuffer requestFrame = new UnsafeBuffer(new byte[StatusMessageFlyweight.HEADER_LENGTH]);
    private final StatusMessageFlyweight request = new StatusMessageFlyweight(requestFrame);

    GuardedSendEndpoint(final UdpChannel channel, final AtomicCounter status, final MediaDriver.Context context,
        final Duty duty, final Strangers strangers, final LeanReceiveEndpoint receiver, final LinkGuard guard,
        final int localPeer, final int peer) {
        super(channel, status, context, duty, strangers, receiver, localPeer);
        this.guard = guard;
        this.peer = peer;
        for (final Lane lane : Lane.values()) {
            streams[lane.ordinal()] = new OutgoingStream(localPeer, lane);
        }
    }

    @Override
    public int send(final ByteBuffer buffer) {
        outgoing.wrap(buffer, buffer.position(), buffer.remaining());
        if (Frames.type(outgoing, 0) == HeaderFlyweight.HDR_TYPE_SETUP) {
            final OutgoingStream stream = stream(Frames.stream(outgoing, 0));
            stream.setup().putBytes(0, outgoing, 0, SetupFlyweight.HEADER_LENGTH);
            return sendSetup(stream, 0) ? SetupFlyweight.HEADER_LENGTH : 0;
        }
        signHeaders();
        return super.send(buffer);
    }

    /** @param challenge 0 to ask for it */
    private boolean sendSetup(final OutgoingStream stream, final long challenge) {
        final int length = SetupFlyweight.HEADER_LENGTH;
        setupFrame.putBytes(0, stream.setup(), 0, length);
        final long number = stream.nextSetup();
        final long mac = guard.sign(peer, challenge, number, setupFrame, length);
        ControlFrames.trailer(setupFrame, length, number, mac);
        setup.clear();
        return super.send(setup) == ControlFrames.MAX_BYTES;
    }

    /** Data was sealed when it was written; only the driver knows of padding and heartbeats. */
    private void signHeaders() {
        int offset = 0;
        while (offset < outgoing.capacity()) {
            final int length = Frames.length(outgoing, offset);
            if (length == 0 || Frames.type(outgoing, offset) == HeaderFlyweight.HDR_TYPE_PAD) {
                guard.signHeader(peer, outgoing, offset);
                return;
            }
            offset += Frames.aligned(length);
        }
    }

    @Override
    public @Nullable InetSocketAddress receive(final ByteBuffer buffer) {
        for (int i = 0; i < MAX_SKIPPED; i++) {
            final InetSocketAddress source = super.receive(buffer);
            if (source == null) {
                return null;
            }
            incoming.wrap(buffer);
            if (isLetIn(buffer.position(), source)) {
                return source;
            }
        }
        return null;
    }

    private boolean isLetIn(final int length, final InetSocketAddress source) {
        final int type = length < HeaderFlyweight.MIN_HEADER_LENGTH ? -1 : Frames.type(incoming, 0);
        if (type == HeaderFlyweight.HDR_TYPE_SM && ControlFrames.isStatus(incoming, length)) {
            return isStatusLetIn(source);
        }
        if (type == HeaderFlyweight.HDR_TYPE_NAK && ControlFrames.isNak(incoming, length) && isNakGenuine()) {
            return true;
        }
        guard.drop(peer);
        return false;
    }

    private boolean isStatusLetIn(final InetSocketAddress source) {
        final int length = StatusMessageFlyweight.HEADER_LENGTH;
        final OutgoingStream stream = stream(ControlFrames.stream(incoming));
        final long number = ControlFrames.number(incoming, length);
        if (stream == null || !guard.isGenuine(
            peer, ControlFrames.signature(incoming, length), 0, number, incoming, length)) {
            guard.drop(peer);
            return false;
        }
        final long receiver = ControlFrames.receiver(incoming);
        if (!ControlFrames.isRequest(incoming)) {
            return isReportLetIn(stream, receiver, number, source);
        }
        if (number != 0) {
            onAnswer(stream, receiver, number, source);
        }
        return number == 0; // a request that answers nothing lets the driver send a SETUP, which asks
    }

    private boolean isReportLetIn(final OutgoingStream stream, final long receiver, final long number,
        final InetSocketAddress source) {
        if (!stream.isNew(receiver, number)) {
            guard.drop(peer);
            return false;
        }
        stream.mark(number);
        wakeOthers(stream, receiver, source);
        return true;
    }

    /** Answers the challenge at once; if that is lost, the driver's next SETUP asks again. */
    private void onAnswer(final OutgoingStream stream, final long receiver, final long number,
        final InetSocketAddress source) {
        if (!stream.isAnswer(number)) {
            guard.drop(peer);
            return;
        }
        stream.answered(number, receiver);
        sendSetup(stream, receiver + ControlFrames.challenge(incoming));
        wakeOthers(stream, receiver, source);
    }

    /** A restarted peer does not ask for a lane whose data tells it nothing: a session that is gone has sealed it. */
    private void wakeOthers(final OutgoingStream stream, final long receiver, final InetSocketAddress source) {
        for (final OutgoingStream other : streams) {
            if (other != stream && !other.isReadBy(receiver)) {
                request.sessionId(Frames.session(other.setup(), 0)).streamId(other.id())
                    .flags(StatusMessageFlyweight.SEND_SETUP_FLAG);
                onStatusMessage(request, requestFrame, StatusMessageFlyweight.HEADER_LENGTH, source, null);
            }
        }
    }

    private boolean isNakGenuine() {
        final int length = NakFlyweight.HEADER_LENGTH;
        final OutgoingStream stream = stream(ControlFrames.stream(incoming));
        final long number = ControlFrames.number(incoming, length);
        if (stream == null || !stream.isNew(stream.receiver(), number) || !guard.isGenuine(
            peer, ControlFrames.signature(incoming, length), stream.receiver(), number, incoming, length)) {
            return false;
        }
        stream.mark(number);
        return true;
    }

    private @Nullable OutgoingStream stream(final int id) {
        for (final OutgoingStream stream : streams) {
            if (stream.id() == id) {
                return stream;
            }
        }
        return null;
    }
}
