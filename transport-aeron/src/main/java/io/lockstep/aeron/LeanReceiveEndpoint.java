package io.lockstep.aeron;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The driver's end of the peers' streams to us: reads only when there is something, puts back the padding that was
 * left out on the wire, and notices when something is missing.
 */
class LeanReceiveEndpoint extends ReceiveChannelEndpoint {

    private final Duty duty;
    private final Places places = new Places();
    private final UnsafeBuffer packet = new UnsafeBuffer(0, 0);
    private Sockets.Ear ear;
    private int wireLength;

    LeanReceiveEndpoint(final UdpChannel channel, final DataPacketDispatcher dispatcher, final AtomicCounter status,
        final MediaDriver.Context context, final Duty duty) {
        super(channel, dispatcher, status, context);
        this.duty = duty;
    }

    @Override
    public void openChannel() {
        super.openChannel();
        ear = duty.sockets().listen(receiveDatagramChannel);
    }

    @Override
    public InetSocketAddress receive(final ByteBuffer buffer) {
        if (!ear.isFull()) {
            return null;
        }
        final InetSocketAddress source = super.receive(buffer);
        wireLength = buffer.position();
        if (source == null) {
            ear.emptied();
        } else if (buffer.position() >= DataHeaderFlyweight.HEADER_LENGTH) {
            packet.wrap(buffer);
            if (Frames.type(packet, 0) == HeaderFlyweight.HDR_TYPE_DATA) {
                pad(buffer);
                if (!places.follows(packet, buffer.position())) {
                    duty.hurry();
                }
            }
        }
        return source;
    }

    /** How long the datagram that was last received was before it was padded. */
    final int wireLength() {
        return wireLength;
    }

    /** Aeron's frames end on a multiple of 32 bytes. */
    private void pad(final ByteBuffer buffer) {
        final int length = buffer.position();
        final int whole = Math.min(Frames.aligned(length), buffer.capacity());
        if (whole > length) {
            packet.setMemory(length, whole - length, (byte) 0);
            buffer.position(whole);
        }
    }
}
