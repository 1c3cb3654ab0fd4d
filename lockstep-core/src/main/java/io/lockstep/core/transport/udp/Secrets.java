package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.crypto.Hmac;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Salts and peppers: numbers that nobody can tell in advance, however many of them they have seen. A pepper depends on
 * nothing but who asks from where: so there is nothing to remember for those who ask, and nothing to fill up.
 */
final class Secrets {

    private static final long SALT = 1;
    private static final long PEPPER = 2;

    private final Hmac hmac;
    private long drawn;

    private Secrets(final byte[] key) {
        hmac = new Hmac(key);
        Arrays.fill(key, (byte) 0);
    }

    /** The same ones again with the same seed. */
    static Secrets of(final long seed) {
        return new Secrets(ByteBuffer.allocate(Long.BYTES).putLong(seed).array());
    }

    /** Creates secrets with a random key of the system. */
    static Secrets drawn() {
        return new Secrets(UdpSocket.entropy(Hmac.BYTES));
    }

    /** Another number at each call. */
    long next() {
        hmac.update(SALT);
        hmac.update(drawn++);
        return hmac.first();
    }

    /** What somebody at this address has to know, as long as our salt is this one. */
    long pepper(final long salt, final SocketAddress from) {
        hmac.update(PEPPER);
        hmac.update(salt);
        if (from instanceof InetSocketAddress address && !address.isUnresolved()) {
            hmac.update(address.getPort());
            hmac.update(address.getAddress().getAddress());
        } else {
            hmac.update(from.toString().getBytes(StandardCharsets.UTF_8));
        }
        return hmac.first();
    }

    /** Forgets the seed. */
    void destroy() {
        hmac.destroy();
    }
}
