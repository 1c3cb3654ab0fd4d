package io.lockstep.aeron;

import io.aeron.driver.DriverConductorProxy;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.exceptions.AeronException;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.StatusMessageFlyweight;
import io.lockstep.core.transport.Lane;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.agrona.CloseHelper;
import org.agrona.concurrent.CachedNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.jspecify.annotations.Nullable;

/**
 * The driver's end of our streams to one peer: reads only when there is something, and leaves out on the wire what the
 * peer knows without: the padding at the end of a datagram, and most heartbeats of a lane on which nothing is sent. It
 * sends from the port that we listen on, and so hears what the peer sends there from the port that it listens on.
 */
class LeanSendEndpoint extends SendChannelEndpoint {

    /** Datagrams handed on in one round: a burst on one lane, and no other peer has to wait for long. */
    private static final int MAX_HANDED_ON = 64;

    private final Duty duty;
    private final Strangers strangers;
    private final LeanReceiveEndpoint receiver;
    private final CachedNanoClock clock;
    private final Heartbeats[] heartbeats = new Heartbeats[Lane.values().length];
    private final int firstStream;
    private final UnsafeBuffer packet = new UnsafeBuffer(0, 0);
    @SuppressWarnings("NullAway.Init") // given before it is used
    private Sockets.Ear ear;

    /** @param receiver where the peer's own streams arrive */
    LeanSendEndpoint(final UdpChannel channel, final AtomicCounter status, final MediaDriver.Context context,
        final Duty duty, final Strangers strangers, final LeanReceiveEndpoint receiver, final int localPeer) {
        super(channel, status, context);
        this.strangers = strangers;
        this.receiver = receiver;
        this.duty = duty;
        clock = context.senderCachedNanoClock();
        firstStream = StreamIds.of(localPeer, Lane.values()[0]);
        for (int i = 0; i < heartbeats.length; i++) {
            heartbeats[i] = new Heartbeats();
        }
    }

    @Override
    public void openChannel() {
        super.openChannel();
        ear = duty.sockets().listen(receiveDatagramChannel);
    }

    @Override
    public void openDatagramChannel(final AtomicCounter status) {
        final DatagramChannel shared = receiver.port().connect(connectAddress);
        if (shared == null) {
            super.openDatagramChannel(status);
            return;
        }
        try {
            shared.configureBlocking(false);
            shared.setOption(StandardSocketOptions.SO_SNDBUF, socketSndbufLength());
            shared.setOption(StandardSocketOptions.SO_RCVBUF, socketRcvbufLength());
        } catch (final IOException ex) {
            CloseHelper.quietClose(shared);
            throw new AeronException("channel error - " + ex.getMessage(), ex);
        }
        sendDatagramChannel = shared;
        receiveDatagramChannel = shared;
    }

    @Override
    public @Nullable InetSocketAddress receive(final ByteBuffer buffer) {
        for (int i = 0; i < MAX_HANDED_ON && ear.isFull(); i++) {
            final InetSocketAddress source = super.receive(buffer);
            if (source == null) {
                ear.emptied();
                continue;
            }
            strangers.note(buffer);
            if (isOfPeersStreams(buffer)) {
                receiver.take(buffer, source);
            } else {
                return source;
            }
        }
        return null;
    }

    private boolean isOfPeersStreams(final ByteBuffer buffer) {
        if (buffer.position() < DataHeaderFlyweight.HEADER_LENGTH) {
            return false;
        }
        packet.wrap(buffer);
        final int type = Frames.type(packet, 0);
        return type == HeaderFlyweight.HDR_TYPE_DATA || type == HeaderFlyweight.HDR_TYPE_PAD
            || type == HeaderFlyweight.HDR_TYPE_SETUP;
    }

    @Override
    public void onStatusMessage(final StatusMessageFlyweight message, final UnsafeBuffer buffer, final int length,
        final InetSocketAddress source, final DriverConductorProxy conductor) {
        final Heartbeats lane = lane(message.streamId());
        if (lane != null && (message.flags() & StatusMessageFlyweight.SEND_SETUP_FLAG) == 0) {
            lane.reported(clock.nanoTime());
        }
        super.onStatusMessage(message, buffer, length, source, conductor);
    }

    @Override
    public int send(final ByteBuffer buffer) {
        final int length = buffer.remaining();
        packet.wrap(buffer, buffer.position(), length);
        if (Frames.type(packet, 0) != HeaderFlyweight.HDR_TYPE_DATA) {
            return super.send(buffer);
        }
        final Heartbeats lane = lane(Frames.stream(packet, 0));
        if (Frames.length(packet, 0) == 0) {
            return lane == null || Frames.flags(packet, 0) != Frames.WHOLE || lane.isWanted(clock.nanoTime())
                ? super.send(buffer) : length;
        }
        if (lane != null) {
            lane.dataSent();
        }
        final int used = used(length);
        buffer.limit(buffer.position() + used);
        if (super.send(buffer) == used) {
            return length;
        }
        duty.hurry(); // the system has no room for it: the driver tries again
        return 0;
    }

    /** Bytes of a datagram of data without the padding of its last frame. */
    private int used(final int length) {
        int offset = 0;
        while (offset < length) {
            final int frame = Frames.length(packet, offset);
            final int next = offset + Frames.aligned(frame);
            if (frame < DataHeaderFlyweight.HEADER_LENGTH || next >= length) {
                return frame > 0 && next == length && Frames.type(packet, offset) == HeaderFlyweight.HDR_TYPE_DATA
                    ? offset + frame : length;
            }
            offset = next;
        }
        return length;
    }

    private @Nullable Heartbeats lane(final int stream) {
        final int lane = stream - firstStream;
        return lane < 0 || lane >= heartbeats.length ? null : heartbeats[lane];
    }
}
