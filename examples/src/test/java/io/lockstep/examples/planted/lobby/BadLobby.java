package io.lockstep.examples.planted.lobby;

import io.lockstep.examples.planted.examples.AnExample;

/** Knows what it must not know. */
public final class BadLobby {

    final AnExample[] forbidden = {};
}
