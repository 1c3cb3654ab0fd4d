package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.GoodbyeReason;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireSupport;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers of different versions play with what they have in common, or say clearly that it is too little. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class WireVersionsTest {

    private static final int END = 200;
    private static final int CHALLENGER = 0;
    private static final int GREETER = 1;
    private static final int UNKNOWN_BITS = 0x8000_0002;

    @Parameter
    private Carrier carrier;

    private Match match() {
        return match(ProtocolMode.BINARY);
    }

    private Match match(final ProtocolMode mode) {
        final Match match =
            new Match(carrier, 2, 10, (peer, config) -> config.endFrame(END).protocolMode(mode).dropTimeoutMs(2000));
        match.stepNs = 2 * Match.MS;
        return match;
    }

    private Match speaking(final int later, final WireSupport speaks) {
        final Match match = match();
        match.transports.get(later).outgoing = LaterPeer.greeting(speaks);
        return match;
    }

    private static PeerStatistics statistics(final Match match, final int peer) {
        return match.sessions.get(peer).statistics().peer(0);
    }

    private static void assertRefused(final Match match, final int peer, final String why) {
        assertEquals(EndReason.MISMATCH, match.sessions.get(peer).endReason(), match::toString);
        assertEquals(why, match.sessions.get(peer).error());
    }

    @Test
    void shouldSayWhatWasAgreedOn() {
        final Match match = match();
        assertEquals(0, statistics(match, CHALLENGER).wireVersion());
        assertEquals(0, statistics(match, CHALLENGER).capabilities());
        assertTrue(match.runUntilEnded(10_000), match::toString);
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(Message.VERSION, statistics(match, peer).wireVersion());
            assertEquals(MessageCodec.support().optional(), statistics(match, peer).capabilities());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {CHALLENGER, GREETER})
    void shouldReadTheGreetingOfALaterVersionThatSpeaksOursToo(final int later) {
        final Match match = speaking(later, new WireSupport(1, 9, 0, 0));
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "versions 1 to 9");
        assertEquals(1, statistics(match, 1 - later).wireVersion());
        assertEquals(0, statistics(match, 1 - later).malformed());
    }

    @Test
    void shouldRefuseWhoSpeaksNoVersionOfOursAndNameBothRanges() {
        final Match match = speaking(GREETER, new WireSupport(2, 3, 0, 0));
        assertTrue(match.runUntilEnded(3000), match::toString);
        assertRefused(match, CHALLENGER, "wire version differs: ours is 1, player 1's is 2 to 3");
        assertEquals(EndReason.MISMATCH, match.sessions.get(GREETER).endReason(), match::toString);
    }

    /** Another one that is refused by a later version reads why. */
    @Test
    void shouldNameBothRangesWhenALaterVersionRefuses() {
        final Match match = match();
        match.transports.get(CHALLENGER).outgoing = datagram -> {
            if (datagram.sequence() == 0 && datagram.type() == MessageType.WELCOME.code()) {
                final Greeting welcome = new Greeting(MessageType.WELCOME);
                welcome.decode(ByteBuffer.wrap(datagram.bytes));
                datagram.reseal(LaterPeer.bytes(new Goodbye().mismatch(welcome.salt(), 0, 1, "2 to 3")));
            }
            return true;
        };
        assertTrue(match.runUntil(3000, () -> match.sessions.get(GREETER).phase() == Phase.ENDED), match::toString);
        assertRefused(match, GREETER, "wire version differs: ours is 1, player 0's is 2 to 3");
    }

    @ParameterizedTest
    @ValueSource(ints = {CHALLENGER, GREETER})
    void shouldIgnoreOptionalCapabilitiesThatItDoesNotKnow(final int later) {
        final Match match = speaking(later, new WireSupport(1, 1, 0, -1));
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "every optional capability");
        assertEquals(MessageCodec.support().optional(), statistics(match, 1 - later).capabilities());
    }

    @Test
    void shouldRefuseRequiredCapabilitiesThatItDoesNotKnowAndNameThem() {
        final Match match = speaking(GREETER, new WireSupport(1, 1, UNKNOWN_BITS | WireSupport.JSON, 0));
        assertTrue(match.runUntilEnded(3000), match::toString);
        assertRefused(match, CHALLENGER, "player 1 requires the capabilities 0x80000002, which are not known here");
        assertRefused(match, GREETER,
            "the capabilities 0x80000002, which are required here, are not known to player 0");
    }

    @Test
    void shouldNameTheCapabilitiesThatALaterVersionRequires() {
        final Match match = match();
        match.transports.get(CHALLENGER).outgoing = datagram -> {
            if (datagram.sequence() == 0 && datagram.type() == MessageType.WELCOME.code()) {
                final Greeting welcome = new Greeting(MessageType.WELCOME);
                welcome.decode(ByteBuffer.wrap(datagram.bytes));
                datagram.reseal(LaterPeer.bytes(new Goodbye().mismatch(welcome.salt(), 0, 15, "0x40")));
            }
            return true;
        };
        assertTrue(match.runUntil(3000, () -> match.sessions.get(GREETER).phase() == Phase.ENDED), match::toString);
        assertRefused(match, GREETER, "player 0 requires the capabilities 0x40, which are not known here");
    }

    @Test
    void shouldAgreeOnARequiredCapabilityThatItKnows() {
        final Match match = speaking(GREETER, new WireSupport(1, 1, WireSupport.JSON, 0));
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "JSON required");
        assertEquals(WireSupport.JSON, statistics(match, CHALLENGER).capabilities());
    }

    @Test
    void shouldWriteNoJsonToWhoDoesNotReadIt() {
        final Match match = match(ProtocolMode.JSON);
        match.transports.get(GREETER).outgoing = LaterPeer.greeting(new WireSupport(1, 1, 0, 0));
        final Set<Integer> types = new TreeSet<>();
        match.transports.get(CHALLENGER).outgoing = datagram -> types.add(datagram.type()) || true;
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "one reads no JSON");
        assertFalse(types.contains(MessageType.EXTENDED_CODE), types::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {CHALLENGER, GREETER})
    void shouldCountAndIgnoreAnExtendedMessageThatItDoesNotKnow(final int later) {
        final Match match = match();
        final AtomicInteger sent = new AtomicInteger();
        match.transports.get(later).outgoing = LaterPeer.extended(4, sent);
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "extended messages");
        final PeerStatistics seen = statistics(match, 1 - later);
        assertTrue(sent.get() > 20 && seen.refused() >= sent.get() - 3,
            () -> "of " + sent + " are counted " + seen.refused());
        assertEquals(0, seen.malformed());
        assertEquals(0, seen.lossIn(), 0.01, "what came is not lost");
    }

    /** It hears why it may not come in, and whoever plays goes on. */
    @Test
    void shouldTurnAwayWhoComesBackInAnotherVersion() {
        final Match match = match();
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(20)), match::toString);
        final TestTransport tap = match.transports.get(CHALLENGER);
        final Goodbye refusal = new Goodbye();
        tap.outgoing = datagram -> {
            final ByteBuffer said = ByteBuffer.wrap(datagram.bytes);
            if (datagram.sequence() == 0 && datagram.type() == MessageType.CHALLENGE.code()) {
                final Challenge challenge = new Challenge();
                challenge.decode(said);
                tap.injected.add(sealed(later(MessageType.CHALLENGE_RESPONSE).pepper(challenge.pepper())));
            } else if (datagram.sequence() == 0) {
                refusal.decode(said);
            }
            return datagram.sequence() != 0;
        };
        tap.injected.add(sealed(later(MessageType.HELLO)));
        match.run(10);
        assertEquals(GoodbyeReason.MISMATCH, refusal.reason());
        assertEquals(1, refusal.field());
        assertEquals("1", refusal.value());
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "somebody of another version came");
    }

    private static Greeting later(final MessageType type) {
        return new Greeting(type).speaks(new WireSupport(2, 3, 0, 0)).joining(true).incarnation(99).salt(5);
    }

    private static TestTransport.Datagram sealed(final Message message) {
        final byte[] bytes = LaterPeer.bytes(message);
        final long tag = Forger.handshake(GREETER, CHALLENGER, bytes);
        return new TestTransport.Datagram(GREETER, CHALLENGER, Lane.CONTROL, tag, bytes);
    }
}
