package io.lockstep.aeron;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ReceiveChannelEndpointSupplier;
import io.aeron.driver.SendChannelEndpointSupplier;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.lockstep.core.transport.Lane;
import java.util.List;
import org.agrona.concurrent.status.AtomicCounter;

/** Makes the driver's endpoints: with keys each knows whose datagrams come and go there. */
final class Endpoints implements SendChannelEndpointSupplier, ReceiveChannelEndpointSupplier {

    private final Duty duty;
    private final LinkGuard guard;
    private final AeronTransportConfig config;
    private final List<Remote> remotes;

    /** @param guard null without keys */
    Endpoints(final Duty duty, final LinkGuard guard, final AeronTransportConfig config, final List<Remote> remotes) {
        this.duty = duty;
        this.guard = guard;
        this.config = config;
        this.remotes = remotes;
    }

    @Override
    public SendChannelEndpoint newInstance(final UdpChannel channel, final AtomicCounter status,
        final MediaDriver.Context context) {
        if (guard == null) {
            return new LeanSendEndpoint(channel, status, context, duty, config.localPeer());
        }
        for (final Remote remote : remotes) {
            if (remote.address().equals(channel.remoteData())) {
                return new GuardedSendEndpoint(
                    channel, status, context, duty, guard, config.localPeer(), remote.id());
            }
        }
        throw new IllegalStateException("no peer at " + channel.remoteData());
    }

    @Override
    public ReceiveChannelEndpoint newInstance(final UdpChannel channel, final DataPacketDispatcher dispatcher,
        final AtomicCounter status, final MediaDriver.Context context) {
        if (guard == null) {
            return new LeanReceiveEndpoint(channel, dispatcher, status, context, duty);
        }
        final IncomingStream[] streams = new IncomingStream[StreamIds.LIMIT];
        for (final Remote remote : remotes) {
            if (remote.listen().equals(channel.remoteData())) {
                for (final Lane lane : Lane.values()) {
                    streams[StreamIds.of(remote.id(), lane)] = new IncomingStream(remote.id(), lane);
                }
            }
        }
        return new GuardedReceiveEndpoint(channel, dispatcher, status, context, duty, guard, config, streams);
    }
}
