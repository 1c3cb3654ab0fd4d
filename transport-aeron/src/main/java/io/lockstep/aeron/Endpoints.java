package io.lockstep.aeron;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ReceiveChannelEndpointSupplier;
import io.aeron.driver.SendChannelEndpointSupplier;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.lockstep.core.transport.Lane;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.agrona.concurrent.status.AtomicCounter;
import org.jspecify.annotations.Nullable;

/** Makes the driver's endpoints: each knows the other at its port, and with keys whose datagrams come and go there. */
final class Endpoints implements SendChannelEndpointSupplier, ReceiveChannelEndpointSupplier {

    private final Duty duty;
    private final @Nullable LinkGuard guard;
    private final AeronTransportConfig config;
    private final List<Remote> remotes;
    private final Strangers strangers;
    private final Map<InetSocketAddress, LeanReceiveEndpoint> receivers = new LinkedHashMap<>();

    /** @param guard null without keys */
    Endpoints(final Duty duty, final @Nullable LinkGuard guard, final AeronTransportConfig config,
        final List<Remote> remotes) {
        this.duty = duty;
        this.guard = guard;
        this.config = config;
        this.remotes = remotes;
        strangers = new Strangers(config.localPeer(), guard != null);
    }

    /** A peer's streams are subscribed to before anything is sent to it, so the receiver is there. */
    @Override
    public SendChannelEndpoint newInstance(final UdpChannel channel, final AtomicCounter status,
        final MediaDriver.Context context) {
        for (final Remote remote : remotes) {
            if (remote.address().equals(channel.remoteData())) {
                final LeanReceiveEndpoint receiver = Objects.requireNonNull(receivers.get(remote.listen()));
                return guard == null
                    ? new LeanSendEndpoint(channel, status, context, duty, strangers, receiver, config.localPeer())
                    : new GuardedSendEndpoint(
                        channel, status, context, duty, strangers, receiver, guard, config.localPeer(), remote.id());
            }
        }
        throw new IllegalStateException("no peer at " + channel.remoteData());
    }

    @Override
    public ReceiveChannelEndpoint newInstance(final UdpChannel channel, final DataPacketDispatcher dispatcher,
        final AtomicCounter status, final MediaDriver.Context context) {
        final LeanReceiveEndpoint receiver = guard == null
            ? new LeanReceiveEndpoint(channel, dispatcher, status, context, duty, strangers)
            : new GuardedReceiveEndpoint(
                channel, dispatcher, status, context, duty, strangers, guard, config,
                streamsTo(channel.remoteData()));
        receivers.put(channel.remoteData(), receiver);
        return receiver;
    }

    /** Returns the sender that answers our streams from an address at which no peer is expected, or null. */
    @Nullable InetSocketAddress strayReporter() {
        for (final LeanReceiveEndpoint receiver : receivers.values()) {
            if (receiver.strayReporter() != null) {
                return receiver.strayReporter();
            }
        }
        return null;
    }

    /** See {@link Strangers#hint}. */
    @Nullable String hint() {
        return strangers.hint();
    }

    private IncomingStream[] streamsTo(final InetSocketAddress listen) {
        final IncomingStream[] streams = new IncomingStream[StreamIds.LIMIT];
        for (final Remote remote : remotes) {
            if (remote.listen().equals(listen)) {
                for (final Lane lane : Lane.values()) {
                    streams[StreamIds.of(remote.id(), lane)] = new IncomingStream(remote.id(), lane);
                }
            }
        }
        return streams;
    }
}
