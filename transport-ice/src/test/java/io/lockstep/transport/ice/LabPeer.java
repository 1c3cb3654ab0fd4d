package io.lockstep.transport.ice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * One host of the lab of NATs: looks for the other by letters in a folder, plays a short match with it, and says how it
 * was reached and how long no frame came. Arguments: seat, folder, server, frames, seconds.
 */
final class LabPeer {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);
    /** From then on a host may move. */
    private static final int PLAYING_FRAME = 60;

    private final int self;
    private final Path folder;
    private int written;
    private boolean told;

    private LabPeer(final int self, final Path folder) {
        this.self = self;
        this.folder = folder;
    }

    public static void main(final String[] args) throws InterruptedException {
        final LabPeer peer = new LabPeer(Integer.parseInt(args[0]), Path.of(args[1]));
        peer.run(args[2], Integer.parseInt(args[3]), Long.parseLong(args[4]));
        System.exit(0); // threads of ice4j's are no reason to stay
    }

    private void run(final String server, final int frames, final long seconds) throws InterruptedException {
        final IceConfig config = new IceConfig().stun(server, 3478).turn(server, 3478, "lab", "lab");
        final CountDownLatch found = new CountDownLatch(1);
        final long start = System.nanoTime();
        final PathMesh mesh = PathMesh.open(config, self, new int[] {1 - self}, this::write, new PathListener() {
            @Override
            public void direct(final int peer) {
                say("direct", start);
                found.countDown();
            }

            @Override
            public void relayed(final int peer) {
                say("relayed", start);
                found.countDown();
            }

            @Override
            public void changed(final int peer, final boolean relayed) {
                say("changed " + relayed, start);
            }

            @Override
            public void down(final int peer) {
                say("down", start);
            }
        });
        final Thread reader = new Thread(() -> read(mesh), "letters");
        reader.setDaemon(true);
        reader.start();
        if (!found.await(seconds, TimeUnit.SECONDS)) {
            System.out.println("END none 0 none 0");
            return;
        }
        final long tookMs = (System.nanoTime() - start) / 1_000_000;
        final MatchGame game = new MatchGame(self, 2, frames, mesh);
        game.play(() -> {
            if (!told && game.session.frame() >= PLAYING_FRAME) {
                told = true;
                say("playing", start);
            }
        });
        final String way = mesh.isDirect(1 - self) ? "direct" : "relayed";
        System.out.println("END " + way + " " + tookMs + " " + game.session.endReason() + "-" + game.session.frame()
            + "-" + game.score() + " " + game.longestGapMs());
        game.close();
    }

    private static void say(final String what, final long startNs) {
        System.out.println(what + " after " + (System.nanoTime() - startNs) / 1_000_000 + " ms");
    }

    /** On the mesh's thread. A letter appears whole or not at all. */
    private void write(final int peer, final byte[] letter) {
        final String name = String.format("to-%d-%06d", peer, written++);
        try {
            Files.move(Files.write(folder.resolve("new-" + name), letter), folder.resolve(name),
                StandardCopyOption.ATOMIC_MOVE);
        } catch (final IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    private void read(final PathMesh mesh) {
        int known = 0;
        while (true) {
            try (Stream<Path> all = Files.list(folder)) {
                final List<Path> mine = all.filter(one -> one.getFileName().toString().startsWith("to-" + self + "-"))
                    .sorted().toList();
                for (; known < mine.size(); known++) {
                    mesh.letter(1 - self, Files.readAllBytes(mine.get(known)));
                }
            } catch (final IOException gone) {
                throw new UncheckedIOException(gone);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
