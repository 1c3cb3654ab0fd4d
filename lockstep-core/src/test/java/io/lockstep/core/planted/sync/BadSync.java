package io.lockstep.core.planted.sync;

import io.lockstep.core.planted.session.BadSession;

/** A part of the session that knows the whole. */
public final class BadSync {

    final BadSession session = new BadSession();
}
