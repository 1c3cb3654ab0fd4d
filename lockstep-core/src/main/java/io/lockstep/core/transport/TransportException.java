package io.lockstep.core.transport;

/**
 * A transport cannot be started: a port is taken, a host is unknown, a JVM option is missing, there is no room for
 * files. The message is one line that can be shown to a person as it is. Thrown by what launches a transport and by
 * nothing else; what goes wrong later shows in {@link Transport#failure()}.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class TransportException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * An exception without a cause.
     *
     * @param message one line for a person
     */
    public TransportException(final String message) {
        super(message);
    }

    /**
     * An exception with what lies behind it.
     *
     * @param message one line for a person
     * @param cause   for a developer
     */
    public TransportException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
