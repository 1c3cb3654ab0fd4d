package io.lockstep.transport.ice;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** Carries letters between meshes of this process. */
final class LetterBox {

    private final AtomicReferenceArray<PathMesh> meshes = new AtomicReferenceArray<>(PathMesh.MAX_PEERS);

    Letters of(final int self) {
        return (peer, letter) -> {
            final PathMesh to = meshes.get(peer);
            if (to != null) {
                to.letter(self, letter);
            }
        };
    }

    void open(final int self, final PathMesh mesh) {
        meshes.set(self, mesh);
    }
}
