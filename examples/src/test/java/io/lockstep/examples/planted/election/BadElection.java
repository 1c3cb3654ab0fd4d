package io.lockstep.examples.planted.election;

import io.lockstep.examples.planted.core.BadCore;

/** Knows what it must not know. */
public final class BadElection {

    final BadCore[] forbidden = {};
}
