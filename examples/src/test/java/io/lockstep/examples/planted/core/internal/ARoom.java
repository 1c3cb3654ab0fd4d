package io.lockstep.examples.planted.core.internal;

/** Stands for a room of the core that is none of its users' business. */
public final class ARoom {
}
