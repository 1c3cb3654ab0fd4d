package io.lockstep.aeron;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import io.lockstep.core.security.PacketSigner;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.NullUnmarked;

/**
 * Proves who has sent a frame, and that it stands where its sender put it. What Aeron sends once carries the session's
 * seal in its reserved value. What Aeron repairs must not become unreadable when a session changes its keys, or the
 * stream would stand still for ever: there the session's seal follows the payload, for when it is handed over, and the
 * reserved value is a signature with the transport's keys, which stay. See docs/TRANSPORT-AERON.md, "Guarded".
 */
@NullUnmarked // who reads or writes has asked whether there is a seal
final class LinkGuard {

    /** Of a lane that is repaired: the session's seal behind the payload. */
    static final int SEAL_BYTES = Long.BYTES;
    /** A header without its last field, which is the signature. */
    private static final int SIGNED_HEADER_BYTES = DataHeaderFlyweight.RESERVED_VALUE_OFFSET;

    private final PacketSigner signer;
    private final boolean inputsReliable;
    private final ByteBuffer signed;
    private DatagramSeal seal;
    private final long[] refused = new long[AeronTransportConfig.MAX_PEERS];
    private long drops;

    LinkGuard(final PacketSigner signer, final int mtu, final boolean inputsReliable) {
        this.signer = signer;
        this.inputsReliable = inputsReliable;
        signed = ByteBuffer.allocate(mtu).order(LITTLE_ENDIAN);
    }

    /** What the session seals with from now on. */
    void seal(final DatagramSeal ofSession) {
        seal = ofSession;
    }

    /** Nothing can be sent or handed over before a session has given its seal. */
    boolean isSealed() {
        return seal != null;
    }

    /** Bytes behind a payload that are not the caller's. */
    int sealBytes(final Lane lane) {
        return isRepaired(lane) ? SEAL_BYTES : 0;
    }

    private boolean isRepaired(final Lane lane) {
        return lane == Lane.CONTROL || inputsReliable;
    }

    /** Fills a claimed frame, whose header says already where it stands. */
    void write(final int peer, final Lane lane, final long sequence, final ByteBuffer payload,
        final MutableDirectBuffer frame) {
        final int length = payload.remaining();
        final long path = Frames.path(frame, 0);
        final long place = Frames.place(frame, 0);
        signed.clear().put(0, payload, payload.position(), length).limit(length);
        final long reserved;
        if (isRepaired(lane)) {
            final long sealed = seal.seal(peer, lane, sequence, 0, 0, signed);
            signed.clear().limit(length + SEAL_BYTES).putLong(length, sealed);
            reserved = signer.sign(peer, path, place, signed);
        } else {
            reserved = seal.seal(peer, lane, sequence, path, place, signed);
        }
        frame.putBytes(DataHeaderFlyweight.HEADER_LENGTH, signed, 0, length + sealBytes(lane));
        frame.putLong(DataHeaderFlyweight.RESERVED_VALUE_OFFSET, reserved, LITTLE_ENDIAN);
    }

    /**
     * Opens what is handed over: the session's keys may have changed since it came in.
     *
     * @param datagram what was received, up to its limit; loses the seal at its end
     * @return its sequence, or {@link DatagramSeal#REFUSED}
     */
    long read(final int peer, final Lane lane, final Header header, final ByteBuffer datagram) {
        final long sequence;
        if (isRepaired(lane)) {
            final int length = datagram.limit() - SEAL_BYTES; // not negative: it was genuine when it came in
            final long sealed = datagram.getLong(length);
            sequence = seal.open(peer, lane, sealed, 0, 0, datagram.limit(length));
        } else {
            sequence = seal.open(peer, lane, header.reservedValue(), Frames.path(header.sessionId(), header.streamId()),
                Frames.place(header.termId(), header.termOffset()), datagram);
        }
        if (sequence == DatagramSeal.REFUSED) {
            drop(peer);
        }
        return sequence;
    }

    /** Whether a frame of data comes from that peer, at that place; its length has been looked at. */
    boolean isGenuineData(final int peer, final Lane lane, final DirectBuffer packet, final int offset) {
        final int length = Frames.length(packet, offset) - DataHeaderFlyweight.HEADER_LENGTH;
        final long reserved = Frames.reserved(packet, offset);
        final long path = Frames.path(packet, offset);
        final long place = Frames.place(packet, offset);
        load(packet, offset + DataHeaderFlyweight.HEADER_LENGTH, length);
        return isRepaired(lane)
            ? length >= SEAL_BYTES && signer.verify(peer, reserved, path, place, signed)
            : seal != null && seal.open(peer, lane, reserved, path, place, signed) != DatagramSeal.REFUSED;
    }

    /** Signs padding or a heartbeat, which are headers alone. */
    void signHeader(final int peer, final MutableDirectBuffer packet, final int offset) {
        load(packet, offset, SIGNED_HEADER_BYTES);
        packet.putLong(offset + DataHeaderFlyweight.RESERVED_VALUE_OFFSET, signer.sign(peer,
            Frames.path(packet, offset), Frames.place(packet, offset), signed), LITTLE_ENDIAN);
    }

    boolean isGenuineHeader(final int peer, final DirectBuffer packet, final int offset) {
        load(packet, offset, SIGNED_HEADER_BYTES);
        return signer.verify(peer, Frames.reserved(packet, offset), Frames.path(packet, offset),
            Frames.place(packet, offset), signed);
    }

    /** Signs a control frame: the first bytes of a buffer. */
    long sign(final int peer, final long path, final long place, final DirectBuffer frame, final int length) {
        load(frame, 0, length);
        return signer.sign(peer, path, place, signed);
    }

    boolean isGenuine(final int peer, final long signature, final long path, final long place,
        final DirectBuffer frame, final int length) {
        load(frame, 0, length);
        return signer.verify(peer, signature, path, place, signed);
    }

    private void load(final DirectBuffer from, final int offset, final int length) {
        signed.clear();
        from.getBytes(offset, signed, 0, length);
        signed.limit(length);
    }

    /** Forgets the keys. */
    void destroy() {
        signer.destroy();
    }

    /** Something is not what it claims to be, and goes no further. */
    void drop() {
        drops++;
    }

    /** So is something that claims to be of that peer. */
    void drop(final int peer) {
        refused[peer]++;
        drops++;
    }

    long refused(final int peer) {
        return refused[peer];
    }

    long drops() {
        return drops;
    }
}
