package io.lockstep.aeron;

import org.agrona.nio.TransportPoller;

/**
 * How Aeron's drivers find the sockets that have something. Up to five they visit one after the other, by an iterator
 * that each of the two pollers makes in each round; the second compiler takes it away or does not, as its luck will
 * have it. A selector makes nothing, and asking it costs a fraction of a microsecond.
 */
final class DriverPolling {

    /** Fewer sockets than there can be: from none on, a selector is asked. */
    private static final String NONE = "-1";

    private DriverPolling() {
    }

    /**
     * Has a selector asked, unless the user wants something else. Aeron looks once in the life of a process, before its
     * first driver, whosever that is.
     */
    static void bySelector() {
        if (System.getProperty(TransportPoller.ITERATION_THRESHOLD_PROP_NAME) == null) {
            System.setProperty(TransportPoller.ITERATION_THRESHOLD_PROP_NAME, NONE);
        }
    }
}
