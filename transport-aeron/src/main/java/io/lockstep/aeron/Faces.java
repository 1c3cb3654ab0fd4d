package io.lockstep.aeron;

import io.aeron.protocol.HeaderFlyweight;
import io.lockstep.core.transport.TransportException;
import io.lockstep.core.transport.udp.PacketSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Lets Aeron, which knows sockets of the system's alone, send and receive by a {@link PacketSocket}: for each peer
 * there is a socket on the loopback interface, its face, that Aeron takes for the peer. What Aeron sends to a face goes
 * to its peer; what a peer has sent leaves its face, to where Aeron listens or to where Aeron's publication has sent
 * from. The types of the frames tell which, so nothing is added on the wire.
 */
final class Faces implements AutoCloseable {

    /** Packets taken at once: four a frame of each of 31 peers. What is left keeps the next wait short. */
    private static final int MAX_UP = 128;
    /** Datagrams of one face taken at once: more than the driver sends to a peer in a round. */
    private static final int MAX_DOWN = 64;

    /** Finds an address on the loopback interface. */
    @FunctionalInterface
    interface Ports {
        InetSocketAddress free() throws IOException;
    }

    private static final class Face {
        private final int peer;
        private final SocketAddress address;
        private final DatagramChannel channel;
        private final Sockets.Ear ear;
        /** Where the publication sends from; null until it has sent. */
        private @Nullable SocketAddress publication;

        Face(final int peer, final SocketAddress address, final DatagramChannel channel, final Sockets.Ear ear) {
            this.peer = peer;
            this.address = address;
            this.channel = channel;
            this.ear = ear;
        }
    }

    private final PacketSocket socket;
    private final Sockets sockets = new Sockets();
    private final Face[] faces;
    private final InetSocketAddress listen;
    private final ByteBuffer packet;
    private final UnsafeBuffer frame = new UnsafeBuffer(0, 0);

    /**
     * Opens a face for each peer.
     *
     * @param peers where the socket reaches them
     * @param mtu   bytes of the longest packet
     * @param ports finds where Aeron may listen
     */
    Faces(final PacketSocket socket, final Map<Integer, SocketAddress> peers, final int mtu, final Ports ports) {
        this.socket = socket;
        packet = ByteBuffer.allocateDirect(mtu);
        faces = new Face[peers.size()];
        try {
            int count = 0;
            for (final Map.Entry<Integer, SocketAddress> peer : peers.entrySet()) {
                final DatagramChannel channel = open();
                faces[count++] = new Face(peer.getKey(), peer.getValue(), channel, sockets.listen(channel));
            }
            listen = ports.free();
        } catch (final IOException ex) {
            close();
            throw new TransportException("cannot open sockets on the loopback interface: " + ErrorLog.oneLine(ex), ex);
        }
    }

    private static DatagramChannel open() throws IOException {
        final DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
        channel.configureBlocking(false);
        return channel.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
    }

    /** Where Aeron may listen: nobody did a moment ago. */
    static InetSocketAddress freeAddress() throws IOException {
        try (DatagramChannel probe = open()) {
            return (InetSocketAddress) probe.getLocalAddress();
        }
    }

    /** Returns whether somebody listens there by now, such as Aeron itself. */
    boolean isListenTaken() {
        try (DatagramChannel probe = DatagramChannel.open(StandardProtocolFamily.INET)) {
            probe.bind(listen);
            return false;
        } catch (final IOException taken) {
            return true;
        }
    }

    /** The peers as Aeron is to know them. */
    List<Remote> remotes() {
        final List<Remote> remotes = new ArrayList<>();
        for (final Face face : faces) {
            try {
                remotes.add(new Remote(face.peer, (InetSocketAddress) face.channel.getLocalAddress(), listen));
            } catch (final IOException ex) {
                throw new IllegalStateException(ex);
            }
        }
        return remotes;
    }

    /** Hands Aeron what has arrived. */
    void up() {
        for (int i = 0; i < MAX_UP; i++) {
            packet.clear();
            final SocketAddress from = socket.receive(packet);
            if (from == null) {
                return;
            }
            packet.flip();
            final Face face = of(from);
            final SocketAddress to = face == null ? null : receiver(face);
            if (face != null && to != null) {
                send(face, to);
            }
        }
    }

    private @Nullable Face of(final SocketAddress from) {
        for (final Face face : faces) {
            if (face.address.equals(from)) {
                return face;
            }
        }
        return null;
    }

    /** Whose a packet is; null if it is no frame that a peer sends. */
    private @Nullable SocketAddress receiver(final Face face) {
        switch (type()) {
            case HeaderFlyweight.HDR_TYPE_DATA:
            case HeaderFlyweight.HDR_TYPE_PAD:
            case HeaderFlyweight.HDR_TYPE_SETUP:
                return listen;
            case HeaderFlyweight.HDR_TYPE_SM:
            case HeaderFlyweight.HDR_TYPE_NAK:
            case HeaderFlyweight.HDR_TYPE_ERR:
                return face.publication;
            default:
                return null;
        }
    }

    private int type() {
        if (packet.remaining() < HeaderFlyweight.MIN_HEADER_LENGTH) {
            return -1;
        }
        frame.wrap(packet);
        return Frames.type(frame, 0);
    }

    private void send(final Face face, final SocketAddress to) {
        try {
            face.channel.send(packet, to);
        } catch (final IOException lost) {
            // As any datagram may be.
        }
    }

    /** Sends the peers what Aeron has sent to their faces. What the socket cannot take now is lost. */
    void down() {
        if (!sockets.look() && !sockets.haveMore()) {
            return;
        }
        for (final Face face : faces) {
            for (int i = 0; i < MAX_DOWN && face.ear.isFull(); i++) {
                down(face);
            }
        }
    }

    private void down(final Face face) {
        SocketAddress from = null;
        packet.clear();
        try {
            from = face.channel.receive(packet);
        } catch (final IOException broken) {
            // Aeron sees silence.
        }
        if (from == null) {
            face.ear.emptied();
            return;
        }
        packet.flip();
        final int type = type();
        if (type == HeaderFlyweight.HDR_TYPE_DATA || type == HeaderFlyweight.HDR_TYPE_PAD
            || type == HeaderFlyweight.HDR_TYPE_SETUP) {
            face.publication = from;
        }
        socket.send(packet, face.address);
    }

    /** What the peers are reached by. */
    PacketSocket socket() {
        return socket;
    }

    /** Of the faces alone. May be called again. */
    @Override
    public void close() {
        for (final Face face : faces) {
            if (face != null) {
                CloseHelper.quietClose(face.channel);
            }
        }
        sockets.close();
    }
}
