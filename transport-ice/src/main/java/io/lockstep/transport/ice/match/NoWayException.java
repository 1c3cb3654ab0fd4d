package io.lockstep.transport.ice.match;

/**
 * There is no way to a player; the message says to whom and what to try, plain enough to be shown.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class NoWayException extends Exception {

    private static final long serialVersionUID = 1L;

    NoWayException(final String message) {
        super(message);
    }
}
