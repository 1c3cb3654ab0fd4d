package io.lockstep.core.internal.link;

import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.WireSupport;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;

/** Encodes, seals, sends and counts what goes out. */
public final class Wire {

    /** Room behind the largest payload for whatever a transport appends. */
    private static final int HEADROOM = 64;

    private final Transport transport;
    private final SessionSeal seal;
    private final MessageCodec codec;
    private final ProtocolMode mode;
    private final ByteBuffer buffer;
    private final ByteBuffer enclosed;

    public Wire(final Transport transport, final SessionSeal seal, final MessageCodec codec,
                final ProtocolMode mode) {
        this.transport = transport;
        this.seal = seal;
        this.codec = codec;
        this.mode = mode;
        buffer = ByteBuffer.allocate(transport.maxPayloadBytes() + HEADROOM);
        enclosed = ByteBuffer.allocate(transport.maxPayloadBytes());
    }

    /** Most bytes of a message. */
    public int maxPayloadBytes() {
        return transport.maxPayloadBytes();
    }

    /** Sends a message of an open link. */
    public boolean send(final Link link, final Lane lane, final Message message, final long nowNs) {
        return send(link, lane, message, nowNs, false);
    }

    /** Sends a message that any incarnation may send and read: handshake and refusal. */
    public boolean sendHandshake(final Link link, final Lane lane, final Message message, final long nowNs) {
        return send(link, lane, message, nowNs, true);
    }

    /** Seals a message of an open link, for somebody else to carry. */
    void enclose(final Link to, final Message message, final Relay relay) {
        enclosed.clear();
        codec.encode(message, enclosed);
        enclosed.flip();
        relay.carry(to.peer, to.seal.sealDetour(enclosed), enclosed);
    }

    /** Until the handshake is done, nobody knows who reads JSON; and who reads it reads bytes, too. */
    private boolean travelsAsJson(final Link link, final Message message, final boolean handshake) {
        return mode == ProtocolMode.JSON && !handshake && (link.handshake().capabilities() & WireSupport.JSON) != 0
            && Message.HEADER_BYTES + codec.toJson(message).length() <= transport.maxPayloadBytes();
    }

    private boolean send(final Link link, final Lane lane, final Message message, final long nowNs,
                         final boolean handshake) {
        buffer.clear();
        if (travelsAsJson(link, message, handshake)) {
            codec.encodeJson(message, buffer);
        } else {
            codec.encode(message, buffer);
        }
        buffer.flip();
        final int payload = buffer.remaining();
        final long sequence = link.seal.next(lane, handshake);
        link.seal.encrypt(lane, sequence, buffer);
        final long tag = seal.outgoing(link, lane, sequence, buffer);
        if (transport.send(link.peer, lane, tag, buffer) != Transport.SendResult.SENT) {
            if (!handshake) {
                link.seal.unsent(lane);
            }
            return false;
        }
        link.sent(nowNs);
        final int bytes = transport.wireBytes(lane, payload);
        link.uplink.sent(bytes);
        link.statistics.sent(payload, bytes);
        return true;
    }
}
