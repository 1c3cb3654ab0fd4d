package io.lockstep.testkit;

/** A scenario that cannot be run; the message is one line that names the key and the value. */
public final class ScenarioException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    ScenarioException(final String message) {
        super(message);
    }
}
