package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests two peers that do not hear each other and play on through others. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionRelayTest {

    @Parameter
    private Carrier carrier;

    private static void cut(final Match match, final int from, final int to, final boolean wholeLink) {
        final TestTransport.Hook before = match.transports.get(from).outgoing;
        match.transports.get(from).outgoing = datagram ->
            (datagram.to != to || !wholeLink && datagram.lane == Lane.CONTROL) && before.pass(datagram);
    }

    /** Counts the relays that leave from now on. */
    private static int[] count(final Match match) {
        final int[] relays = new int[1];
        match.transports.forEach(transport -> transport.outgoing = datagram -> {
            relays[0] += datagram.type() == MessageType.RELAY.code() ? 1 : 0;
            return true;
        });
        return relays;
    }

    @ParameterizedTest
    @ValueSource(longs = {-5_000_000_000L, 0, 1_000_000_000L, 4_000_000_000_000_000L})
    void shouldStartThoughTwoPeersNeverHearEachOthersInputs(final long startNs) {
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(200));
        match.nowNs = startNs;
        final int[] relays = count(match);
        cut(match, 0, 1, false);
        cut(match, 1, 0, false);
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(190)), match::toString);
        assertTrue(relays[0] > 100, () -> relays[0] + " relays: " + match);
        assertEquals(0, match.count(0, SessionEvent.Type.INPUT_DISAGREEMENT));
    }

    @ParameterizedTest
    @CsvSource({"3, false", "3, true", "5, true"})
    void shouldPlayOnThoughTwoPeersStopHearingEachOther(final int peers, final boolean bothWays) {
        final Match match = new Match(carrier, peers, 20, (peer, config) -> config.endFrame(5000));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        final int[] relays = count(match);
        cut(match, 0, 1, true);
        if (bothWays) {
            cut(match, 1, 0, true);
        }
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(900)), match::toString);
        assertTrue(relays[0] > 100, () -> relays[0] + " relays: " + match);
        for (int peer = 0; peer < peers; peer++) {
            assertEquals(0, match.sessions.get(peer).statistics().desyncs(), match::toString);
            assertEquals(EndReason.NONE, match.sessions.get(peer).endReason(), match::toString);
        }
    }

    @Test
    void shouldRelayNothingWhileEverybodyHearsEverybody() {
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(300));
        final int[] relays = count(match);
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(300, "no relays");
        assertEquals(0, relays[0]);
    }

    @Test
    void shouldHearEachOtherDirectlyAgainWhenTheWayIsBack() {
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(900));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        final int[] relays = count(match);
        cut(match, 0, 1, true);
        cut(match, 1, 0, true);
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(500)), match::toString);
        assertTrue(relays[0] > 100, () -> relays[0] + " relays: " + match);
        match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
        match.run(1000);
        final int[] more = count(match);
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(900, "healed");
        assertEquals(0, more[0], "it takes no detour any more");
    }

    /** What one of two carriers does with what it is given, whatever that is, the other one makes up for. */
    @ParameterizedTest
    @ValueSource(strings = {"withholds", "changes", "repeats", "swaps"})
    void shouldPlayOnThoughOneCarrier(final String does) {
        final Match match = new Match(carrier, 4, 20, (peer, config) -> config.endFrame(900));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        cut(match, 0, 1, true);
        cut(match, 1, 0, true);
        final List<byte[]> carried = new ArrayList<>();
        match.transports.get(2).outgoing = datagram -> {
            if (datagram.type() != MessageType.RELAY.code()) {
                return true;
            }
            carried.add(datagram.bytes);
            final byte[] changed = datagram.bytes.clone();
            changed[3 + carried.size() % (changed.length - 3)] ^= 16;
            switch (does) {
                case "changes" -> datagram.reseal(changed);
                case "repeats" -> datagram.reseal(carried.get(carried.size() / 2));
                case "swaps" -> {
                    changed[2] ^= 1;
                    datagram.reseal(changed);
                }
                default -> {
                    return false;
                }
            }
            return true;
        };
        assertTrue(match.runUntil(30_000, () -> match.everybodyPast(600)), match::toString);
        assertTrue(carried.size() > 100, () -> carried.size() + " were carried");
        match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(900, does);
        for (int peer = 0; peer < 4; peer++) {
            assertEquals(0, match.count(peer, SessionEvent.Type.INPUT_DISAGREEMENT), match::toString);
        }
    }

    /** The four that are given the windows first carry none, and answer no request for inputs either. */
    @Test
    void shouldTakeAnotherCarrierWhileTheFirstFourCarryNothing() {
        final int peers = 7;
        final Match match = new Match(carrier, peers, 20, (peer, config) -> config.endFrame(600));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        cut(match, 0, 1, true);
        cut(match, 1, 0, true);
        final int[] withheld = new int[peers];
        for (int peer = 2; peer < peers - 1; peer++) {
            match.transports.get(peer).outgoing = datagram -> {
                final boolean isRelay = datagram.type() == MessageType.RELAY.code();
                withheld[datagram.from] += isRelay ? 1 : 0;
                return !isRelay;
            };
        }
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(400)), match::toString);
        for (int peer = 2; peer < peers - 1; peer++) {
            assertTrue(withheld[peer] > 100, () -> Arrays.toString(withheld) + " withheld: " + match);
        }
        assertEquals(peers, match.sessions.get(0).epoch().members().size(), match::toString);
    }

    /** Only one of the two does not hear the other: the way of what comes straight is as long as before. */
    @Test
    void shouldMeasureNothingByADetour() {
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(5000));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        final long[] before = {rttNs(match, 0, 1), rttNs(match, 1, 0)};
        final int[] relays = count(match);
        cut(match, 0, 1, true);
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(600)), match::toString);
        assertTrue(relays[0] > 100, () -> relays[0] + " relays: " + match);
        assertEquals(before[0], rttNs(match, 0, 1), 3 * Match.MS);
        assertEquals(before[1], rttNs(match, 1, 0), 3 * Match.MS);
    }

    private static long rttNs(final Match match, final int of, final int to) {
        return match.sessions.get(of).statistics().peer(to < of ? to : to - 1).rttNs();
    }

    /** A member asks for far more than two who do not hear each other can need: it is no amplifier. */
    @Test
    void shouldCarryNoMoreThanWindowsLeave() {
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(5000));
        match.stepNs = Match.MS / 2;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        final Relay relay = new Relay(2, 1, 64);
        relay.carry(1, 7, ByteBuffer.allocate(40));
        final ByteBuffer buffer = ByteBuffer.allocate(100);
        final byte[] bytes = new byte[relay.encode(buffer)];
        buffer.flip().get(bytes);
        final int[] asked = new int[1];
        match.transports.get(0).outgoing = datagram -> {
            for (int i = 0; datagram.to == 2 && datagram.lane == Lane.INPUT && i < 20; i++) {
                final TestTransport.Datagram more = datagram.copy();
                more.reseal(bytes);
                more.resequence(datagram.sequence() + ++asked[0]);
                match.transports.get(2).injected.add(more);
            }
            return datagram.to != 2 || datagram.lane != Lane.INPUT;
        };
        final int[] given = new int[1];
        match.transports.get(2).outgoing = datagram -> {
            given[0] += datagram.type() == MessageType.RELAY.code() ? 1 : 0;
            return true;
        };
        match.run(400);
        assertTrue(asked[0] > 200, () -> asked[0] + " were asked for");
        assertTrue(given[0] > 20 && given[0] <= 8 + 2 * 60 * 4 / 10 + 2, () -> given[0] + " of " + asked[0]);
    }

    /** One of four reports inputs of another live peer that nobody asked for: they are not taken. */
    @Test
    void shouldTakeNoInputsOfALivePeerFromAnother() {
        final Match match = new Match(carrier, 4, 20, (peer, config) -> config.endFrame(600));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        final Relay relay = new Relay(2, 1, 64);
        final int[] forged = new int[1];
        match.transports.get(3).outgoing = datagram -> {
            if (datagram.type() == MessageType.MEMBERSHIP.code() && datagram.to != 1) {
                forged[0]++;
                relay.inputs(1, 1, match.sessions.get(3).frame());
                for (int i = 0; i < 20; i++) {
                    relay.frames().input(0, new byte[2], 0);
                    relay.endFrame(1000);
                }
                final ByteBuffer buffer = ByteBuffer.allocate(200);
                final byte[] bytes = new byte[relay.encode(buffer)];
                buffer.flip().get(bytes);
                datagram.reseal(bytes);
            }
            return true;
        };
        assertTrue(match.runUntilEnded(30_000), match::toString);
        match.assertFinishedAlike(600, "forged");
        assertTrue(forged[0] > 0, "nothing was forged");
        for (int peer = 0; peer < 4; peer++) {
            assertEquals(0, match.count(peer, SessionEvent.Type.INPUT_DISAGREEMENT), match::toString);
        }
    }
}
