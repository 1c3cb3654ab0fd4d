package io.lockstep.core.simnet;

/** A scenario that cannot be run; the message is one line that names the key and the value. */
public final class ScenarioException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** Well-formed, but not built yet. */
    private final boolean unsupported;

    ScenarioException(final String message, final boolean unsupported) {
        super(message);
        this.unsupported = unsupported;
    }

    /**
     * Is the scenario well-formed but asks for something that is not built yet?
     *
     * @return false if it is wrong
     */
    public boolean isUnsupported() {
        return unsupported;
    }
}
