package io.lockstep.core.internal.transport;

import org.jspecify.annotations.Nullable;

/**
 * Refuses calls that a program must not make, before they change anything: calls from inside a callback, calls from
 * another thread, and calls with a time that no monotonic clock shows.
 */
public final class CallGuard {

    /**
     * Longest step forward between two polls, in nanoseconds: a year. A sleeping computer may cause any shorter step.
     * The step from {@code System.nanoTime()} to the time of day is more than fifty years.
     */
    public static final long MAX_STEP_NS = 365L * 24 * 3600 * 1_000_000_000L;

    private final CallerThread thread = new CallerThread();
    private final String guarded;
    private final String remedy;
    /** Name of the running call, or null outside of calls. */
    private @Nullable String under;
    private boolean polled;
    private long nowNs;

    /**
     * A guard that no thread is bound to yet.
     *
     * @param guarded what is called, such as "session"
     * @param remedy  what a program does that calls it on another thread
     */
    public CallGuard(final String guarded, final String remedy) {
        this.guarded = guarded;
        this.remedy = remedy;
    }

    /** Checks a call that runs callbacks; {@link #leave} ends it. */
    public void enter(final String call) {
        check(call);
        thread.bind();
        under = call;
    }

    /** Ends the call that {@link #enter} began. */
    public void leave() {
        under = null;
    }

    /** Checks a call that must not come from inside another one. */
    public void check(final String call) {
        checkThread(call);
        if (under != null) {
            throw new IllegalStateException(call + "() was called from inside " + under + "(): a callback may not call "
                + "it, call it from the game loop");
        }
    }

    /** Checks a call that callbacks may make, too. */
    public void checkThread(final String call) {
        if (thread.isForeign()) {
            throw new IllegalStateException("the " + guarded + " was called, " + call + "(), " + thread.describe()
                + ": " + remedy);
        }
    }

    /** Checks the time of a poll. */
    public void time(final long now) {
        final long stepNs = now - nowNs;
        if (polled && (stepNs < 0 || stepNs > MAX_STEP_NS)) {
            throw new IllegalStateException("the time given to poll() went from " + nowNs + " to " + now
                + " ns: give it System.nanoTime() in every call, and no other clock or unit");
        }
        polled = true;
        nowNs = now;
    }

    /** Makes the calling thread the owner, whoever was it. */
    public void adopt() {
        thread.release();
        thread.bind();
    }

    /** Lets any thread make the next call and become the owner. */
    public void release() {
        thread.release();
    }

    /** Lets another thread make the next call. */
    public void handOver() {
        check("handOver");
        thread.release();
    }
}
