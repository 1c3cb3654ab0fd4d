package io.lockstep.transport.ice;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** Carries letters between meshes of this process. */
final class LetterBox {

    private final AtomicReferenceArray<PathMesh> meshes = new AtomicReferenceArray<>(PathMesh.MAX_PEERS);

    private volatile boolean gone;

    Letters of(final int self) {
        return (peer, letter) -> {
            final PathMesh to = meshes.get(peer);
            if (to != null && !gone) {
                to.letter(self, letter);
            }
        };
    }

    /** Carries nothing any more. */
    void close() {
        gone = true;
    }

    void open(final int self, final PathMesh mesh) {
        meshes.set(self, mesh);
    }
}
