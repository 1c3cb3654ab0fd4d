package io.lockstep.transport.ice;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Lets two seats of this process find each other on the loopback interface, once. */
final class WarmUp {

    private static final AtomicBoolean BEGUN = new AtomicBoolean();
    private static final long PATIENCE_S = 15;

    private final AtomicReferenceArray<PathMesh> meshes = new AtomicReferenceArray<>(2);
    private final CountDownLatch found = new CountDownLatch(2);

    private WarmUp() {
    }

    static void begin() {
        if (BEGUN.compareAndSet(false, true)) {
            final Thread thread = new Thread(new WarmUp()::run, "lockstep-paths-warm-up");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        try {
            open(0);
            open(1);
            if (!found.await(PATIENCE_S, TimeUnit.SECONDS)) {
                return; // no loopback interface; what could be warmed is warm
            }
        } catch (final InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            for (int self = 0; self < meshes.length(); self++) {
                if (meshes.get(self) != null) {
                    meshes.get(self).close();
                }
            }
        }
    }

    private void open(final int self) {
        final PathListener listener = new PathListener() {
            @Override
            public void direct(final int peer) {
                found.countDown();
            }
        };
        meshes.set(self, PathMesh.open(new IceConfig().allowLoopback(true), self, new int[] {1 - self},
            (peer, letter) -> {
                final PathMesh to = meshes.get(peer);
                if (to != null) {
                    to.letter(self, letter);
                }
            }, listener));
    }
}
