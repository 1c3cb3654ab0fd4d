package io.lockstep.core.internal.link;

import io.lockstep.core.internal.crypto.Hkdf;
import io.lockstep.core.internal.crypto.KeyedTag;
import io.lockstep.core.internal.protocol.Greeting;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * What a hello is challenged with. It is computed from the hello and checked by computing it again: whoever greets, and
 * however often, is answered and leaves nothing behind. As the cookies of DTLS (RFC 9147, 5.1).
 */
final class Cookie {

    private static final byte[] NEXT = {1};

    private final ByteBuffer nothing = ByteBuffer.allocate(0);
    private byte[] key;
    private KeyedTag tag;

    Cookie(final SplittableRandom random) {
        key = ByteBuffer.allocate(2 * Long.BYTES).putLong(random.nextLong()).putLong(random.nextLong()).array();
        renew();
    }

    /** From now on no challenge given before is worth anything: another process has taken the seat. */
    void renew() {
        key = Hkdf.expand(key, NEXT);
        tag = new KeyedTag(key);
    }

    long of(final Greeting hello) {
        return tag.of(hello.incarnation(), hello.salt(), hello.joining() ? 1 : 0, 0, nothing);
    }
}
