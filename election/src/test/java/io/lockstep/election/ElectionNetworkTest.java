package io.lockstep.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Whole matches of elections over the {@link Net}. Every failure names its seed. */
class ElectionNetworkTest {

    private static final int SEEDS = Integer.getInteger("election.seeds", 150);
    private static final int FEWEST = 2;
    private static final int SIZES = 7;

    @Test
    void shouldKeepItsLeaderWhileTheNetworkIsHealthy() {
        for (int seed = 0; seed < SEEDS; seed++) {
            final Net net = ordinary(seed, 0).start();
            net.runFor(30 * Net.SECOND);
            for (final NetPeer peer : net.peers) {
                assertEquals(0, peer.election.counters().suspicions(), "seed " + seed + ", peer " + peer);
                assertEquals(0, peer.election.leader(), "seed " + seed + ", peer " + peer);
            }
        }
    }

    @Test
    void shouldKeepItsLeaderOnLossyLines() {
        for (int seed = 0; seed < SEEDS; seed++) {
            final Net net = ordinary(seed, 0.05).start();
            net.runFor(30 * Net.SECOND);
            assertEquals(0, net.highestTerm(), "seed " + seed);
        }
    }

    @Test
    void shouldKeepItsLeaderForHoursOfHeartbeatsAlone() {
        for (int seed = 0; seed < 3; seed++) {
            final Net net = new Net(FEWEST + seed, seed).roundTrips(10 * Net.MS, 100 * Net.MS).faults(0, 0, 0.3);
            net.dataNs = 200 * Net.MS;
            net.tickNs = 50 * Net.MS;
            net.start().runFor(2 * 3_600 * Net.SECOND);
            assertEquals(0, net.highestTerm(), "seed " + seed);
            assertTrue(net.agrees(), "seed " + seed);
        }
    }

    @Test
    void shouldHaveALeaderSoonAfterAnyPartitionHeals() {
        for (int seed = 0; seed < SEEDS; seed++) {
            final Net net = ordinary(seed, 0).start();
            net.runFor(Net.SECOND);
            for (int round = 0; round < 4; round++) {
                if (net.random.nextBoolean()) {
                    net.part(net.random.nextInt(net.all() + 1));
                    net.runFor(net.random.nextLong(3 * Net.SECOND));
                }
                cutSome(net, net.random.nextDouble());
                net.runFor(net.random.nextLong(5 * Net.SECOND));
                net.heal();
                final long roundTrip = net.longestRoundTripNs(0) + 100 * Net.MS;
                final long timeout = Math.max(400 * Net.MS, 4 * roundTrip) + 200 * Net.MS;
                net.runFor(2 * timeout + 3 * roundTrip);
                assertNotNull(net.leader(), "seed " + seed + ", round " + round + ": " + Story.of(net));
                net.runFor(2 * Net.SECOND);
                assertTrue(net.agrees(), "seed " + seed + ", round " + round + ": " + Story.of(net));
            }
            assertEquals("", net.oracle.verdict());
        }
    }

    @Test
    void shouldNotLetTermsClimbUnderAPermanentOneWayCut() {
        for (int count = FEWEST; count <= 5; count++) {
            for (int from = 0; from < count; from++) {
                for (int to = 0; to < count; to++) {
                    for (int firstLeader = 0; firstLeader < 2; firstLeader++) {
                        if (from != to) {
                            holdUnderOneWayCut(count, from, to, firstLeader);
                        }
                    }
                }
            }
        }
    }

    private static void holdUnderOneWayCut(final int count, final int from, final int to, final int firstLeader) {
        final Net net = new Net(count, from * count + to).roundTrips(10 * Net.MS, 100 * Net.MS).faults(0.02, 0.01, 0.1);
        net.statusBearsTerm = net.random.nextBoolean();
        net.start().runFor(Net.SECOND);
        if (firstLeader == 1) {
            assertTrue(net.peers[0].election.transferTo(1, net.nowNs));
            net.runFor(2 * Net.SECOND);
        }
        net.cut[from][to] = true;
        final String what = count + " peers, " + from + " to " + to + " cut, " + firstLeader + " led: ";
        for (int minute = 0; minute < 3; minute++) {
            final long before = net.highestTerm();
            net.runFor(60 * Net.SECOND);
            assertTrue(net.highestTerm() - before <= 1, what + Story.of(net));
        }
        assertNotNull(net.leader(), what + Story.of(net));
        assertEquals("", net.oracle.verdict(), what);
    }

    @Test
    void shouldLetOnlyTheSideWithAQuorumKeepALeader() {
        for (int seed = 0; seed < SEEDS; seed++) {
            final Net net = ordinary(seed, 0.02).start();
            net.runFor(Net.SECOND);
            final int side = net.random.nextInt(net.all() + 1);
            net.part(side);
            net.runFor(5 * Net.SECOND);
            for (final NetPeer peer : net.peers) {
                final int reach = (side >>> peer.id & 1) != 0 ? side : ~side;
                assertTrue(!peer.election.leads() || peer.electorate.decides(reach), "seed " + seed);
            }
            assertNotNull(net.leader(), "seed " + seed);
            assertEquals("", net.oracle.verdict());
        }
    }

    @Test
    void shouldHandOverWithoutAPause() {
        for (int seed = 0; seed < SEEDS; seed++) {
            final Net net = ordinary(seed, 0.05).start();
            net.runFor(Net.SECOND);
            final int successor = 1 + net.random.nextInt(net.peers.length - 1);
            assertTrue(net.peers[0].election.transferTo(successor, net.nowNs));
            net.runFor(1_500 * Net.MS);
            assertEquals(successor, net.leader().id, "seed " + seed + ": " + Story.of(net));
            assertTrue(net.agrees(), "seed " + seed + ": " + Story.of(net));
            assertEquals("", net.oracle.verdict());
        }
    }

    @Test
    void shouldHoldItsPromisesThroughCutsCrashesAndNewIncarnations() {
        int epochs = 0;
        long changes = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            final Net net = ordinary(seed, 0.2).start();
            for (int round = 0; round < 30; round++) {
                trouble(net);
                net.runFor(net.random.nextLong(2 * Net.SECOND));
                epochs += net.renewEpoch() ? 1 : 0;
            }
            changes += net.highestTerm();
            assertEquals("", net.oracle.verdict());
        }
        assertTrue(epochs > SEEDS, "only " + epochs + " epochs");
        assertTrue(changes > SEEDS, "only " + changes + " terms");
    }

    @Test
    void shouldBeCaughtWhenProcessesForgetTheirVotes() {
        final Net net = crashOneAfterTheOther();
        net.restartWithoutMemory(0);
        net.restartWithoutMemory(2);
        net.runFor(5 * Net.SECOND);
        assertEquals("seed 0: 1 and 0 got the vote of 2 in term 1", net.oracle.verdict());
    }

    @Test
    void shouldNotCountProcessesThatStartedAgain() {
        final Net net = crashOneAfterTheOther();
        net.restart(0);
        net.restart(2);
        net.runFor(5 * Net.SECOND);
        assertNull(net.leader());
        assertEquals("", net.oracle.verdict());
    }

    /** Peer 0 of three crashes, 1 follows with the vote of 2, then 1 crashes. */
    private static Net crashOneAfterTheOther() {
        final Net net = new Net(3, 0).roundTrips(10 * Net.MS, 100 * Net.MS).start();
        // Or a datagram under way would tell the new processes of term 1.
        net.statusBearsTerm = false;
        net.runFor(Net.SECOND);
        net.peers[0].alive = false;
        net.runUntilLeaderAbove(0, 2 * Net.SECOND);
        assertEquals(1, net.leader().id);
        net.peers[1].alive = false;
        return net;
    }

    @Test
    void shouldStayWithoutALeaderWhereNobodyDecides() {
        final Net net = ordinary(2, 0).start();
        net.runFor(Net.SECOND);
        for (int peer = 0; peer < net.peers.length; peer++) {
            net.peers[peer].alive = peer == net.peers.length - 1;
        }
        net.runFor(600 * Net.SECOND);
        assertNull(net.leader());
        assertEquals(0, net.highestTerm());
        assertNotEquals(0, net.peers[net.peers.length - 1].election.counters().suspicions());
        assertFalse(net.agrees());
    }

    private static void trouble(final Net net) {
        final int seat = net.random.nextInt(net.peers.length);
        switch (net.random.nextInt(8)) {
            case 0 -> net.part(net.random.nextInt(net.all() + 1));
            case 1, 2 -> cutSome(net, 0.3);
            case 3 -> net.restart(seat);
            case 4 -> net.peers[seat].election.transferTo(net.random.nextInt(net.peers.length), net.nowNs);
            case 5 -> net.peers[seat].election.stepDown(net.nowNs);
            default -> net.heal();
        }
    }

    private static void cutSome(final Net net, final double share) {
        for (final boolean[] row : net.cut) {
            for (int to = 0; to < row.length; to++) {
                row[to] |= net.random.nextDouble() < share;
            }
        }
    }

    private static Net ordinary(final int seed, final double highestLoss) {
        final Net net = new Net(FEWEST + seed % SIZES, seed).roundTrips(10 * Net.MS, 100 * Net.MS);
        net.faults(highestLoss * net.random.nextDouble(), 0.05, 0.3);
        net.statusBearsTerm = net.random.nextBoolean();
        return net;
    }
}
