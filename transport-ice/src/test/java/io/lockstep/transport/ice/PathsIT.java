package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real agents and real sockets on the loopback interface. */
@Tag("sockets")
class PathsIT {

    private static final int FRAMES = 180;

    private final LetterBox box = new LetterBox();
    private final Cutter cutter = new Cutter();
    private final List<PathMesh> meshes = new ArrayList<>();
    private long arrived;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeAll() {
        meshes.forEach(PathMesh::close);
    }

    private PathMesh open(final int self, final IceConfig config) {
        final PathMesh mesh = PathMesh.open(config, self, new int[] {1 - self}, box.of(self), new PathListener() {
            @Override
            public void direct(final int peer) {
                heard.add(self + " direct " + peer);
            }

            @Override
            public void relayed(final int peer) {
                heard.add(self + " relayed " + peer);
            }

            @Override
            public void changed(final int peer, final boolean relayed) {
                heard.add(self + " changed " + peer);
            }

            @Override
            public void down(final int peer) {
                heard.add(self + " down " + peer);
            }
        }, cutter::over);
        box.open(self, mesh);
        meshes.add(mesh);
        return mesh;
    }

    private static IceConfig loopback() {
        return new IceConfig().allowLoopback(true);
    }

    private static void play(final MatchGame... games) {
        Awaitility.await("the end").pollInSameThread().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1))
            .atMost(Duration.ofSeconds(40)).until(() -> {
                boolean ended = true;
                for (final MatchGame game : games) {
                    game.turn();
                    ended &= game.hasEnded();
                }
                return ended;
            });
        for (final MatchGame game : games) {
            assertEquals(EndReason.FINISHED, game.session.endReason());
            assertEquals(FRAMES, game.session.frame());
            assertEquals(games[0].score(), game.score());
            game.close();
        }
        assertNotEquals(0, games[0].score());
    }

    @Test
    void shouldPlayAMatchOverADirectWay() {
        final PathMesh first = open(0, loopback());
        final PathMesh second = open(1, loopback());
        play(new MatchGame(0, 2, FRAMES, first), new MatchGame(1, 2, FRAMES, second));
        assertTrue(heard.containsAll(List.of("0 direct 1", "1 direct 0")), heard::toString);
        assertTrue(cutter.sentAtOnce() > FRAMES, cutter.sentAtOnce() + " sent by the game's thread");
        assertEquals(0, first.lettersRefused() + second.lettersRefused());
    }

    /** One end goes away without a word and comes back: as a process that was killed, on other sockets. */
    @Test
    void shouldFindAPeerAgainThatWasStartedAgain() {
        final PathMesh first = open(0, loopback());
        open(1, loopback());
        await("both", () -> heard.containsAll(List.of("0 direct 1", "1 direct 0")));
        heard.clear();
        meshes.get(1).close();
        open(1, loopback());
        await("both again", () -> heard.contains("1 direct 0") && isFoundAnew("0", "1"));
        assertTrue(first.isDirect(1));
    }

    /** The first way is cut: what its agents send no longer arrives, and letters still do. */
    @Test
    void shouldPlayOnOverANewWayAfterSilence() {
        final PathMesh first = open(0, loopback());
        final PathMesh second = open(1, loopback());
        final MatchGame one = new MatchGame(0, 2, FRAMES, first);
        final MatchGame other = new MatchGame(1, 2, FRAMES, second);
        await("a match that runs", () -> {
            one.turn();
            other.turn();
            return one.session.frame() > 30;
        });
        heard.clear();
        cutter.cut();
        play(one, other);
        assertTrue(heard.contains("0 down 1") || heard.contains("1 down 0"), "one notices first: " + heard);
        assertTrue(isFoundAnew("0", "1") && isFoundAnew("1", "0"), heard::toString);
    }

    /** Whoever learns of a new way before its own patience is over hears of a change; the other, that it is back. */
    private boolean isFoundAnew(final String self, final String peer) {
        return heard.contains(self + " changed " + peer) || heard.contains(self + " direct " + peer);
    }

    @Test
    void shouldDemandKeysOfATransportOverPaths() {
        final DatagramTransportConfig config = new DatagramTransportConfig().localPeer(0).seed(1)
            .peer(1, PathAddress.of(1));
        final PathSocket socket = open(0, loopback()).socket();
        assertTrue(assertThrows(IllegalArgumentException.class, () -> DatagramTransport.over(config, socket))
            .getMessage().contains("over the internet, and there are no keys"));
    }

    /** Of a mesh, its agents and the transport over it, what runs on the thread that plays. */
    @Test
    void shouldMakeNoGarbageOnTheGamesThread() {
        final DatagramTransport[] transports = new DatagramTransport[2];
        for (int self = 0; self < 2; self++) {
            transports[self] = DatagramTransport.over(new DatagramTransportConfig().localPeer(self).seed(self)
                .insecure().peer(1 - self, PathAddress.of(1 - self)), open(self, loopback()).socket());
        }
        final DatagramHandler counter = (peer, lane, tag, payload) -> arrived++;
        await("a connection", () -> {
            transports[0].poll(System.nanoTime(), counter);
            transports[1].poll(System.nanoTime(), counter);
            return transports[0].isConnected(1) && transports[1].isConnected(0);
        });
        final ByteBuffer payload = ByteBuffer.allocateDirect(32);
        final long least = Allocations.least(() -> {
            for (int tick = 0; tick < 500; tick++) {
                for (int self = 0; self < 2; self++) {
                    transports[self].await(100_000);
                    transports[self].poll(System.nanoTime(), counter);
                    transports[self].send(1 - self, Lane.INPUT, tick + 1, payload.clear());
                }
            }
        });
        assertEquals(0, least, "bytes in 500 ticks");
        assertTrue(arrived > 500, arrived + " arrived");
    }

    private static void await(final String what, final Callable<Boolean> step) {
        Awaitility.await(what).pollInSameThread().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1))
            .atMost(Duration.ofSeconds(20)).until(step);
    }

    @Test
    void shouldPlayAMatchThroughARelay(@TempDir final Path folder) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Turnserver.isInstalled(), "no turnserver is installed: nothing is relayed here");
        try (Turnserver turn = Turnserver.start(folder)) {
            final PathMesh first = open(0, turn.config().relayOnly(true));
            final PathMesh second = open(1, turn.config().relayOnly(true));
            play(new MatchGame(0, 2, FRAMES, first), new MatchGame(1, 2, FRAMES, second));
        }
        assertTrue(heard.containsAll(List.of("0 relayed 1", "1 relayed 0")), heard::toString);
        assertTrue(heard.stream().noneMatch(line -> line.contains("direct")), heard::toString);
        assertEquals(0, cutter.sentAtOnce(), "relays make garbage, and take locks");
    }
}
