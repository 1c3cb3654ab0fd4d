package io.lockstep.testkit;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.Transport;

/** An end of the network whose peer knows the others by keys: the session seals by itself. */
final class KeyedEndpoint extends ForwardingTransport {

    private final LinkKeys keys;

    KeyedEndpoint(final Transport carrier, final LinkKeys keys) {
        super(carrier);
        this.keys = keys;
    }

    @Override
    public LinkKeys keys() {
        return keys;
    }
}
