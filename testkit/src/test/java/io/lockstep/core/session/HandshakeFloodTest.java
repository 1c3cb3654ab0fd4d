package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.protocol.Challenge;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is greeted remembers nothing: however many greet, and whatever they say, the right one comes in as fast. */
class HandshakeFloodTest {

    private static final int END = 100;
    private static final long SECOND_MS = 1000;

    private static Match match(final int oneWayMs) {
        final Match match = new Match(2, oneWayMs, (peer, config) -> config.endFrame(END));
        match.stepNs = Match.MS;
        return match;
    }

    private static TestTransport.Datagram hello(final int from, final int salt) {
        final ByteBuffer buffer = ByteBuffer.allocate(20);
        new Greeting(MessageType.HELLO).incarnation(salt * 31).salt(salt).encode(buffer);
        final byte[] bytes = buffer.array();
        return new TestTransport.Datagram(from, 1 - from, Lane.CONTROL, Forger.handshake(from, 1 - from, bytes), bytes);
    }

    /** When both play, with so many hellos a second of strangers to each of them. */
    private static long startMs(final int oneWayMs, final int aSecond) {
        final Match match = match(oneWayMs);
        int salt = 0;
        long ms = 0;
        while (!match.everybodyPast(0) && ms < 20 * SECOND_MS) {
            for (int i = 0; i < aSecond && ms * aSecond / SECOND_MS + i >= salt; i++, salt++) {
                match.transports.get(0).injected.add(hello(1, salt));
                match.transports.get(1).injected.add(hello(0, salt));
            }
            match.run(1);
            ms++;
        }
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(END, aSecond + " hellos a second at " + oneWayMs + " ms");
        return ms;
    }

    @Test
    void shouldStartAsSoonUnderAFloodOfGreetings() {
        for (final int oneWayMs : new int[] {5, 40, 100}) {
            final long calmMs = startMs(oneWayMs, 0);
            for (final int aSecond : new int[] {10, 50, 200, 2000}) {
                assertTrue(startMs(oneWayMs, aSecond) <= calmMs + 1,
                    aSecond + " hellos a second at " + oneWayMs + " ms, " + calmMs + " ms without");
            }
        }
    }

    /** What a lane has held back comes all at once, and a member that lies may have said thousands of hellos. */
    @Test
    void shouldAnswerNoMoreGreetingsInOnePollThanItsLimit() {
        final Match match = match(5);
        match.sessions.get(0).poll(match.nowNs);
        final int[] answers = new int[1];
        match.transports.get(0).outgoing = datagram -> {
            answers[0] += datagram.type() == MessageType.CHALLENGE.code() ? 1 : 0;
            return true;
        };
        for (int salt = 0; salt < 2000; salt++) {
            match.transports.get(0).injected.add(hello(1, salt));
        }
        match.sessions.get(0).poll(match.nowNs + 1);
        assertEquals(Link.MOST_ANSWERS, answers[0]);
        match.transports.get(0).injected.add(hello(1, 2000));
        match.sessions.get(0).poll(match.nowNs + 2);
        assertEquals(Link.MOST_ANSWERS + 1, answers[0], "the next poll answers again");
    }

    @Test
    void shouldAnswerEveryGreetingWithLessThanItSays() {
        final Match match = match(5);
        match.sessions.get(0).poll(match.nowNs);
        final int[] answers = new int[1];
        match.transports.get(0).outgoing = datagram -> {
            if (datagram.type() == MessageType.CHALLENGE.code()) {
                assertTrue(datagram.bytes.length < 20, "bytes " + datagram.bytes.length);
                answers[0]++;
            }
            return true;
        };
        for (int salt = 0; salt < 500; salt++) {
            match.transports.get(0).injected.add(hello(1, salt));
            match.sessions.get(0).poll(match.nowNs + 1 + salt);
        }
        assertEquals(500, answers[0]);
        assertEquals(Phase.CONNECTING, match.sessions.get(0).phase());
    }

    @Test
    void shouldChallengeTheSameGreetingTheSameWayAndAnotherDifferently() {
        final Match match = match(5);
        final long[] peppers = new long[3];
        final int[] answers = new int[1];
        match.sessions.get(0).poll(match.nowNs);
        match.transports.get(0).outgoing = datagram -> {
            final Challenge challenge = new Challenge();
            challenge.decode(ByteBuffer.wrap(datagram.bytes));
            peppers[answers[0]++] = challenge.pepper();
            return true;
        };
        for (final int salt : new int[] {7, 7, 8}) {
            match.transports.get(0).injected.add(hello(1, salt));
        }
        match.sessions.get(0).poll(match.nowNs + 1);
        assertEquals(peppers[0], peppers[1]);
        assertTrue(peppers[0] != peppers[2]);
    }

    /** With keys nobody makes up a greeting; but who has seen those of an earlier process can send them again. */
    @Test
    void shouldStartAsSoonUnderAFloodOfRecordedGreetings() {
        final List<TestTransport.Datagram> recorded = new ArrayList<>();
        final MatchKey key = MatchKey.of(new byte[MatchKey.BYTES]);
        final long calmMs = keyedStartMs(key, 1, recorded, 0);
        recorded.removeIf(datagram -> datagram.sequence() != 0);
        assertTrue(recorded.size() >= 4, "recorded " + recorded.size());
        for (final int aMillisecond : new int[] {1, 3}) {
            assertTrue(keyedStartMs(key, 2, recorded, aMillisecond) <= calmMs + 1, calmMs + " ms without");
        }
    }

    /** When both play; what they say is recorded, or said again so often. */
    private static long keyedStartMs(final MatchKey key, final int life, final List<TestTransport.Datagram> recorded,
                                     final int again) {
        final Match match = new Match(2, 100, (peer, config) -> config.endFrame(END).sessionSeed(2 * life + peer)
            .keys(LinkKeys.of(key)));
        match.stepNs = Match.MS;
        if (again == 0) {
            match.transports.forEach(transport -> transport.outgoing = datagram -> recorded.add(datagram.copy()));
        }
        int next = 0;
        long ms = 0;
        for (; !match.everybodyPast(0) && ms < 20 * SECOND_MS; ms++) {
            for (int i = 0; i < again; i++) {
                final TestTransport.Datagram old = recorded.get(next++ % recorded.size());
                match.transports.get(old.to).injected.add(old.copy());
            }
            match.run(1);
        }
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(END, again + " recorded greetings a millisecond");
        return ms;
    }
}
