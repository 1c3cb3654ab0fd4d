package io.lockstep.core.session;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.ForwardingTransport;
import java.nio.ByteBuffer;

/** Tells the liar what a session says, and counts what becomes there of what was sent by no real session. */
final class WatchedTransport extends ForwardingTransport {

    Session session;
    /** Datagrams sent since somebody set this to zero. */
    int sent;
    private final FuzzMatch match;
    private final int self;
    private final MessageCodec codec;

    WatchedTransport(final FuzzMatch match, final int self, final Transport carrier) {
        super(carrier);
        this.match = match;
        this.self = self;
        codec = match.codec();
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        sent++;
        match.liar.overhear(self, payload.duplicate());
        return carrier.send(peer, lane, tag, payload);
    }

    @Override
    public int poll(final long nowNs, final DatagramHandler handler) {
        return carrier.poll(nowNs, (peer, lane, tag, payload) -> {
            if (!match.isForged(peer, self, lane, tag)) {
                handler.onDatagram(peer, lane, tag, payload);
                return;
            }
            final Message message = codec.decode(payload.duplicate()) == WireCode.OK ? codec.decoded() : null;
            final PeerStatistics link = linkTo(peer);
            final long shut = link.foreign() + link.replayed() + link.malformed();
            final long refused = link.refused();
            final Phase phase = session.phase();
            match.liar.toldTo(self, message);
            handler.onDatagram(peer, lane, tag, payload);
            if (message != null && link.foreign() + link.replayed() + link.malformed() == shut) {
                match.counts.read(message, phase, link.refused() == refused);
            }
        });
    }

    private PeerStatistics linkTo(final int peer) {
        final SessionStatistics statistics = session.statistics();
        for (int i = 0; i < statistics.peers(); i++) {
            if (statistics.peer(i).peer() == peer) {
                return statistics.peer(i);
            }
        }
        throw new IllegalStateException("no link to " + peer);
    }
}
