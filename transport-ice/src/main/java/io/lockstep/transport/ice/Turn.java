package io.lockstep.transport.ice;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Does one task after the other, on whatever thread of all turns is free: what ice4j does may take seconds. */
final class Turn implements Executor {

    /** No limit but what links and generations there are; an idle one is gone after so many seconds. */
    private static final Executor THREADS = threads(1);

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    private static Executor threads(final int idleSeconds) {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, idleSeconds, TimeUnit.SECONDS, new SynchronousQueue<>(),
            task -> {
                final Thread thread = new Thread(task, "lockstep-paths-work");
                thread.setDaemon(true);
                return thread;
            });
    }

    @Override
    public void execute(final Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
            if (running) {
                return;
            }
            running = true;
        }
        THREADS.execute(this::run);
    }

    private void run() {
        while (true) {
            final Runnable task;
            synchronized (tasks) {
                task = tasks.poll();
                if (task == null) {
                    running = false;
                    return;
                }
            }
            try {
                task.run();
            } catch (final RuntimeException ignored) {
                // ice4j throws where a socket is gone already: what comes after it is done all the same.
            }
        }
    }
}
