package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A mesh whose agents do what a test says. */
class PathMeshTest {

    private final CountDownLatch held = new CountDownLatch(1);

    private IceAgent make(final int peer, final Way way, final boolean controlling, final IceAgent.Events events) {
        try {
            held.await();
        } catch (final InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return new FakeAgents().make(peer, way, controlling, events);
    }

    /** Whoever brings letters may be a lobby that nobody knows; a listener may hold the mesh's thread up. */
    @Test
    void shouldHoldNoMoreLettersThanItMay() {
        final byte[] letter = LetterCodec.encode(Letter.begin(2));
        try (PathMesh mesh = PathMesh.open(new IceConfig(), 0, new int[] {1}, (peer, ours) -> { },
                new PathListener() { }, real -> this::make)) {
            for (int i = 0; i < 10_000; i++) {
                mesh.letter(1, letter);
            }
            assertTrue(mesh.lettersRefused() >= 10_000 - Home.MANY, mesh.lettersRefused() + " refused");
            held.countDown();
        }
    }
}
