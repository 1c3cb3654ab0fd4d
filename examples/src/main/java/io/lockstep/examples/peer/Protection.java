package io.lockstep.examples.peer;

import io.lockstep.core.security.LinkKeys;

/**
 * What keeps strangers out of a match.
 *
 * @param keys     by which the peers know each other; null for none
 * @param insecure whether a match without keys may go over the internet
 */
public record Protection(LinkKeys keys, boolean insecure) {

    /** No keys, and thus no more than the local network. */
    public static final Protection NONE = new Protection(null, false);
}
