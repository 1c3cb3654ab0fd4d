package io.lockstep.core.internal.crypto;

import java.nio.ByteBuffer;

/** HMAC-SHA256, of which the first 64 bits are used: nobody makes it up who has not the key. */
public final class KeyedTag implements Tag {

    private final Hmac hmac;

    public KeyedTag(final byte[] key) {
        hmac = new Hmac(key);
    }

    @Override
    public long of(final long number, final long context, final long path, final long place, final ByteBuffer bytes) {
        hmac.update(number);
        hmac.update(context);
        hmac.update(path);
        hmac.update(place);
        hmac.update(bytes);
        return hmac.first();
    }

    @Override
    public void destroy() {
        hmac.destroy();
    }
}
