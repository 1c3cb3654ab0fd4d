package io.lockstep.lobby;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The networks that this machine is in, with IPv4: where questions are asked, and who is near. A question goes to a
 * group and to the network's broadcast address, since many a Wi-Fi carries one of the two alone. Nothing leaves the
 * network: the group's packets have a TTL of 1, and whoever is not in one of these networks is neither heard nor
 * answered. Stateless.
 */
final class Lan {

    /** Beside the lobby's own, 7707. */
    static final int PORT = 7708;
    /** Of those that routers keep within a site. */
    static final InetAddress GROUP = group(new byte[] {(byte) 239, (byte) 255, 77, 8});

    private static final int ADDRESS_BITS = 32;

    private final int port;
    private final boolean loopback;

    /** All networks but the loopback interface, or that alone. */
    Lan(final int port, final boolean loopback) {
        this.port = port;
        this.loopback = loopback;
    }

    int port() {
        return port;
    }

    private static InetAddress group(final byte[] address) {
        try {
            return InetAddress.getByAddress(address);
        } catch (final IOException fourBytesAreAnAddress) {
            throw new IllegalStateException(fourBytesAreAnAddress);
        }
    }

    private List<NetworkInterface> interfaces() throws IOException {
        final List<NetworkInterface> found = new ArrayList<>();
        for (final NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            if (each.isUp() && each.isLoopback() == loopback && !addresses(each).isEmpty()) {
                found.add(each);
            }
        }
        return found;
    }

    private static List<InterfaceAddress> addresses(final NetworkInterface each) {
        return each.getInterfaceAddresses().stream().filter(own -> own.getAddress() instanceof Inet4Address).toList();
    }

    /** A socket on which questions arrive. Several programs of one machine may have one. */
    DatagramChannel listen() throws IOException {
        final DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true).bind(new InetSocketAddress(port));
            for (final NetworkInterface each : interfaces()) {
                join(channel, each);
            }
        } catch (final IOException | RuntimeException failed) {
            channel.close();
            throw failed;
        }
        return channel;
    }

    private static void join(final DatagramChannel channel, final NetworkInterface network) {
        try {
            channel.join(GROUP, network);
        } catch (final IOException withoutGroups) {
            return; // the broadcast arrives, perhaps
        }
    }

    /** A socket from which they are asked. */
    static DatagramChannel open() throws IOException {
        final DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
        channel.setOption(StandardSocketOptions.SO_BROADCAST, true).bind(new InetSocketAddress(0));
        channel.configureBlocking(false);
        return channel;
    }

    /** Asks in every network. A network that is gone meanwhile is left out. */
    void ask(final DatagramChannel channel, final byte[] question) throws IOException {
        for (final NetworkInterface each : interfaces()) {
            try {
                channel.setOption(StandardSocketOptions.IP_MULTICAST_IF, each);
                channel.setOption(StandardSocketOptions.IP_MULTICAST_TTL, 1);
            } catch (final IOException withoutGroups) {
                continue;
            }
            send(channel, question, GROUP);
            addresses(each).stream().map(InterfaceAddress::getBroadcast).filter(own -> own != null)
                .forEach(own -> send(channel, question, own));
        }
    }

    private void send(final DatagramChannel channel, final byte[] question, final InetAddress to) {
        try {
            channel.send(ByteBuffer.wrap(question), new InetSocketAddress(to, port));
        } catch (final IOException unreachable) {
            return; // it is asked again soon
        }
    }

    /** Whether an address is in one of these networks. */
    boolean isNear(final InetAddress address) {
        try {
            for (final NetworkInterface each : interfaces()) {
                for (final InterfaceAddress own : addresses(each)) {
                    if (isNear(address, own.getAddress(), own.getNetworkPrefixLength())) {
                        return true;
                    }
                }
            }
        } catch (final IOException gone) {
            return false;
        }
        return false;
    }

    static boolean isNear(final InetAddress address, final InetAddress own, final int prefix) {
        final int mask = prefix <= 0 ? 0 : -1 << ADDRESS_BITS - Math.min(prefix, ADDRESS_BITS);
        return address instanceof Inet4Address && own instanceof Inet4Address && mask != 0
            && ((address.hashCode() ^ own.hashCode()) & mask) == 0;
    }
}
