package io.lockstep.core.planted.internal;

/** What no game may rely on. */
public final class Inside {
}
