package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A cookie proves an address for a while, and nobody can guess one. */
class FeedSecretsTest {

    private static final long LINK = 77;
    private static final byte[] IP = {10, 0, 0, 1};

    private final FeedSecrets secrets = new FeedSecrets(5);

    private static InetSocketAddress address(final String name, final int port) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(name, IP), port);
    }

    @Test
    void shouldDrawAnotherNumberEachTimeAndTheSameOnesWithTheSameSeed() {
        final FeedSecrets same = new FeedSecrets(5);
        final Set<Long> drawn = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            final long number = secrets.next();
            assertEquals(number, same.next());
            assertTrue(drawn.add(number));
        }
        assertTrue(drawn.add(new FeedSecrets(6).next()));
    }

    @Test
    void shouldTakeACookieUntilThePeriodBehindItsOwnIsOver() throws UnknownHostException {
        final SocketAddress from = address(null, 7000);
        final long period = FeedLimits.COOKIE_NS;
        for (final long start : new long[] {-3 * period, -period, 0, 5 * period}) {
            final long cookie = secrets.make(from, LINK, start);
            assertNotEquals(0, cookie);
            assertTrue(secrets.isRight(cookie, from, LINK, start));
            assertTrue(secrets.isRight(cookie, from, LINK, start + 2 * period - 1));
            assertFalse(secrets.isRight(cookie, from, LINK, start + 2 * period));
            assertFalse(secrets.isRight(cookie, from, LINK, start - 1));
        }
    }

    @Test
    void shouldTellAddressesApartByWhatEqualsSays() throws UnknownHostException {
        final SocketAddress from = address(null, 7000);
        final long cookie = secrets.make(from, LINK, 0);
        assertTrue(secrets.isRight(cookie, address("named", 7000), LINK, 0), "it is the same address");
        assertFalse(secrets.isRight(cookie, address(null, 7001), LINK, 0));
        assertFalse(secrets.isRight(cookie, from, LINK + 1, 0));
        final SocketAddress other = InetSocketAddress.createUnresolved("a.invalid", 7000);
        final long others = secrets.make(other, LINK, 0);
        assertTrue(secrets.isRight(others, InetSocketAddress.createUnresolved("a.invalid", 7000), LINK, 0));
        assertFalse(secrets.isRight(others, InetSocketAddress.createUnresolved("b.invalid", 7000), LINK, 0));
    }
}
