package io.lockstep.core.planted.org.agrona.concurrent;

/** Stands for Agrona's buffer, which does not work without a JVM flag. */
public final class UnsafeBuffer {
}
