package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a donor that sends a part of its state and no more. */
class StallingDonorTest {

    private static final int STATE_BYTES = 1 << 20;
    private static final int KIND_AT = 1;
    private static final int INDEX_AT = 6;
    private static final long LIMIT_MS = 60_000;
    /** Longest time, in milliseconds, by which the liar may delay what it is asked for. */
    private static final long DELAY_MS = 5000;
    /** The state, and the frames that have to come behind it. */
    private static final int CHUNKS = 1028;

    private final SimulatedNetwork network =
        new SimulatedNetwork(4, 0).conditions(LinkConditions.latency(20)).followPolls();
    private final Match match = new Match(network, 4, (peer, config) -> { });
    private int withheld;

    private void begin() {
        final byte[] padding = new byte[STATE_BYTES];
        new Random(1).nextBytes(padding);
        match.games.forEach(game -> game.padding = padding.clone());
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
    }

    /** Withholds the chunks of a transfer from some index on, and counts them. */
    private boolean goesOn(final TestTransport.Datagram datagram, final int chunks) {
        final boolean goes = datagram.type() != MessageType.TRANSFER.code()
            || datagram.bytes[KIND_AT] != TransferMessage.Kind.CHUNK.ordinal()
            || (datagram.bytes[INDEX_AT] & 0xFF | (datagram.bytes[INDEX_AT + 1] & 0xFF) << 8) < chunks;
        withheld += goes ? 0 : 1;
        return goes;
    }

    /** Returns the time, in milliseconds, that peer 3 needs to come back. */
    private long rejoinMs() {
        match.killed.add(3);
        match.run(8000);
        final long startNs = match.nowNs;
        match.add(3, 4, network.endpoint(3),
            (peer, config) -> config.joining(true).sessionSeed(1000 + match.sessions.size()));
        final int index = match.sessions.size() - 1;
        assertTrue(match.runUntil(LIMIT_MS, () -> match.sessions.get(index).phase() == Phase.PLAYING),
            match::toString);
        return (match.nowNs - startNs) / Match.MS;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 30, 500, 1000, 1026, CHUNKS})
    void shouldComeBackSoonThoughTheFirstDonorStalls(final int chunks) {
        begin();
        final StallingDonorTest honest = new StallingDonorTest();
        honest.begin();
        final long usualMs = honest.rejoinMs();
        match.transports.get(1).outgoing = datagram -> goesOn(datagram, chunks);
        final long tookMs = rejoinMs();
        assertTrue(withheld > 0, "the liar was not asked");
        assertTrue(tookMs <= usualMs + DELAY_MS, tookMs + " ms, otherwise " + usualMs + ": " + match);
    }

    @Test
    void shouldNotAskWhoStalledFirstAgain() {
        begin();
        match.transports.get(1).outgoing = datagram -> goesOn(datagram, 30);
        final long firstMs = rejoinMs();
        assertTrue(withheld > 0, "the liar was not asked");
        match.killed.add(match.sessions.size() - 1);
        final long againMs = rejoinMs();
        assertTrue(againMs < firstMs - 2000, firstMs + " ms, then " + againMs);
    }
}
