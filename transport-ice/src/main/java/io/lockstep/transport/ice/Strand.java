package io.lockstep.transport.ice;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Does one task after the other, on whatever thread of all strands is free: what ice4j does may take seconds. */
final class Strand implements Executor {

    private static final int IDLE_S = 1;
    /** No limit but what links and generations there are. */
    private static final Executor THREADS = new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_S, TimeUnit.SECONDS,
        new SynchronousQueue<>(), task -> {
            final Thread thread = new Thread(task, "lockstep-paths-work");
            thread.setDaemon(true);
            return thread;
        });

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

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
