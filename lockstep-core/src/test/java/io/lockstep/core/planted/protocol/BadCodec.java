package io.lockstep.core.planted.protocol;

import io.lockstep.core.planted.org.agrona.concurrent.UnsafeBuffer;
import io.lockstep.core.planted.session.BadSession;

/** A codec that knows the session, and a buffer that needs a JVM flag. */
public final class BadCodec {

    private final BadSession session = new BadSession();

    UnsafeBuffer buffer() {
        session.start();
        return new UnsafeBuffer();
    }
}
