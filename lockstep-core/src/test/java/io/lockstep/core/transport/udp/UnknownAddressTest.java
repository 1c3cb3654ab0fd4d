package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.security.PacketSigner;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A host does not know where its guest is: the guest speaks first, and only who has the key is taken for it. */
class UnknownAddressTest {

    private static final int HOST = 0;
    private static final int GUEST = 1;
    private static final int STRANGER = 1_000;
    private static final long SEED = 0x9057;

    private static Pair hostAndGuest() {
        final Pair pair = new Pair();
        pair.unknown[HOST] = true;
        for (int peer = 0; peer < 2; peer++) {
            pair.keys[peer] = Pair.keys(7);
            pair.seals[peer] = 7;
            pair.start(peer);
        }
        return pair;
    }

    @Test
    void shouldWaitForThePeerWithoutAWord() {
        final Pair pair = hostAndGuest();
        pair.net.fate = flight -> 0;
        pair.run(5_000);
        assertTrue(pair.net.sent.stream().noneMatch(flight -> flight.from().equals(HandNet.address(HOST))));
        assertFalse(pair.transports[HOST].isConnected(GUEST));
    }

    @Test
    void shouldFindThePeerWhereItSpeaksFrom() {
        final Pair pair = hostAndGuest().connect();
        assertEquals(List.of(HandNet.address(GUEST)), pair.ends[HOST].connected);
        ConnectingTest.assertTalking(pair, "");
    }

    @Test
    void shouldConnectThroughAnyLossAndJitterAndAfterARestartOfEither() {
        for (long seed = SEED; seed < SEED + 100; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final Pair pair = hostAndGuest();
            pair.net.fate = flight -> random.nextInt(10) < 3 ? 0 : 1 + random.nextInt(10) / 9;
            pair.net.latencyNs = () -> (1 + random.nextInt(150)) * HandNet.MS;
            pair.connect();
            pair.start(random.nextInt(2));
            // Who was not started again has to hear nothing for 15 s first, where only it knows the other.
            assertTrue(pair.runUntil(40_000, () -> pair.transports[0].isConnected(1)
                && pair.transports[1].isConnected(0) && pair.count(HOST, DatagramEvent.OPENED) > 0
                && pair.count(GUEST, DatagramEvent.OPENED) > 0), "seed " + seed);
            pair.net.fate = flight -> 1;
            pair.run(20_000);
            ConnectingTest.assertTalking(pair, "seed " + seed);
        }
    }

    @Test
    void shouldNotTakeAStrangerForThePeer() {
        final Pair pair = hostAndGuest();
        final HandNet.End stranger = pair.net.end(STRANGER);
        for (final int key : new int[] {7, 8}) {
            final PacketSigner signer = Pair.keys(key).signer(GUEST);
            pair.net.send(stranger.address, HandNet.address(HOST),
                Forge.packet(signer, HOST, Path.NONE, Packet.place(Packet.ASKS, 0, Packet.INIT_SEQUENCE)));
        }
        pair.connect();
        assertEquals(List.of(HandNet.address(GUEST)), pair.ends[HOST].connected);
        ConnectingTest.assertTalking(pair, "");
    }

    @Test
    void shouldDemandKeysIfAnAddressIsUnknown() {
        final HandNet net = new HandNet();
        final DatagramTransportConfig config = new DatagramTransportConfig().localPeer(0).seed(1).peer(1);
        assertEquals("peer 1 has no address, so whoever speaks first would be it: give the match keys, or say insecure"
                + " to let anybody in",
            assertThrows(IllegalArgumentException.class, () -> DatagramTransport.over(config, net.end(0)))
                .getMessage());
        DatagramTransport.over(config.insecure(), net.end(0)).close();
    }

    @Test
    void shouldSendNothingBeforeThePeerHasSpoken() {
        final Pair pair = hostAndGuest();
        assertEquals(SendResult.NOT_CONNECTED,
            pair.send(HOST, Lane.INPUT, 1, Letters.payload(10, 1)));
    }
}
