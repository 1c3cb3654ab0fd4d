package io.lockstep.transport.ice;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.NullUnmarked;

/**
 * Envelopes as packets: from, to, the letter's length (2), the letter filled up with zeros, and 16 bytes of HMAC-SHA256
 * over all before them. Every packet has one byte more than a transport may send, which tells the two apart. Not
 * thread-safe.
 */
@NullUnmarked
final class Envelopes {

    /** With what TURN adds it fits a tunnel's 1,280 bytes still. */
    static final int PACKET_BYTES = PathSocket.MAX_PACKET_BYTES + 1;

    private static final String MAC = "HmacSHA256";
    private static final int HEAD_BYTES = 4;
    private static final int MAC_BYTES = 16;
    private static final int SIGNED_BYTES = PACKET_BYTES - MAC_BYTES;

    private final Mac mac;

    /** With the key that all peers of the match have, and nobody else. */
    Envelopes(final byte[] key) {
        try {
            mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
        } catch (final GeneralSecurityException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    byte[] seal(final Envelope envelope) {
        final ByteBuffer packet = ByteBuffer.allocate(PACKET_BYTES);
        packet.put((byte) envelope.from()).put((byte) envelope.to()).putShort((short) envelope.letter().length)
            .put(envelope.letter());
        return sign(packet.array());
    }

    /** Fills in the last bytes of a packet. */
    byte[] sign(final byte[] packet) {
        System.arraycopy(signature(packet), 0, packet, SIGNED_BYTES, MAC_BYTES);
        return packet;
    }

    private byte[] signature(final byte[] packet) {
        mac.update(packet, 0, SIGNED_BYTES);
        return mac.doFinal();
    }

    /** Null if it is none, or nobody's who has the key. */
    Envelope open(final byte[] packet) {
        if (packet.length != PACKET_BYTES || !MessageDigest.isEqual(Arrays.copyOf(signature(packet), MAC_BYTES),
                Arrays.copyOfRange(packet, SIGNED_BYTES, PACKET_BYTES))) {
            return null;
        }
        final int from = packet[0];
        final int to = packet[1];
        final int length = ByteBuffer.wrap(packet).getShort(2);
        return from < 0 || from >= PathMesh.MAX_PEERS || to < 0 || to >= PathMesh.MAX_PEERS || from == to
            || length < 1 || length > PathMesh.MAX_LETTER_BYTES ? null
            : new Envelope(from, to, Arrays.copyOfRange(packet, HEAD_BYTES, HEAD_BYTES + length));
    }
}
