package io.lockstep.core.planted.transport;

import io.lockstep.core.planted.sync.BadSync;

/** A transport that knows what it carries. */
public final class BadTransport {

    final BadSync sync = new BadSync();
}
