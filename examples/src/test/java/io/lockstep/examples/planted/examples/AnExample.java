package io.lockstep.examples.planted.examples;

/** What nobody may know. */
public final class AnExample {
}
