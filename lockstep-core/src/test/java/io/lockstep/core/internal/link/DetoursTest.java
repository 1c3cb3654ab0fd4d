package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.internal.game.DelaySettings;
import io.lockstep.core.internal.game.Entrance;
import io.lockstep.core.internal.game.MatchConfig;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.Ports;
import io.lockstep.core.internal.game.Seating;
import io.lockstep.core.internal.game.SendSettings;
import io.lockstep.core.internal.game.StateSettings;
import io.lockstep.core.internal.game.Timeouts;
import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Player 2 of three hears both others, who do not hear each other, and hands the windows of player 0 on. */
class DetoursTest {

    private static final long MS = 1_000_000L;
    private static final int PLAYERS = 3;
    private static final int OWNER = 0;
    private static final int RECEIVER = 1;
    private static final int SELF = 2;
    private static final int INPUT_BYTES = 2;
    private static final int WINDOW_BYTES = 100;
    /** A window of which a line that had a queue has room for fewer than so many at once. */
    private static final int LARGE_BYTES = 1000;
    private static final int MOST_LARGE = 6;
    /** More than may be under way to a peer without an answer. */
    private static final int FULL_BYTES = 17 << 10;
    /** Longer than two windows of one pair are apart. */
    private static final long APART_NS = 20 * MS;
    private static final long NEW_FRAMES_PER_S = 50_000;

    private final Count transport = new Count();
    private final Links links = links(SELF);
    private final Link owner = links.of(OWNER);
    private final Link receiver = links.of(RECEIVER);
    private final Relay window = new Relay(INPUT_BYTES, 1, 0);
    private Detours detours;
    private long nowNs = 5_000_000_000L;

    /** Counts what is sent. */
    private static final class Count implements Transport {

        private int sent;

        @Override
        public int maxPayloadBytes() {
            return 1200;
        }

        @Override
        public int wireBytes(final int payloadBytes) {
            return payloadBytes;
        }

        @Override
        public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
            assertEquals(RECEIVER, peer);
            sent++;
            return SendResult.SENT;
        }

        @Override
        public int poll(final long nowNs, final DatagramHandler handler) {
            return 0;
        }

        @Override
        public String failure() {
            return null;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private static MatchSettings settings(final int self, final Transport transport) {
        return new MatchSettings(
            new MatchRules("detours", 7, 60, INPUT_BYTES, 0, 0, 1000, TwoPeerPolicy.HALT),
            new Seating(PLAYERS, self, new int[Message.MAX_PLAYERS], 0), new Timeouts(15_000, 5000, 10_000),
            new DelaySettings(null, false, 0, 1, 1, 1), null,
            new SendSettings(Batching.OFF, Redundancy.UNACKED, ProtocolMode.BINARY, false),
            new StateSettings(30, DesyncPolicy.HALT, 0, null, 0, 0), new Entrance(true, self, 0, null),
            new Ports(null, null, transport, null, null, new MatchConfig(new byte[0])));
    }

    private static Links links(final int self) {
        final MatchSettings settings = settings(self, null);
        return new Links(settings, new Agreement(settings), self, new SplittableRandom(self));
    }

    /** Shakes hands as the higher of two, who goes first. */
    private void connect(final Link link) {
        final Link back = links(link.peer).of(SELF);
        final Challenge challenge = (Challenge) back.handshake().onHello((Greeting) link.handshake().due(0, nowNs));
        link.handshake().onChallenge(challenge);
        link.handshake().onWelcome((Greeting) back.handshake().onResponse((Greeting) link.handshake().due(0, nowNs)),
            nowNs);
        link.seal.open(1, 1, 2, null, false);
        link.opened(true, nowNs);
        assertTrue(link.flows());
    }

    @BeforeEach
    void connect() {
        connect(owner);
        connect(receiver);
        final MatchSettings settings = settings(SELF, transport);
        detours = new Detours(settings, links, new Wire(transport, new SessionSeal(links, transport),
            new MessageCodec(new WireLimits(INPUT_BYTES, 1, 0, WireLimits.DEFAULT_STATE_BYTES)), ProtocolMode.BINARY));
    }

    /** Lets the two hear this player, and the line of all links have a queue or none. */
    private void pass(final long ms, final boolean queue) {
        for (long i = 0; i < ms; i++) {
            nowNs += MS;
            owner.heardStraight(nowNs);
            receiver.heardStraight(nowNs);
            links.uplink().look(2, queue ? 2 : 0, nowNs);
        }
    }

    /** Returns whether the next window of player 0 is handed on. */
    private boolean handsOn() {
        final int before = transport.sent;
        pass(APART_NS / MS, false);
        window.carry(RECEIVER, 1, ByteBuffer.allocate(WINDOW_BYTES));
        assertTrue(detours.carry(owner, window, nowNs));
        return transport.sent > before;
    }

    @Test
    void shouldHandNothingOnWhileTheLineToTheReceiverHasNoRoom() {
        assertTrue(handsOn());
        final int sequence = 100;
        receiver.out.sent(1, sequence, FULL_BYTES, nowNs);
        assertFalse(handsOn());
        receiver.out.answered(sequence, sequence);
        assertTrue(handsOn());
    }

    @Test
    void shouldCountWhatItHandsOnAmongWhatIsUnderWay() {
        for (int i = 0; i < FULL_BYTES / WINDOW_BYTES; i++) {
            assertTrue(handsOn(), "window " + i);
        }
        receiver.out.sent(1, 1 << Byte.SIZE, 1, nowNs);
        assertFalse(handsOn());
    }

    /** Once the line had a queue, what is sent besides new frames leaves at the rate that was left for it. */
    @Test
    void shouldHandOnNoMoreThanTheLineOfAllLinksHasRoomFor() {
        links.uplink().sentNew(1, NEW_FRAMES_PER_S);
        pass(10, true);
        pass(1000, false);
        assertTrue(handsOn());
        links.uplink().sentExtra(FULL_BYTES);
        assertFalse(handsOn());
        pass(1000, false);
        assertTrue(handsOn());
    }

    /** Repeats of its own take the same room. */
    @Test
    void shouldCountWhatItHandsOnAgainstTheRoomForRepeats() {
        links.uplink().sentNew(1, NEW_FRAMES_PER_S);
        pass(1000, false);
        assertTrue(links.uplink().mayRepeat());
        int windows = 0;
        while (links.uplink().mayRepeat()) {
            window.carry(RECEIVER, 1, ByteBuffer.allocate(LARGE_BYTES));
            assertTrue(detours.carry(owner, window, nowNs));
            windows++;
            assertTrue(windows < MOST_LARGE, "what is handed on takes no room");
        }
    }
}
