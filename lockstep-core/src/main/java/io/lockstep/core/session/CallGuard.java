package io.lockstep.core.session;

import io.lockstep.core.internal.transport.CallerThread;
import org.jspecify.annotations.Nullable;

/**
 * Refuses calls that a program must not make, before they change anything: calls from inside a callback, calls from
 * another thread, and calls with a time that no monotonic clock shows.
 */
final class CallGuard {

    /**
     * Longest step forward between two polls, in nanoseconds: a year. A sleeping computer may cause any shorter step.
     * The step from {@code System.nanoTime()} to the time of day is more than fifty years.
     */
    static final long MAX_STEP_NS = 365L * 24 * 3600 * 1_000_000_000L;

    private final CallerThread thread = new CallerThread();
    /** Name of the running call, or null outside of calls. */
    private @Nullable String under;
    private boolean polled;
    private long nowNs;

    /** Checks a call that runs callbacks; {@link #leave} ends it. */
    void enter(final String call) {
        check(call);
        thread.bind();
        under = call;
    }

    /** Ends the call that {@link #enter} began. */
    void leave() {
        under = null;
    }

    /** Checks a call that must not come from inside another one. */
    void check(final String call) {
        checkThread(call);
        if (under != null) {
            throw new IllegalStateException(call + "() was called from inside " + under + "(): a callback may not call "
                + "it, call it from the game loop");
        }
    }

    /** Checks a call that callbacks may make, too. */
    void checkThread(final String call) {
        if (thread.isForeign()) {
            throw new IllegalStateException("the session was called, " + call + "(), " + thread.describe()
                + ": call it on one thread, or hand it over with handOver()");
        }
    }

    /** Checks the time of a poll. */
    void time(final long now) {
        final long stepNs = now - nowNs;
        if (polled && (stepNs < 0 || stepNs > MAX_STEP_NS)) {
            throw new IllegalStateException("the time given to poll() went from " + nowNs + " to " + now
                + " ns: give it System.nanoTime() in every call, and no other clock or unit");
        }
        polled = true;
        nowNs = now;
    }

    /** Lets another thread make the next call. */
    void handOver() {
        check("handOver");
        thread.release();
    }
}
