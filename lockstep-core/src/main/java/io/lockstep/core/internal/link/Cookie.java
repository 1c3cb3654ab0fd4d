package io.lockstep.core.internal.link;

import io.lockstep.core.internal.crypto.Hkdf;
import io.lockstep.core.internal.crypto.KeyedTag;
import io.lockstep.core.internal.protocol.Greeting;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a hello is challenged with. It is computed from the hello and checked by computing it again: whoever greets, and
 * however often, is answered and leaves nothing behind. As the cookies of DTLS (RFC 9147, 5.1).
 */
final class Cookie {

    private static final byte[] NEXT = {1};

    private final ByteBuffer nothing = ByteBuffer.allocate(0);
    private byte[] key;
    private KeyedTag tag;

    /** Creates cookies with a key that only this process has. */
    Cookie(final byte[] secret) {
        key = secret;
        renew();
    }

    /** From now on no challenge given before is worth anything: another process has taken the seat. */
    void renew() {
        final byte[] former = key;
        key = Hkdf.expand(former, NEXT);
        Arrays.fill(former, (byte) 0);
        if (tag != null) {
            tag.destroy();
        }
        tag = new KeyedTag(key);
    }

    long of(final Greeting hello) {
        return tag.of(hello.incarnation(), hello.salt(), hello.joining() ? 1 : 0, 0, nothing);
    }
}
