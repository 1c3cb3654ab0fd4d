package io.lockstep.transport.ice;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Cuts ways: what agents of before send no longer leaves, and those that come after are not concerned. */
final class Cutter {

    private final List<Cut> all = new CopyOnWriteArrayList<>();

    IceAgent.Maker over(final IceAgent.Maker maker) {
        return (peer, way, controlling, events) -> {
            final Cut agent = new Cut(peer, events);
            agent.inner = maker.make(peer, way, controlling, agent);
            all.add(agent);
            return agent;
        };
    }

    void cut() {
        all.forEach(agent -> agent.isCut = true);
    }

    /** Only the ways to that peer. */
    void cut(final int peer) {
        all.stream().filter(agent -> agent.peer == peer).forEach(agent -> agent.isCut = true);
    }

    /** Datagrams that left on the game's thread itself, by all ways. */
    long sentAtOnce() {
        return all.stream().mapToLong(agent -> agent.sentAtOnce).sum();
    }

    /** Whether there is an agent to that peer that came after the cut. */
    boolean isSoughtAnew(final int peer) {
        return all.stream().anyMatch(agent -> agent.peer == peer && !agent.isCut);
    }

    /** An agent that passes everything on, until it is cut. */
    private static final class Cut implements IceAgent, IceAgent.Events {
        private final int peer;
        private final Events events;
        private IceAgent inner;
        private volatile boolean isCut;
        /** Of the game's thread. */
        private long sentAtOnce;

        Cut(final int peer, final Events events) {
            this.peer = peer;
            this.events = events;
        }

        @Override
        public void start() {
            inner.start();
        }

        @Override
        public void connect(final Letter.Offer offer) {
            inner.connect(offer);
        }

        @Override
        public void send(final byte[] bytes, final int offset, final int length) {
            if (!isCut) {
                inner.send(bytes, offset, length);
            }
        }

        @Override
        public boolean sendAtOnce(final ByteBuffer packet) {
            final boolean atOnce = isCut || inner.sendAtOnce(packet);
            sentAtOnce += atOnce ? 1 : 0;
            return atOnce;
        }

        @Override
        public void close() {
            inner.close();
        }

        @Override
        public void gathered(final IceAgent agent, final Letter.Offer offer) {
            events.gathered(this, offer);
        }

        @Override
        public void up(final IceAgent agent) {
            events.up(this);
        }

        @Override
        public void failed(final IceAgent agent) {
            events.failed(this);
        }
    }
}
