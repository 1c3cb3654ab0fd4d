package io.lockstep.transport.ice;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The mesh's own thread: does what others hand it, one after the other, and something every 50 ms. */
final class Home implements Executor {

    /** A silence is noticed so much too late at the most. */
    static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long CLOSE_MS = 500;
    /** Links and agents have some dozens under way at the most; letters beyond this are refused, and sent again. */
    static final int MANY = 1024;

    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Runnable tick;
    private final Thread thread = new Thread(this::run, "lockstep-paths");
    private volatile boolean closing;

    Home(final Runnable tick) {
        this.tick = tick;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void execute(final Runnable task) {
        tasks.add(task);
    }

    /** Whether so much waits, as behind a listener that dawdles, that nothing should come which can come again. */
    boolean isBusy() {
        return tasks.size() >= MANY;
    }

    private void run() {
        long dueNs = System.nanoTime();
        while (!closing || !tasks.isEmpty()) {
            try {
                final Runnable task = tasks.poll(Math.max(0, dueNs - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (task != null) {
                    run(task);
                }
            } catch (final InterruptedException nobodyMeansIt) {
                continue;
            }
            if (System.nanoTime() - dueNs >= 0 && !closing) {
                dueNs = System.nanoTime() + TICK_NS;
                run(tick);
            }
        }
    }

    /** A listener or a mailman that throws is told of, and no reason to lose every way. */
    private static void run(final Runnable task) {
        try {
            task.run();
        } catch (final RuntimeException broken) {
            final Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, broken);
        }
    }

    /** Does the last task and ends, for a moment at most. */
    void close(final Runnable last) {
        tasks.add(last);
        closing = true;
        tasks.add(() -> { });
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(CLOSE_MS);
        } catch (final InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
