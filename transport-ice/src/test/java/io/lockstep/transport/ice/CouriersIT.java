package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three real meshes on the loopback interface, and nobody else who would take a letter. */
@Tag("sockets")
class CouriersIT {

    private final LetterBox lobby = new LetterBox();
    private final List<Cutter> cutters = new ArrayList<>();
    private final List<PathMesh> meshes = new ArrayList<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeAll() {
        meshes.forEach(PathMesh::close);
    }

    private void open(final int self, final int... peers) {
        final Cutter cutter = new Cutter();
        final PathMesh mesh = PathMesh.open(new IceConfig().allowLoopback(true).letterKey(new byte[32]), self, peers,
            lobby.of(self), new PathListener() {
                @Override
                public void direct(final int peer) {
                    heard.add(self + " direct " + peer);
                }

                /** The other end has noticed first, and the new way is there before this one would have. */
                @Override
                public void changed(final int peer, final boolean relayed) {
                    heard.add(self + (relayed ? " relayed " : " direct ") + peer);
                }

                @Override
                public void down(final int peer) {
                    heard.add(self + " down " + peer);
                }
            }, cutter::over);
        lobby.open(self, mesh);
        cutters.add(cutter);
        meshes.add(mesh);
    }

    private void await(final String what) {
        Awaitility.await(what).atMost(Duration.ofSeconds(30)).until(() -> heard.contains(what));
    }

    @Test
    void shouldFindABrokenWayAnewThroughTheThirdWhenTheLobbyIsGone() {
        open(0, 1, 2);
        open(1, 0, 2);
        open(2, 0, 1);
        for (final String way : List.of("0 direct 1", "0 direct 2", "1 direct 0", "1 direct 2", "2 direct 0",
            "2 direct 1")) {
            await(way);
        }
        heard.clear();
        lobby.close();
        cutters.get(0).cut(1);
        cutters.get(1).cut(0);
        await("0 direct 1");
        await("1 direct 0");
        assertTrue(heard.contains("0 down 1") || heard.contains("1 down 0"), "one of them notices first: " + heard);
        assertTrue(meshes.get(0).isDirect(1) && meshes.get(1).isDirect(0));
        assertTrue(cutters.get(0).isSoughtAnew(1) && cutters.get(1).isSoughtAnew(0), "the ways before are cut");
    }
}
