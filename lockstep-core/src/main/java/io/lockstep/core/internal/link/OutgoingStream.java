package io.lockstep.core.internal.link;

import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.transfer.StreamSender;
import io.lockstep.core.transport.Lane;

/** Sends one stream to a peer: takes its bytes, sends them in chunks, and takes what the peer acknowledges. */
public final class OutgoingStream implements StreamSender.Output {

    private final Wire wire;
    private final Link to;
    private final StreamSender stream;
    private final TransferMessage message = new TransferMessage();
    private long nowNs;

    /**
     * A stream, which is empty yet.
     *
     * @param wire           sends its chunks
     * @param to             the peer they go to
     * @param transferId     which stream: any number that the peer does not know from another one
     * @param bytesPerSecond most bytes sent a second
     * @param capacityBytes  most bytes held until they are acknowledged
     */
    public OutgoingStream(final Wire wire, final Link to, final int transferId, final long bytesPerSecond,
                          final int capacityBytes) {
        this.wire = wire;
        this.to = to;
        stream = new StreamSender(transferId, TransferMessage.maxChunkBytes(wire.maxPayloadBytes()), bytesPerSecond,
            capacityBytes);
        stream.carrierRepairs();
    }

    /** Adds bytes, all or none; false when they do not fit until more is acknowledged. */
    public boolean append(final byte[] bytes, final int length) {
        return stream.append(bytes, 0, length);
    }

    /** Nothing more follows. */
    public void finish() {
        stream.finish();
    }

    /** Sends what is due. */
    public void tick(final long now) {
        nowNs = now;
        stream.rtt(to.rtt.meanNs());
        stream.poll(now, this);
    }

    /** Takes an acknowledgement; false when it is none of this stream. */
    public boolean receive(final Link from, final TransferMessage ack, final long now) {
        if (from != to || ack.transferId() != stream.transferId()) {
            return false;
        }
        stream.onAck(ack.next(), ack.bitmap(), now);
        return true;
    }

    /** Does the peer have all of it? */
    public boolean done() {
        return stream.done();
    }

    @Override
    public boolean chunk(final int transferId, final int index, final byte[] bytes, final int offset, final int length,
                         final boolean last) {
        return wire.send(to, Lane.CONTROL, message.chunk(transferId, index, bytes, offset, length, last), nowNs);
    }
}
