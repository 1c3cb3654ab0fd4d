package io.lockstep.testkit.liars;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.ForwardingTransport;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/** Counts what a session sends. */
final class CountedTransport extends ForwardingTransport {

    private final IntConsumer counter;

    CountedTransport(final Transport carrier, final IntConsumer counter) {
        super(carrier);
        this.counter = counter;
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        counter.accept(1);
        return carrier.send(peer, lane, tag, payload);
    }
}
