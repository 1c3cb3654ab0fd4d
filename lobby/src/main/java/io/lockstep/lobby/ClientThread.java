package io.lockstep.lobby;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one thread of a client, on which everything happens that nobody waits for. Thread-safe. */
final class ClientThread implements Executor {

    /** A listener that is still busy when the client closes is not waited for any longer. */
    private static final int CLOSE_MS = 1000;

    private final ScheduledThreadPoolExecutor pool;
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    ClientThread() {
        pool = new ScheduledThreadPoolExecutor(1, task -> {
            final Thread fresh = new Thread(task, "lockstep-lobby-client");
            fresh.setDaemon(true);
            thread = fresh;
            return fresh;
        });
        pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Once it is closed, what is left to do is done by whoever asks: the HTTP client must not be left hanging. */
    @Override
    public void execute(final Runnable task) {
        try {
            pool.execute(() -> guarded(task));
        } catch (final RejectedExecutionException over) {
            task.run();
        }
    }

    void later(final long delayMs, final Runnable task) {
        try {
            pool.schedule(() -> guarded(task), delayMs, TimeUnit.MILLISECONDS);
        } catch (final RejectedExecutionException ignored) {
            // Closed meanwhile: nothing is due any more.
        }
    }

    /** What a listener throws is told, and stops nothing. */
    static void guarded(final Runnable task) {
        try {
            task.run();
        } catch (final RuntimeException thrown) {
            final Thread here = Thread.currentThread();
            here.getUncaughtExceptionHandler().uncaughtException(here, thrown);
        }
    }

    boolean isHere() {
        return Thread.currentThread() == thread;
    }

    boolean isClosed() {
        return closed;
    }

    /** After that last task nothing is begun any more. */
    void close(final Runnable last) {
        closed = true;
        execute(() -> {
            last.run();
            pool.shutdown();
        });
        if (!isHere()) {
            try {
                pool.awaitTermination(CLOSE_MS, TimeUnit.MILLISECONDS);
            } catch (final InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            pool.shutdown();
        }
    }
}
