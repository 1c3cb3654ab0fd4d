package io.lockstep.examples.planted.micrometer;

import io.lockstep.examples.planted.examples.AnExample;

/** Knows what it must not know. */
public final class BadMetrics {

    final AnExample[] forbidden = {};
}
