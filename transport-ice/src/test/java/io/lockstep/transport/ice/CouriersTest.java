package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Letters through third peers, with a clock that is moved by hand and ways that do what a test says. */
class CouriersTest {

    private static final long MS = 1_000_000L;
    private static final byte[] KEY = new byte[IceConfig.LETTER_KEY_BYTES];

    private final boolean[][] cut = new boolean[3][3];
    private final Node[] nodes = new Node[3];
    private boolean lobbyIsThere = true;
    private long nowNs = 1_000_000_000_000L;

    /** A way that opens as soon as each end has heard of the other's generation, unless its generation is cut. */
    private static final class Fake implements Path {
        final int generation;
        final Listener listener;
        final Node node;
        final int peer;
        Way way;

        Fake(final Node node, final int peer, final int generation, final Listener listener) {
            this.node = node;
            this.peer = peer;
            this.generation = generation;
            this.listener = listener;
        }

        @Override
        public int generation() {
            return generation;
        }

        @Override
        public void start(final long nowNs) {
            listener.letter(this, Letter.offer(Way.DIRECT, generation, FakeAgents.offer("seat" + node.self)));
        }

        @Override
        public boolean take(final Letter letter, final long nowNs) {
            if (way == null) {
                way = Way.DIRECT;
                listener.letter(this, Letter.offer(Way.DIRECT, generation, FakeAgents.offer("seat" + node.self)));
                listener.up(this, way);
            }
            return true;
        }

        @Override
        public void tick(final long nowNs) {
            // Nothing is due.
        }

        @Override
        public Way way() {
            return way;
        }

        @Override
        public void send(final byte[] bytes, final int offset, final int length) {
            node.carry(peer, generation, Arrays.copyOfRange(bytes, offset, offset + length));
        }

        @Override
        public boolean sendAtOnce(final ByteBuffer packet) {
            return false;
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }

    /** One of three seats: its links and its couriers, as a mesh puts them together. */
    private final class Node {
        final int self;
        final Link[] links = new Link[3];
        final long[] heardNs = new long[3];
        final long[] sentNs = new long[3];
        final Deque<Runnable> home = new ArrayDeque<>();
        final Couriers couriers;
        int refused;
        int forwarded;

        Node(final int self) {
            this.self = self;
            couriers = new Couriers(self, KEY, home::add, new Couriers.Roads() {
                @Override
                public boolean isAlive(final int peer) {
                    return peer < 3 && links[peer] != null && links[peer].isAlive();
                }

                @Override
                public void send(final int peer, final byte[] packet) {
                    forwarded++;
                    links[peer].send(packet, 0, packet.length);
                }

                @Override
                public void letter(final int from, final byte[] letter) {
                    home.add(() -> links[from].take(LetterCodec.decode(letter), nowNs));
                }

                @Override
                public void refused() {
                    refused++;
                }
            });
            for (int peer = 0; peer < 3; peer++) {
                if (peer != self) {
                    links[peer] = link(peer);
                }
            }
        }

        private Link link(final int peer) {
            return new Link(self, peer, new Link.Surroundings() {
                @Override
                public void letter(final int to, final Letter letter) {
                    final byte[] encoded = LetterCodec.encode(letter);
                    if (letter.generation() > 1 && links[to].isUp()) {
                        couriers.post(to, encoded);
                    }
                    if (lobbyIsThere) {
                        nodes[to].home.add(() -> nodes[to].links[self].take(letter, nowNs));
                    }
                }

                @Override
                public long heardNs(final int from) {
                    return heardNs[from];
                }

                @Override
                public long sentNs(final int to) {
                    return sentNs[to];
                }
            }, new PathListener() { }, (generation, path) -> new Fake(this, peer, generation, path));
        }

        /** The first generation can be cut; whatever comes after it leads elsewhere. */
        void carry(final int peer, final int generation, final byte[] packet) {
            if (generation == 1 && cut[self][peer]) {
                return;
            }
            nodes[peer].heardNs[self] = nowNs;
            if (packet.length == Envelopes.PACKET_BYTES) {
                nodes[peer].couriers.arrived(self, packet);
            }
        }
    }

    private void open() {
        for (int self = 0; self < 3; self++) {
            nodes[self] = new Node(self);
        }
        for (final Node node : nodes) {
            for (final Link link : node.links) {
                if (link != null) {
                    link.begin(nowNs);
                }
            }
        }
    }

    private void run(final int ms) {
        for (int i = 0; i < ms; i += 50) {
            nowNs += 50 * MS;
            for (final Node node : nodes) {
                for (Runnable task = node.home.poll(); task != null; task = node.home.poll()) {
                    task.run();
                }
                for (final Link link : node.links) {
                    if (link != null) {
                        link.tick(nowNs);
                    }
                }
            }
        }
    }

    private void cut(final int one, final int other) {
        cut[one][other] = true;
        cut[other][one] = true;
    }

    @Test
    void shouldFindABrokenWayAnewThroughAThirdPeerWhenTheLobbyIsGone() {
        open();
        run(2000);
        lobbyIsThere = false;
        cut(0, 1);
        run(2000);
        assertEquals(2, nodes[0].links[1].generation());
        assertEquals(2, nodes[1].links[0].generation());
        assertTrue(nodes[0].links[1].isAlive() && nodes[1].links[0].isAlive());
        assertTrue(nodes[2].forwarded > 0);
        assertEquals(1, nodes[2].links[0].generation(), "the carrier's own ways stay");
    }

    @Test
    void shouldFindNothingWithoutLobbyAndThirdPeer() {
        open();
        run(2000);
        lobbyIsThere = false;
        cut(0, 1);
        cut(0, 2);
        cut(1, 2);
        run(20_000);
        assertTrue(!nodes[0].links[1].isAlive() && !nodes[1].links[2].isAlive());
    }

    @Test
    void shouldCarryNothingWhileTheFirstWaysAreSought() {
        open();
        run(2000);
        assertEquals(0, nodes[0].forwarded + nodes[1].forwarded + nodes[2].forwarded);
    }

    @Test
    void shouldHandOnWhatComesFromItsWriterAlone() {
        open();
        run(2000);
        final byte[] packet = new Envelopes(KEY).seal(new Envelope(0, 1, LetterCodec.encode(Letter.begin(2))));
        nodes[2].couriers.arrived(1, packet.clone());
        run(50);
        assertEquals(0, nodes[2].forwarded);
        nodes[2].couriers.arrived(0, packet.clone());
        run(50);
        assertEquals(1, nodes[2].forwarded);
    }

    @Test
    void shouldRefuseWhatIsNotSignedWithTheKeyOfTheMatch() {
        open();
        run(2000);
        final byte[] other = KEY.clone();
        other[0] = 1;
        nodes[2].couriers.arrived(0, new Envelopes(other).seal(new Envelope(0, 1, new byte[1])));
        nodes[2].couriers.arrived(0, new byte[Envelopes.PACKET_BYTES]);
        nodes[2].couriers.arrived(0, new Envelopes(KEY).seal(new Envelope(2, 1, new byte[1])));
        run(50);
        assertEquals(3, nodes[2].refused);
        assertEquals(0, nodes[2].forwarded);
    }

    @Test
    void shouldHoldNoMoreThanItMay() {
        open();
        for (int i = 0; i < 10_000; i++) {
            nodes[2].couriers.arrived(0, new byte[Envelopes.PACKET_BYTES]);
        }
        assertEquals(10_000 - Couriers.MAX_WAITING, nodes[2].refused);
        run(50);
        assertEquals(10_000, nodes[2].refused);
        nodes[2].couriers.arrived(0, new byte[Envelopes.PACKET_BYTES]);
        assertEquals(10_000, nodes[2].refused, "there is room again");
    }

    @Test
    void shouldKeepTheLongestLetterAsItIs() {
        final Envelopes envelopes = new Envelopes(KEY);
        final byte[] letter = new byte[PathMesh.MAX_LETTER_BYTES];
        Arrays.fill(letter, (byte) 7);
        final byte[] packet = envelopes.seal(new Envelope(31, 0, letter));
        assertEquals(PathSocket.MAX_PACKET_BYTES + 1, packet.length);
        assertArrayEquals(letter, envelopes.open(packet).letter());
        final List<Integer> accepted = new ArrayList<>();
        for (int i = 0; i < packet.length; i++) {
            packet[i]++;
            if (envelopes.open(packet) != null) {
                accepted.add(i);
            }
            packet[i]--;
        }
        assertEquals(List.of(), accepted, "bytes that may be another");
        assertNull(envelopes.open(new byte[3]));
    }
}
