package io.lockstep.core.internal.feed;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** Addresses as they stand in datagrams; see {@link FeedPacket}. */
final class FeedAddress {

    private static final int IPV4 = 4;
    private static final int IPV6 = 6;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int U16 = 0xFFFF;

    private FeedAddress() {
    }

    /** Can others be told of it? */
    static boolean isKnown(final SocketAddress address) {
        return address instanceof InetSocketAddress inet && !inet.isUnresolved();
    }

    /** Writes one that is known. */
    static void write(final SocketAddress address, final ByteBuffer out) {
        final InetSocketAddress inet = (InetSocketAddress) address;
        final byte[] bytes = inet.getAddress().getAddress();
        out.put((byte) (bytes.length == IPV4_BYTES ? IPV4 : IPV6)).put(bytes).putShort((short) inet.getPort());
    }

    /** Reads one; null if there is none. */
    static SocketAddress read(final ByteBuffer in) {
        final int family = in.hasRemaining() ? in.get() : 0;
        final byte[] bytes = new byte[family == IPV4 ? IPV4_BYTES : IPV6_BYTES];
        if (family != IPV4 && family != IPV6 || in.remaining() < bytes.length + Short.BYTES) {
            return null;
        }
        in.get(bytes);
        final int port = in.getShort() & U16;
        try {
            return port == 0 ? null : new InetSocketAddress(InetAddress.getByAddress(bytes), port);
        } catch (final UnknownHostException impossible) {
            return null;
        }
    }
}
