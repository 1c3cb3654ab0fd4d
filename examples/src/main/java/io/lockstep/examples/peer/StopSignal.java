package io.lockstep.examples.peer;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Lets Ctrl-C (SIGINT), SIGTERM and a closed window end a match cleanly. The process ends when this is closed, at most
 * {@value #GRACE_SECONDS} s after the signal, with the exit code of the signal: 130 or 143.
 */
public final class StopSignal implements BooleanSupplier, AutoCloseable {

    /** Goodbyes take 0.15 s, closing the transport up to 0.2 s each, starting a driver 0.3 s: ten times that. */
    private static final int GRACE_SECONDS = 5;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onShutdown, "stop");
    private volatile boolean requested;

    private StopSignal() {
    }

    /**
     * Begins to listen for signals.
     *
     * @return to be closed when the match is over and everything is printed
     */
    public static StopSignal install() {
        final StopSignal signal = new StopSignal();
        try {
            Runtime.getRuntime().addShutdownHook(signal.hook);
        } catch (final IllegalStateException shuttingDown) {
            signal.request();
        }
        return signal;
    }

    private void onShutdown() {
        requested = true;
        try {
            done.await(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks the match to end; callable from any thread. */
    public void request() {
        requested = true;
    }

    /**
     * Whether the match shall end.
     *
     * @return true from the first request or signal on
     */
    @Override
    public boolean getAsBoolean() {
        return requested;
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException ignored) {
            // The process is ending already, which is what the hook waited for.
        }
    }
}
