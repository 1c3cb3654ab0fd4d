package io.lockstep.transport.ice;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Agents that do what a test says. */
final class FakeAgents implements IceAgent.Maker {

    /** One of them. */
    static final class Fake implements IceAgent {
        final Way way;
        final Events events;
        Letter.Offer remote;
        boolean started;
        boolean closed;
        int sent;

        Fake(final Way way, final Events events) {
            this.way = way;
            this.events = events;
        }

        @Override
        public void start() {
            started = true;
        }

        @Override
        public void connect(final Letter.Offer offer) {
            remote = offer;
        }

        @Override
        public void send(final byte[] bytes, final int offset, final int length) {
            sent++;
        }

        @Override
        public boolean sendAtOnce(final ByteBuffer packet) {
            return false;
        }

        @Override
        public void close() {
            closed = true;
        }

        void up() {
            events.up(this);
        }

        void fail() {
            events.failed(this);
        }

        void gathered(final String ufrag) {
            events.gathered(this, offer(ufrag));
        }
    }

    final List<Fake> all = new ArrayList<>();

    @Override
    public IceAgent make(final int peer, final Way way, final boolean controlling, final IceAgent.Events events) {
        final Fake agent = new Fake(way, events);
        all.add(agent);
        return agent;
    }

    Fake newest() {
        return all.get(all.size() - 1);
    }

    static Letter.Offer offer(final String ufrag) {
        return new Letter.Offer(ufrag, "passwordpasswordpassword", List.of());
    }
}
