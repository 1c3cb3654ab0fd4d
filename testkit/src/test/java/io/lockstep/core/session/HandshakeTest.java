package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.Goodbye;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers find together whatever the network does at the start, or say clearly why not. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class HandshakeTest {

    /** The policies of a match of this test by default. */
    private static final String POLICIES =
        "two-peer policy REJOIN, drop timeout 5000 ms, desync policy REPAIR, state sync 0 ticks";

    @Parameter
    private Carrier carrier;

    private static final long STEP_NS = 2 * Match.MS;

    private final List<String> traffic = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();

    private Match match(final BiConsumer<Integer, SessionConfig> adjust) {
        final Match match = new Match(carrier, 2, 10, (peer, config) -> {
            config.endFrame(40);
            adjust.accept(peer, config);
        });
        match.stepNs = STEP_NS;
        return match;
    }

    /** Notes the handshake in both directions. */
    private void listen(final Match match) {
        for (final TestTransport transport : match.transports) {
            transport.outgoing = datagram -> {
                if (datagram.sequence() == 0) {
                    final MessageType type = MessageType.byCode(datagram.type());
                    traffic.add(datagram.from + type.jsonName());
                    messages.add(decoded(datagram));
                }
                return true;
            };
        }
    }

    private static Message decoded(final TestTransport.Datagram datagram) {
        final Message message = switch (MessageType.byCode(datagram.type())) {
            case HELLO -> new Greeting(MessageType.HELLO);
            case WELCOME -> new Greeting(MessageType.WELCOME);
            case CHALLENGE -> new Challenge();
            case CHALLENGE_RESPONSE -> new Greeting(MessageType.CHALLENGE_RESPONSE);
            default -> new Goodbye();
        };
        message.decode(ByteBuffer.wrap(datagram.bytes));
        return message;
    }

    /** A message sealed as any incarnation may. */
    private static TestTransport.Datagram handshake(final int from, final int to, final Message message) {
        final ByteBuffer buffer = ByteBuffer.allocate(200);
        message.encode(buffer);
        buffer.flip();
        final byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        final long tag = Forger.handshake(from, to, bytes);
        return new TestTransport.Datagram(from, to, Lane.CONTROL, tag, bytes);
    }

    @Test
    void shouldAnswerHelloWithChallengeAndProofWithWelcome() {
        final Match match = match((peer, config) -> config.seatToken(-1 - peer).joining(peer == 1));
        listen(match);
        assertTrue(match.runUntil(1000, () -> match.sessions.get(1).phase() == Phase.JOINING), match::toString);
        while (!carrier.isBare() && traffic.get(1).equals("1Hello")) {
            // Those before were tried before there was a connection.
            traffic.remove(0);
            messages.remove(0);
        }
        assertEquals(List.of("1Hello", "0Challenge", "1ChallengeResponse", "0Welcome"), traffic);
        final Greeting hello = (Greeting) messages.get(0);
        final Challenge challenge = (Challenge) messages.get(1);
        final Greeting response = (Greeting) messages.get(2);
        final Greeting welcome = (Greeting) messages.get(3);
        assertEquals(hello.salt(), challenge.salt());
        assertEquals(challenge.pepper(), response.pepper());
        assertEquals(hello.salt(), welcome.salt());
        assertEquals(0, hello.digest(), "a hello says no more than who is there");
        assertEquals(response.digest(), welcome.digest());
        assertEquals(hello.incarnation(), response.incarnation());
        assertNotEquals(hello.incarnation(), welcome.incarnation());
        assertEquals(2, response.players());
        assertEquals(1, welcome.players());
        assertEquals(-2, response.seatToken());
        assertEquals(-1, welcome.seatToken());
        assertTrue(response.joining());
        assertFalse(welcome.joining());
    }

    @Test
    void shouldGreetWithTheFirstPollInWhichThereIsAWay() {
        final Match match = match((peer, config) -> { });
        listen(match);
        match.transports.forEach(transport -> transport.result = () -> Transport.SendResult.NOT_CONNECTED);
        match.run(250);
        assertEquals(List.of(), traffic);
        match.transports.forEach(transport -> transport.result = () -> null);
        match.run(STEP_NS / Match.MS);
        assertEquals(List.of("1Hello"), traffic, "and not when a retry is due, 50 ms later");
    }

    @Test
    void shouldConnectWhateverBurstOfTheFirstThirtyDatagramsIsLost() {
        int matches = 0;
        for (int first = 0; first < 30; first++) {
            for (int last = first; last < 30; last++) {
                if (matches++ % carrier.stride() != 0) {
                    continue;
                }
                final int from = first;
                final int to = last;
                final int[] sent = new int[1];
                final Match match = match((peer, config) -> { });
                for (final TestTransport transport : match.transports) {
                    transport.outgoing = datagram -> {
                        final int number = sent[0]++;
                        return number < from || number > to;
                    };
                }
                final String context = "lost " + from + " to " + to;
                assertTrue(match.runUntilEnded(12_000), () -> context + ": " + match);
                match.assertFinishedAlike(40, context);
            }
        }
    }

    @Test
    void shouldConnectWhateverBurstOfOneSideIsLost() {
        int matches = 0;
        for (int side = 0; side < 2; side++) {
            for (int first = 0; first < 12; first++) {
                for (int count = 1; count <= 16; count++) {
                    if (matches++ % carrier.stride() != 0) {
                        continue;
                    }
                    final int from = first;
                    final int to = first + count;
                    final int[] sent = new int[1];
                    final Match match = match((peer, config) -> { });
                    match.transports.get(side).outgoing = datagram -> {
                        final int number = sent[0]++;
                        return number < from || number >= to;
                    };
                    final String context = "side " + side + " lost " + from + " to " + to;
                    assertTrue(match.runUntilEnded(12_000), () -> context + ": " + match);
                    match.assertFinishedAlike(40, context);
                }
            }
        }
    }

    @Test
    void shouldConnectThreePeersThroughRandomLoss() {
        for (int seed = 1; seed <= 20; seed += carrier.stride()) {
            final SplittableRandom random = new SplittableRandom(seed);
            final Match match = new Match(carrier, 3, 10, (peer, config) -> config.endFrame(60));
            match.stepNs = STEP_NS;
            for (final TestTransport transport : match.transports) {
                transport.outgoing = datagram -> Integer.remainderUnsigned(random.nextInt(), 100) >= 40;
            }
            final String context = "40 % lost, seed " + seed;
            assertTrue(match.runUntilEnded(20_000), () -> context + ": " + match);
            match.assertFinishedAlike(60, context);
        }
    }

    @Test
    void shouldConnectWhenEveryDatagramComesTwiceAndLate() {
        final Match match = match((peer, config) -> { });
        final List<TestTransport.Datagram> copies = new ArrayList<>();
        for (final TestTransport transport : match.transports) {
            transport.outgoing = datagram -> copies.add(datagram.copy());
        }
        for (int i = 0; i < 5000 && !match.ended(); i++) {
            match.run(4);
            if (copies.size() >= 5) {
                copies.forEach(copy -> match.transports.get(copy.to).injected.add(copy));
                copies.clear();
            }
        }
        match.assertFinishedAlike(40, "every datagram twice");
        assertTrue(match.sessions.get(0).statistics().peer(0).replayed() > 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldConnectHoweverLateOneStarts(final int late) {
        final Match match = match((peer, config) -> config.inputDelay(4));
        for (int i = 0; i < 5000; i++) {
            match.nowNs += STEP_NS;
            match.poll(1 - late);
        }
        assertTrue(match.runUntilEnded(5000), match::toString);
        match.assertFinishedAlike(40, "late " + late);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldSayThatAPeerNeverCame(final int alone) {
        final Match match = match((peer, config) -> config.silenceTimeoutMs(3000));
        final long start = match.nowNs;
        while (match.sessions.get(alone).phase() != Phase.ENDED && match.nowNs - start < 5000 * Match.MS) {
            match.nowNs += STEP_NS;
            match.poll(alone);
        }
        final Session session = match.sessions.get(alone);
        assertEquals(EndReason.PEER_TIMED_OUT, session.endReason());
        assertEquals("player " + (1 - alone) + " did not answer within 3000 ms", session.error());
        assertEquals(List.of("PEER_TIMED_OUT frame=0 peer=" + (1 - alone), "ENDED frame=0"),
            match.events.get(alone));
        assertTrue(match.nowNs - start > 3000 * Match.MS && match.nowNs - start < 3100 * Match.MS);
    }

    /** The other peer may have forgotten the challenge since, and answers a hello only. */
    @Test
    void shouldGreetAgainAfterEachTenProofsThatNobodyAnswers() {
        final Match match = match((peer, config) -> { });
        listen(match);
        match.transports.get(1).incoming = datagram -> datagram.type() != MessageType.WELCOME.code();
        match.run(2500);
        traffic.clear();
        match.run(3000);
        assertTrue(Collections.frequency(traffic, "1Hello") >= 2, traffic::toString);
        match.transports.get(1).incoming = TestTransport.Hook.PASS;
        assertTrue(match.runUntilEnded(5000), match::toString);
        match.assertFinishedAlike(40, "welcomes were lost");
    }

    @Test
    void shouldFailCleanlyWhenOneDirectionIsDead() {
        for (int dead = 0; dead < 2; dead++) {
            final Match match = match((peer, config) -> config.silenceTimeoutMs(2000));
            match.transports.get(dead).outgoing = datagram -> false;
            assertTrue(match.runUntilEnded(5000), match::toString);
            for (final Session session : match.sessions) {
                assertEquals(EndReason.PEER_TIMED_OUT, session.endReason(), match.toString());
                assertEquals(0, session.frame());
            }
        }
    }

    @Test
    void shouldEndEverybodyWhenOneLeavesBeforeTheStart() {
        final Match match = new Match(carrier, 3, 10, (peer, config) -> config.endFrame(40));
        for (int i = 0; i < 200; i++) {
            match.nowNs += STEP_NS;
            match.poll(0);
            match.poll(1);
        }
        match.sessions.get(1).leave();
        for (int i = 0; i < 200; i++) {
            match.nowNs += STEP_NS;
            match.poll(0);
            match.poll(1);
        }
        assertEquals(EndReason.LEFT, match.sessions.get(1).endReason());
        assertEquals(EndReason.PEER_LEFT, match.sessions.get(0).endReason(), match.toString());
        assertEquals("player 1 left before the match began", match.sessions.get(0).error());
        assertEquals(Phase.ENDED, match.sessions.get(0).phase());
    }

    /** Peers begin at different times. Those that have begun must not wait for one that left before it did. */
    @Test
    void shouldNotStandStillWhenOneLeavesWhileTheOthersBegin() {
        final Set<EndReason> reasons = EnumSet.noneOf(EndReason.class);
        for (int leftMs = 140; leftMs < 1000; leftMs += 14) {
            final Match match = new Match(carrier, 3, 71, (peer, config) -> config.endFrame(40).silenceTimeoutMs(2000));
            match.stepNs = Math.max(Match.MS, match.stepNs);
            match.run(leftMs);
            match.sessions.get(1).leave();
            assertTrue(match.runUntilEnded(3000), "left after " + leftMs + " ms: " + match);
            assertEquals(match.sessions.get(0).frame(), match.sessions.get(2).frame(), match::toString);
            reasons.add(match.sessions.get(0).endReason());
        }
        assertTrue(reasons.containsAll(EnumSet.of(EndReason.PEER_LEFT, EndReason.FINISHED)), reasons::toString);
    }

    @Test
    void shouldPlayOnAloneWhenAPeerLeavesBeforeItsFirstInputsArrived() {
        final Match match = match((peer, config) -> { });
        match.transports.get(0).outgoing = datagram -> datagram.lane == Lane.CONTROL;
        assertTrue(match.runUntil(2000, () -> match.sessions.get(1).phase() == Phase.PLAYING), match::toString);
        match.sessions.get(0).leave();
        assertTrue(match.runUntilEnded(5000), match::toString);
        assertEquals(EndReason.LEFT, match.sessions.get(0).endReason());
        final Session survivor = match.sessions.get(1);
        assertEquals(EndReason.FINISHED, survivor.endReason(), match.toString());
        assertEquals(40, survivor.frame());
        assertTrue(match.events.get(1).contains("PEER_DROPPED frame=0 peer=0"), "its last input never came: " + match);
        assertEquals(0, match.count(1, SessionEvent.Type.PEER_LEFT), match.toString());
        assertEquals(1, survivor.leader(), match.toString());
    }

    @Test
    void shouldIgnoreForgedAnswersToItsHello() {
        final Match match = match((peer, config) -> { });
        listen(match);
        final TestTransport victim = match.transports.get(1);
        for (int i = 0; i < 200; i++) {
            match.nowNs += STEP_NS;
            victim.injected.add(handshake(0, 1, new Challenge().salt(i).pepper(7)));
            victim.injected.add(handshake(0, 1, greeting(MessageType.WELCOME, i)));
            victim.injected.add(handshake(0, 1, new Goodbye().mismatch(i, 0, 3, "5")));
            victim.injected.add(handshake(0, 1, greeting(MessageType.CHALLENGE_RESPONSE, i).pepper(i)));
            match.poll(1);
        }
        assertEquals(Phase.CONNECTING, match.sessions.get(1).phase(), match.toString());
        assertEquals(Set.of("1Hello"), Set.copyOf(traffic), "a forged challenge is answered");
        assertTrue(match.sessions.get(1).statistics().peer(0).refused() >= 200);
        assertTrue(match.runUntilEnded(5000), match::toString);
        match.assertFinishedAlike(40, "forged answers");
    }

    @Test
    void shouldIgnoreForgedProofsAndGreetingsAtTheChallengersSide() {
        final Match match = match((peer, config) -> { });
        final TestTransport victim = match.transports.get(0);
        for (int i = 0; i < 200; i++) {
            match.nowNs += STEP_NS;
            victim.injected.add(handshake(1, 0, greeting(MessageType.CHALLENGE_RESPONSE, i).pepper(i)));
            victim.injected.add(handshake(1, 0, greeting(MessageType.HELLO, i)));
            victim.injected.add(handshake(1, 0, greeting(MessageType.CHALLENGE_RESPONSE, i).pepper(i)));
            victim.injected.add(handshake(1, 0, greeting(MessageType.WELCOME, i)));
            victim.injected.add(handshake(1, 0, new Challenge().salt(i).pepper(1)));
            victim.injected.add(handshake(1, 0, new Goodbye().mismatch(i, 0, 3, "5")));
            match.poll(0);
        }
        assertEquals(Phase.CONNECTING, match.sessions.get(0).phase(), match.toString());
        assertTrue(match.runUntilEnded(5000), match::toString);
        match.assertFinishedAlike(40, "forged proofs");
    }

    @Test
    void shouldIgnoreHandshakesOnAnOpenLink() {
        final Match match = match((peer, config) -> config.endFrame(200));
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(20)), match::toString);
        for (int i = 0; i < 100; i++) {
            for (int peer = 0; peer < 2; peer++) {
                final TestTransport victim = match.transports.get(peer);
                victim.injected.add(handshake(1 - peer, peer, greeting(MessageType.HELLO, i)));
                victim.injected.add(handshake(1 - peer, peer, greeting(MessageType.WELCOME, i)));
                victim.injected.add(handshake(1 - peer, peer, new Challenge().salt(i).pepper(1)));
                victim.injected.add(handshake(1 - peer, peer, greeting(MessageType.CHALLENGE_RESPONSE, i).pepper(i)));
                victim.injected.add(handshake(1 - peer, peer, new Goodbye().mismatch(i, 0, 3, "5")));
                final byte[] other = {0x27, 1, 2};
                victim.injected.add(new TestTransport.Datagram(1 - peer, peer, Lane.CONTROL,
                    Forger.handshake(1 - peer, peer, other), other));
            }
            match.run(4);
        }
        assertTrue(match.runUntilEnded(5000), match::toString);
        match.assertFinishedAlike(200, "handshakes in mid-match");
    }

    private static Greeting greeting(final MessageType type, final int salt) {
        return new Greeting(type).matchId(0).incarnation(99).salt(salt).players(1).digest(5).frame(0).tickRate(60)
            .playerCount(2).inputBytes(2).checksumInterval(30).maxEventBytes(64).gameId("test");
    }

    static Stream<Arguments> differences() {
        return Stream.of(
            difference("game id", "test", "other", config -> config.gameId("other")),
            difference("match id", "0", "18446744073709551615", config -> config.matchId(-1)),
            difference("players", "2", "3", config -> config.players(3).peer(1, 2)),
            difference("tick rate", "60", "30", config -> config.tickRate(30)),
            difference("input bytes", "2", "64", config -> config.inputBytes(64)),
            difference("event bytes", "64", "255", config -> config.maxEventBytes(255)),
            difference("checksum interval", "30", "128", config -> config.checksumInterval(128)),
            difference("start frame", "0", "9223372036854775", config ->
                config.startFrame(9_223_372_036_854_775L).endFrame(Long.MAX_VALUE)));
    }

    private static Arguments difference(final String field, final String usual, final String other,
                                        final Consumer<SessionConfig> change) {
        return Arguments.of(field, usual, other, change);
    }

    @ParameterizedTest
    @MethodSource("differences")
    void shouldNameADifferingFieldAndBothValuesOnBothSides(final String field, final String usual, final String other,
                                                            final Consumer<SessionConfig> change) {
        for (int odd = 0; odd < 2; odd++) {
            final int oddPeer = odd;
            final Match match = match((peer, config) -> {
                if (peer == oddPeer) {
                    change.accept(config);
                } else if (field.equals("players")) {
                    config.players(2);
                }
            });
            assertTrue(match.runUntilEnded(3000), match::toString);
            for (int peer = 0; peer < 2; peer++) {
                final Session session = match.sessions.get(peer);
                assertEquals(EndReason.MISMATCH, session.endReason(), match.toString());
                assertEquals(field + " differs: ours is " + (peer == odd ? other : usual) + ", player " + (1 - peer)
                    + "'s is " + (peer == odd ? usual : other), session.error());
                assertEquals(List.of("ENDED frame=" + session.frame()), match.events.get(peer));
            }
        }
    }

    @Test
    void shouldNameTheSeatsOfTheGreeterWhenTheyDiffer() {
        final Match match = new Match(carrier, new int[] {0, 1}, 10, (peer, config) -> {
            config.players(3);
            if (peer == 0) {
                config.peer(0, 2);
            } else {
                config.localPlayers(1, 2);
            }
        });
        match.stepNs = STEP_NS;
        assertTrue(match.runUntilEnded(3000), match::toString);
        assertEquals("players of the peer differs: ours is 2, player 1's is 6", match.sessions.get(0).error());
        assertEquals("players of the peer differs: ours is 6, player 0's is 2", match.sessions.get(1).error());
    }

    @Test
    void shouldNoticeThatTheSeatsOfThirdPeersDiffer() {
        final Match match = new Match(carrier, new int[] {0, 1}, 10, (peer, config) -> {
            config.players(4);
            if (peer == 0) {
                config.peer(2, 3);
            }
        });
        match.stepNs = STEP_NS;
        assertTrue(match.runUntilEnded(3000), match::toString);
        assertOneRefusesAndTheOtherIsTold(match, POLICIES, POLICIES,
            "seats differ: player # knows another division of the players among the other peers");
    }

    /** One of two peers refuses the other: it names its own values, and the other one what differs. */
    private static void assertOneRefusesAndTheOtherIsTold(final Match match, final String ofZero, final String ofOne,
                                                          final String told) {
        int refusing = 0;
        for (int peer = 0; peer < 2; peer++) {
            final Session session = match.sessions.get(peer);
            assertEquals(EndReason.MISMATCH, session.endReason(), match.toString());
            final boolean refuses = session.error().startsWith("policies or seats differ");
            refusing += refuses ? 1 : 0;
            assertEquals(refuses ? "policies or seats differ: ours are " + (peer == 0 ? ofZero : ofOne)
                + "; the message of player " + (1 - peer) + " names both values"
                : told.replace("#", String.valueOf(1 - peer)), session.error());
        }
        assertEquals(1, refusing, match::toString);
    }

    @Test
    void shouldNameThePoliciesThatDifferAndBothValues() {
        for (int odd = 0; odd < 2; odd++) {
            final int oddPeer = odd;
            final Match match = match((peer, config) -> {
                if (peer == oddPeer) {
                    config.twoPeerPolicy(TwoPeerPolicy.HALT).dropTimeoutMs(3000).stateSyncTicks(200);
                }
            });
            assertTrue(match.runUntilEnded(3000), match::toString);
            final String other = "two-peer policy HALT, drop timeout 3000 ms, desync policy REPAIR, state sync 200 "
                + "ticks";
            final boolean oddRefuses = match.sessions.get(odd).error().startsWith("policies or seats differ");
            final List<String> ours = oddRefuses ? List.of("REJOIN", "5000 ms", "0 ticks")
                : List.of("HALT", "3000 ms", "200 ticks");
            final List<String> theirs = oddRefuses ? List.of("HALT", "3000 ms", "200 ticks")
                : List.of("REJOIN", "5000 ms", "0 ticks");
            final List<String> names = List.of("two-peer policy", "drop timeout", "state sync");
            final List<String> told = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                told.add(names.get(i) + " differs: ours is " + ours.get(i) + ", player #'s is " + theirs.get(i));
            }
            assertOneRefusesAndTheOtherIsTold(match, odd == 0 ? other : POLICIES, odd == 1 ? other : POLICIES,
                String.join("; ", told));
        }
    }

    @Test
    void shouldTellThirdPeersThatTheMatchIsOff() {
        final Match match = new Match(carrier, 3, 10, (peer, config) -> config.tickRate(peer == 2 ? 50 : 60));
        match.stepNs = STEP_NS;
        assertTrue(match.runUntilEnded(20_000), match::toString);
        assertTrue(match.sessions.stream().allMatch(session -> session.error() != null), match::toString);
        assertEquals(EndReason.MISMATCH, match.sessions.get(2).endReason(), match.toString());
    }

    /** What is said before a version is agreed on has the same header in every one: these are no greetings. */
    @Test
    void shouldIgnoreGreetingsWithAnotherHeader() {
        final Match match = match((peer, config) -> config.silenceTimeoutMs(2000));
        match.transports.get(1).outgoing = datagram -> {
            final byte[] bytes = datagram.bytes.clone();
            bytes[0] ^= 0x30;
            datagram.reseal(bytes);
            return true;
        };
        assertTrue(match.runUntilEnded(5000), match::toString);
        for (final Session session : match.sessions) {
            assertEquals(EndReason.PEER_TIMED_OUT, session.endReason(), match.toString());
        }
        assertTrue(match.sessions.get(0).statistics().peer(0).malformed() > 0, match::toString);
    }

    @Test
    void shouldEndWhenTheTransportFails() {
        final Match match = match((peer, config) -> { });
        match.transports.get(0).failure = "port 4000 is taken";
        match.poll(0);
        assertEquals(Phase.ENDED, match.sessions.get(0).phase());
        assertEquals(EndReason.TRANSPORT, match.sessions.get(0).endReason());
        assertEquals("port 4000 is taken", match.sessions.get(0).error());
    }

    /** Nothing can be said any more: there is nothing to wait for. */
    @Test
    void shouldEndAtOnceWhenTheTransportFailsWhileItLeaves() {
        final Match match = match((peer, config) -> { });
        match.poll(0);
        match.sessions.get(0).leave();
        match.transports.get(0).failure = "the cable is out";
        match.poll(0);
        assertEquals(Phase.ENDED, match.sessions.get(0).phase());
        assertEquals(EndReason.LEFT, match.sessions.get(0).endReason());
    }

    @Test
    void shouldNotCountAHandshakeWithAWrongSealOrSequence() {
        final Match match = match((peer, config) -> { });
        final TestTransport.Datagram datagram = handshake(1, 0, greeting(MessageType.HELLO, 5));
        datagram.tag = LinkTag.of(1, datagram.tag);
        match.transports.get(0).injected.add(datagram);
        match.poll(0);
        assertEquals(1, match.sessions.get(0).statistics().peer(0).foreign());
        assertEquals(1, match.sessions.get(0).statistics().peer(0).datagramsReceived());
    }
}
