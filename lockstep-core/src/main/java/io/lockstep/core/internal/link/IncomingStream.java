package io.lockstep.core.internal.link;

import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.transfer.StreamReceiver;
import io.lockstep.core.transport.Lane;

/** Receives one stream of a peer: puts its chunks in order and acknowledges them. */
public final class IncomingStream {

    private final Wire wire;
    private final Link from;
    private final StreamReceiver stream;
    private final TransferMessage message = new TransferMessage();

    /**
     * A stream of which nothing has arrived.
     *
     * @param wire          sends the acknowledgements
     * @param from          the peer that sends it
     * @param transferId    which stream
     * @param capacityBytes most bytes held until they are read
     */
    public IncomingStream(final Wire wire, final Link from, final int transferId, final int capacityBytes) {
        this.wire = wire;
        this.from = from;
        stream = new StreamReceiver(transferId, capacityBytes);
    }

    /** Is a chunk one of this stream? */
    public boolean isOf(final Link sender, final TransferMessage chunk) {
        return sender == from && chunk.transferId() == stream.transferId();
    }

    /** Takes a chunk of this stream; false when it is known, or comes too early. */
    public boolean take(final TransferMessage chunk) {
        return stream.onChunk(chunk.index(), chunk.bytes(), 0, chunk.length(), chunk.last());
    }

    /** Acknowledges what has arrived when that is due. */
    public void acknowledge(final long nowNs) {
        if (stream.ackDue(nowNs)) {
            wire.send(from, Lane.CONTROL, message.ack(stream.transferId(), stream.next(), stream.bitmap()), nowNs);
        }
    }

    /** What has arrived in order, to be read. */
    public StreamReceiver bytes() {
        return stream;
    }
}
