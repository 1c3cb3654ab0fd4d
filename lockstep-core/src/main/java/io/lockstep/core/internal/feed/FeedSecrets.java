package io.lockstep.core.internal.feed;

import io.lockstep.core.internal.crypto.Hmac;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Numbers that nobody can guess: links, and cookies, which prove that somebody can be reached where it says it is,
 * without anything being kept for it.
 */
public final class FeedSecrets {

    private final Hmac hmac;
    private long drawn;

    /** The same ones again with the same seed. */
    public FeedSecrets(final long seed) {
        hmac = new Hmac(ByteBuffer.allocate(Long.BYTES).putLong(seed).array());
    }

    /** Another number at each call. */
    public long next() {
        hmac.update(drawn++);
        return hmac.first();
    }

    /** The cookie for this attempt now; never 0. */
    long make(final SocketAddress from, final long link, final long nowNs) {
        return of(from, link, Math.floorDiv(nowNs, FeedLimits.COOKIE_NS));
    }

    boolean isRight(final long cookie, final SocketAddress from, final long link, final long nowNs) {
        final long period = Math.floorDiv(nowNs, FeedLimits.COOKIE_NS);
        return cookie == of(from, link, period) || cookie == of(from, link, period - 1);
    }

    private long of(final SocketAddress from, final long link, final long period) {
        hmac.update(link);
        hmac.update(period);
        if (from instanceof InetSocketAddress address && !address.isUnresolved()) {
            hmac.update(address.getPort());
            hmac.update(address.getAddress().getAddress());
        } else {
            hmac.update(from.toString().getBytes(StandardCharsets.UTF_8));
        }
        return hmac.first() | 1;
    }
}
