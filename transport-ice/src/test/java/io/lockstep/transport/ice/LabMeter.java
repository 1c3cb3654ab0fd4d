package io.lockstep.transport.ice;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * One of two hosts in the lab of NATs that measure: how long a warm connect takes, and what a way adds to a round trip.
 * Arguments: seat, folder, server, "connect" and how many, or "ping", how many and the other's public address.
 */
final class LabMeter {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Connects that are not counted: classes are loaded, and what runs often is compiled. */
    private static final int WARM_ROUNDS = 5;
    private static final long ROUND_SECONDS = 30;
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(16);
    /** Between two looks at both: the same for both, and far below what is asked. */
    private static final long NAP_NS = TimeUnit.MICROSECONDS.toNanos(100);
    /** Of each, at first, not counted either: what carries them is compiled by then. */
    private static final int WARM_PINGS = 100;
    private static final int PING_BYTES = 60;
    private static final int PLAIN_PORT = 7000;
    private static final PathAddress FIRST = PathAddress.of(0);
    private static final PathAddress SECOND = PathAddress.of(1);

    private final int self;
    private final Path folder;
    private final IceConfig config;
    private volatile PathMesh mesh;
    private int written;
    private int known;

    private LabMeter(final int self, final Path folder, final String server) {
        this.self = self;
        this.folder = folder;
        config = new IceConfig().stun(server, 3478).turn(server, 3478, "lab", "lab");
    }

    public static void main(final String[] args) throws Exception {
        final LabMeter meter = new LabMeter(Integer.parseInt(args[0]), Path.of(args[1]), args[2]);
        final int count = Integer.parseInt(args[4]);
        if (args[3].equals("connect")) {
            for (int round = 0; round < WARM_ROUNDS + count; round++) {
                final long ms = meter.connect(round);
                System.out.println(round < WARM_ROUNDS ? "cold " + ms : "connect " + ms);
                meter.mesh.close();
            }
        } else {
            meter.connect(0);
            meter.ping(WARM_PINGS + count, new InetSocketAddress(args[5], PLAIN_PORT));
        }
        System.out.println("END");
        System.exit(0);
    }

    /** From when both want to, to a way, in milliseconds. */
    private long connect(final int round) throws Exception {
        final Path box = Files.createDirectories(folder.resolve("round-" + round));
        known = 0;
        written = 0;
        Files.write(box.resolve("ready-" + self), new byte[0]);
        while (!Files.exists(box.resolve("ready-" + (1 - self)))) {
            LockSupport.parkNanos(LOOK_NS);
        }
        final CountDownLatch found = new CountDownLatch(1);
        final long startNs = System.nanoTime();
        mesh = PathMesh.open(config, self, new int[] {1 - self}, (peer, letter) -> write(box, letter),
            new PathListener() {
                @Override
                public void direct(final int peer) {
                    found.countDown();
                }

                @Override
                public void relayed(final int peer) {
                    found.countDown();
                }
            });
        final long endNs = startNs + TimeUnit.SECONDS.toNanos(ROUND_SECONDS);
        while (!found.await(LOOK_NS, TimeUnit.NANOSECONDS)) {
            read(box);
            if (System.nanoTime() > endNs) {
                throw new IOException("no way in round " + round);
            }
        }
        final long ms = (System.nanoTime() - startNs) / 1_000_000;
        Files.write(box.resolve("found-" + self), new byte[0]);
        while (!Files.exists(box.resolve("found-" + (1 - self)))) {
            read(box);
            LockSupport.parkNanos(LOOK_NS);
        }
        return ms;
    }

    private void write(final Path box, final byte[] letter) {
        try {
            final String name = String.format("to-%d-%06d", 1 - self, written++);
            Files.move(Files.write(box.resolve("new-" + name), letter), box.resolve(name));
        } catch (final IOException full) {
            throw new IllegalStateException(full);
        }
    }

    private void read(final Path box) throws IOException {
        try (Stream<Path> all = Files.list(box)) {
            final List<Path> mine = all.filter(one -> one.getFileName().toString().startsWith("to-" + self + "-"))
                .sorted().toList();
            for (; known < mine.size(); known++) {
                mesh.letter(1 - self, Files.readAllBytes(mine.get(known)));
            }
        }
    }

    /** By the way and by a plain socket in turn, so that whatever else goes on meets both. */
    private void ping(final int count, final SocketAddress other) throws IOException {
        try (DatagramChannel plain = DatagramChannel.open().bind(new InetSocketAddress(PLAIN_PORT))) {
            plain.configureBlocking(false);
            final ByteBuffer packet = ByteBuffer.allocateDirect(PING_BYTES);
            final long[][] roundTripsNs = new long[2][count];
            final long endNs = System.nanoTime() + count * 2 * TICK_NS + TimeUnit.SECONDS.toNanos(3);
            long dueNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            int sent = 0;
            while (System.nanoTime() < endNs) {
                final boolean isDue = self == 0 && sent < 2 * count && System.nanoTime() >= dueNs;
                if (isDue) {
                    packet.clear().putLong(0, System.nanoTime()).putInt(8, sent);
                    send(plain, packet, other, sent++ % 2 == 0);
                    dueNs += TICK_NS;
                }
                boolean isQuiet = !isDue;
                packet.clear();
                if (mesh.socket().receive(packet) != null) {
                    isQuiet = false;
                    arrived(plain, packet, other, roundTripsNs[0], true);
                }
                packet.clear();
                if (plain.receive(packet) != null) {
                    isQuiet = false;
                    arrived(plain, packet, other, roundTripsNs[1], false);
                }
                if (isQuiet) {
                    LockSupport.parkNanos(NAP_NS);
                }
            }
            if (self == 0) {
                say("way", roundTripsNs[0]);
                say("plain", roundTripsNs[1]);
            }
        }
    }

    private void send(final DatagramChannel plain, final ByteBuffer packet, final SocketAddress other,
                      final boolean byWay) throws IOException {
        packet.position(0).limit(PING_BYTES);
        if (byWay) {
            mesh.socket().send(packet, self == 0 ? SECOND : FIRST);
        } else {
            plain.send(packet, other);
        }
    }

    private void arrived(final DatagramChannel plain, final ByteBuffer packet, final SocketAddress other,
                         final long[] roundTripsNs, final boolean byWay) throws IOException {
        if (self == 1) {
            send(plain, packet, other, byWay);
        } else {
            roundTripsNs[packet.getInt(8) / 2] = System.nanoTime() - packet.getLong(0);
        }
    }

    private static void say(final String what, final long[] roundTripsNs) {
        final long[] counted = Arrays.copyOfRange(roundTripsNs, WARM_PINGS, roundTripsNs.length);
        final long[] sorted = Arrays.stream(counted).filter(ns -> ns > 0).sorted().toArray();
        System.out.printf("%s %d of %d, p50 %d us, p99 %d us%n", what, sorted.length, counted.length,
            sorted[sorted.length / 2] / 1000, sorted[sorted.length * 99 / 100] / 1000);
    }
}
