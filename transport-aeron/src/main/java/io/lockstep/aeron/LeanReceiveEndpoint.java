package io.lockstep.aeron;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.jspecify.annotations.Nullable;

/**
 * The driver's end of the peers' streams to us: reads only when there is something, puts back the padding that was
 * left out on the wire, and notices when something is missing. Most of it is heard by the sockets of the endpoints that
 * send, which are connected to the peers and hand it on.
 */
class LeanReceiveEndpoint extends ReceiveChannelEndpoint {

    /** Refused datagrams that one round skips: as many of the smallest as the default socket buffer holds. */
    private static final int MAX_SKIPPED = 256;

    private final Duty duty;
    private final Strangers strangers;
    private final Places places = new Places();
    private final UnsafeBuffer packet = new UnsafeBuffer(0, 0);
    private final DataHeaderFlyweight data = new DataHeaderFlyweight();
    private final SetupFlyweight setup = new SetupFlyweight();
    @SuppressWarnings("NullAway.Init") // given before it is used
    private Sockets.Ear ear;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private SharedPort port;
    private @Nullable InetSocketAddress strayReporter;

    LeanReceiveEndpoint(final UdpChannel channel, final DataPacketDispatcher dispatcher, final AtomicCounter status,
        final MediaDriver.Context context, final Duty duty, final Strangers strangers) {
        super(channel, dispatcher, status, context);
        this.duty = duty;
        this.strangers = strangers;
    }

    @Override
    public void openChannel() {
        super.openChannel();
        ear = duty.sockets().listen(receiveDatagramChannel);
        port = new SharedPort(receiveDatagramChannel);
    }

    /** The port on which the peers' streams arrive, once it is open. */
    final SharedPort port() {
        return port;
    }

    @Override
    public final @Nullable InetSocketAddress receive(final ByteBuffer buffer) {
        for (int i = 0; i < MAX_SKIPPED && ear.isFull(); i++) {
            final InetSocketAddress source = super.receive(buffer);
            if (source == null) {
                ear.emptied();
                continue;
            }
            strangers.note(buffer);
            final boolean isTaken = isTaken(buffer, source);
            if (Frames.type(packet, 0) == HeaderFlyweight.HDR_TYPE_SM) {
                strayReporter = source; // a peer's reports come to the socket that is connected to it
            }
            if (isTaken) {
                return source;
            }
        }
        return null;
    }

    /** Returns the last sender that answered our streams from an address at which no peer is expected, or null. */
    final @Nullable InetSocketAddress strayReporter() {
        return strayReporter;
    }

    /** Takes a datagram that came to the socket of the endpoint that sends to its sender. */
    final void take(final ByteBuffer buffer, final InetSocketAddress source) {
        if (!isTaken(buffer, source) || !isValidFrame(packet, buffer.position())) {
            return;
        }
        if (Frames.type(packet, 0) == HeaderFlyweight.HDR_TYPE_SETUP) {
            setup.wrap(packet);
            onSetupMessage(setup, packet, buffer.position(), source, 0);
        } else {
            data.wrap(packet);
            onDataPacket(data, packet, buffer.position(), source, 0);
        }
    }

    private boolean isTaken(final ByteBuffer buffer, final InetSocketAddress source) {
        final int length = buffer.position();
        packet.wrap(buffer);
        final boolean isData = length >= DataHeaderFlyweight.HEADER_LENGTH
            && Frames.type(packet, 0) == HeaderFlyweight.HDR_TYPE_DATA;
        if (isData) {
            pad(buffer);
        }
        if (!isLetIn(packet, buffer.position(), length, source)) {
            return false;
        }
        if (isData && !places.follows(packet, buffer.position())) {
            duty.hurry();
        }
        return true;
    }

    /** Aeron's frames end on a multiple of 32 bytes. */
    private void pad(final ByteBuffer buffer) {
        final int length = buffer.position();
        final int whole = Math.min(Frames.aligned(length), buffer.capacity());
        packet.setMemory(length, whole - length, (byte) 0);
        buffer.position(whole);
    }

    /**
     * Whether the driver may see a datagram.
     *
     * @param length     with its padding
     * @param wireLength without
     */
    boolean isLetIn(final UnsafeBuffer incoming, final int length, final int wireLength,
        final InetSocketAddress source) {
        return true;
    }
}
