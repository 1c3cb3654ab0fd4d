package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import io.lockstep.core.transport.udp.PacketSockets;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A transport whose peer has never been heard says what came instead. */
class UnheardPeerIT {

    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    @TempDir
    Path base;

    private final int[] ports = Net.freePorts(2);
    private final MatchKey key = MatchKey.generate();
    private long nowNs = TimeUnit.SECONDS.toNanos(1000);

    private AeronTransport launch(final int player, final int place, final boolean withKeys) {
        final AeronTransportConfig config = new AeronTransportConfig().localPeer(player)
            .listen(Net.HOST, ports[place]).peer(1 - player, Net.HOST, ports[1 - place]).directoryBase(base.toFile())
            .clock(() -> nowNs, () -> TimeUnit.NANOSECONDS.toMillis(nowNs));
        final AeronTransport transport = AeronTransport.launch(withKeys ? config.keys(LinkKeys.of(key)) : config);
        if (withKeys) {
            transport.seal(new TestSeal(key, player));
        }
        return transport;
    }

    /** Three seconds of polls. */
    private void poll(final Transport... transports) {
        for (int i = 0; i < 3000; i++) {
            nowNs += STEP_NS;
            for (final Transport transport : transports) {
                transport.poll(nowNs, (peer, lane, tag, payload) -> { });
            }
        }
    }

    @Test
    void shouldSayThatNothingCame() {
        try (AeronTransport alone = launch(0, 0, false)) {
            poll(alone);
            assertEquals("no packet came from any address", alone.hint(1));
        }
    }

    @ParameterizedTest
    @CsvSource({"false, false", "true, true"})
    void shouldSayThatBothPeersHaveTheSameNumber(final boolean keys, final boolean theirs) {
        try (AeronTransport one = launch(0, 0, keys); AeronTransport other = launch(0, 1, theirs)) {
            poll(one, other);
            final String expected =
                "somebody else plays as player 0, as this peer does: give each player a number of its own";
            assertEquals(expected, one.hint(1));
            assertEquals(expected, other.hint(1));
        }
    }

    @Test
    void shouldSayThatKeysAreOnOneSideOnly() {
        try (AeronTransport with = launch(0, 0, true); AeronTransport without = launch(1, 1, false)) {
            poll(with, without);
            assertEquals("the other end plays without keys, and this peer has some", with.hint(1));
            assertEquals("the other end has keys, and this peer plays without", without.hint(0));
        }
    }

    @Test
    void shouldSayThatTheOtherEndUsesAnotherTransport() {
        try (AeronTransport aeron = launch(0, 0, false);
            DatagramTransport udp = DatagramTransport.over(new DatagramTransportConfig().localPeer(1).seed(1)
                .peer(0, new InetSocketAddress(Net.HOST, ports[0])),
                PacketSockets.bind(new InetSocketAddress(Net.HOST, ports[1])))) {
            poll(aeron, udp);
            final String told = "packets came that are not of this transport: the other end may use another one";
            assertEquals(told, aeron.hint(1));
            assertEquals(told, udp.hint(0));
        }
    }
}
