package io.lockstep.core.internal.link;

import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.MessageCodec;
import io.lockstep.core.protocol.ProtocolMode;
import io.lockstep.core.protocol.WireSupport;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;

/** Encodes, seals, sends and counts what goes out. */
public final class Wire {

    /** Room behind the largest payload for whatever a transport appends. */
    private static final int HEADROOM = 64;

    private final Transport transport;
    private final MessageCodec codec;
    private final ProtocolMode mode;
    private final ByteBuffer buffer;

    public Wire(final Transport transport, final MessageCodec codec, final ProtocolMode mode) {
        this.transport = transport;
        this.codec = codec;
        this.mode = mode;
        buffer = ByteBuffer.allocate(transport.maxPayloadBytes() + HEADROOM);
    }

    /** Sends a message of an open link. */
    public boolean send(final Link link, final Lane lane, final Message message, final long nowNs) {
        return send(link, lane, message, nowNs, false);
    }

    /** Sends a message that any incarnation may send and read: handshake and refusal. */
    public boolean sendHandshake(final Link link, final Lane lane, final Message message, final long nowNs) {
        return send(link, lane, message, nowNs, true);
    }

    /** Until the handshake is done, nobody knows who reads JSON. */
    private ProtocolMode modeOf(final Link link, final Message message, final boolean handshake) {
        final boolean readsJson = !handshake && (link.handshake().capabilities() & WireSupport.JSON) != 0;
        return readsJson && fits(message) ? mode : ProtocolMode.BINARY;
    }

    /** JSON takes several times the room; who reads it reads both. */
    private boolean fits(final Message message) {
        return mode == ProtocolMode.BINARY
            || Message.HEADER_BYTES + codec.toJson(message).length() <= transport.maxPayloadBytes();
    }

    private boolean send(final Link link, final Lane lane, final Message message, final long nowNs,
                         final boolean handshake) {
        buffer.clear();
        codec.encode(message, buffer, modeOf(link, message, handshake));
        buffer.flip();
        final int payload = buffer.remaining();
        final long tag = link.seal.seal(lane, buffer, handshake);
        if (transport.send(link.peer, lane, tag, buffer) != Transport.SendResult.SENT) {
            if (!handshake) {
                link.seal.unsent(lane);
            }
            return false;
        }
        link.sent(nowNs);
        link.statistics.sent(payload, transport.wireBytes(payload));
        return true;
    }
}
