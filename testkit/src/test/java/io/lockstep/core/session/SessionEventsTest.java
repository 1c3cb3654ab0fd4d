package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.internal.play.OutgoingEvents;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A game's events apply in the same frame at every peer, the sender included. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class SessionEventsTest {

    @Parameter
    private Carrier carrier;

    private static ByteBuffer event(final int first, final int length) {
        final ByteBuffer event = ByteBuffer.allocate(length);
        event.put(0, (byte) first);
        return event;
    }

    private Match match(final int peers, final ProtocolMode mode) {
        final Match match = new Match(carrier, peers, 20, (peer, config) -> config.endFrame(200).protocolMode(mode));
        match.games.forEach(game -> game.keepJournal = true);
        return match;
    }

    private static List<String> eventsSeen(final Match match, final int index) {
        return match.games.get(index).journal.stream().filter(entry -> entry.contains("!")).toList();
    }

    @ParameterizedTest
    @EnumSource(ProtocolMode.class)
    void shouldApplyEventsInTheSameFrameEverywhere(final ProtocolMode mode) {
        final Match match = match(3, mode);
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(20)), match::toString);
        for (int i = 1; i <= 20; i++) {
            assertTrue(match.sessions.get(i % 3).sendEvent(i % 3, event(i, 1 + 3 * i)));
            match.run(i * 3);
        }
        assertTrue(match.runUntilEnded(8000), match::toString);
        match.assertFinishedAlike(200, "events");
        final List<String> seen = eventsSeen(match, 0);
        assertEquals(20, seen.size(), seen.toString());
        assertEquals(seen, eventsSeen(match, 1));
        assertEquals(seen, eventsSeen(match, 2));
        assertEquals(match.games.get(0).journal, match.games.get(2).journal);
    }

    @Test
    void shouldApplyAnEventAnInputDelayAfterItWasSent() {
        final Match match = match(2, ProtocolMode.BINARY);
        assertTrue(match.runUntil(3000, () -> match.sessions.get(0).frame() == 50), match::toString);
        final long applied = 50 + match.sessions.get(0).inputDelay();
        assertTrue(match.sessions.get(0).sendEvent(0, event(7, 3)));
        assertTrue(match.runUntilEnded(8000), match::toString);
        assertEquals(List.of(applied + ":0!7"), eventsSeen(match, 1), match::toString);
    }

    @Test
    void shouldKeepTheOrderOfManyEventsThroughLoss() {
        final Match match = match(2, ProtocolMode.BINARY);
        final int[] sent = new int[1];
        match.transports.get(0).outgoing = datagram -> sent[0]++ % 3 != 1;
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(20)), match::toString);
        int number = 0;
        while (match.sessions.get(0).frame() < 150) {
            if (match.sessions.get(0).sendEvent(0, event(number + 1, 64))) {
                number = (number + 1) % 120;
            }
            match.run(2);
        }
        assertTrue(match.runUntilEnded(8000), match::toString);
        match.assertFinishedAlike(200, "many events");
        final List<String> seen = eventsSeen(match, 1);
        assertEquals(seen, eventsSeen(match, 0));
        assertTrue(seen.size() > 100, seen.toString());
        for (int i = 0; i < seen.size(); i++) {
            assertTrue(seen.get(i).endsWith(":0!" + (i % 120 + 1)), i + " in " + seen);
        }
    }

    @Test
    void shouldDeliverWhatWasSentBeforeAndDuringAPauseOnceWhenItEnds() {
        final Match match = match(2, ProtocolMode.BINARY);
        match.games.forEach(game -> game.pauses = true);
        assertTrue(match.runUntil(3000, () -> match.sessions.get(0).frame() == 50), match::toString);
        // Both are on their way together: the pause is of frame 53, and so is the first event.
        assertTrue(match.sessions.get(1).pause());
        assertTrue(match.sessions.get(0).sendEvent(0, event(7, 3)));
        assertTrue(match.sessions.get(0).sendEvent(0, event(8, 3)));
        match.run(500);
        assertEquals(List.of(), eventsSeen(match, 0), "paused");
        assertTrue(match.sessions.get(0).sendEvent(0, event(9, 3)));
        match.run(200);
        assertTrue(match.sessions.get(1).resume());
        assertTrue(match.runUntilEnded(8000), match::toString);
        final List<String> seen = eventsSeen(match, 1);
        assertEquals(seen, eventsSeen(match, 0));
        assertEquals(List.of("7", "8", "9"), seen.stream().map(one -> one.substring(one.indexOf('!') + 1)).toList());
    }

    @Test
    void shouldRefuseEventsWhenTooManyWait() {
        final Match match = match(2, ProtocolMode.BINARY);
        for (int i = 0; i < OutgoingEvents.QUEUE; i++) {
            assertTrue(match.sessions.get(1).sendEvent(1, event(i, 1)));
        }
        assertFalse(match.sessions.get(1).sendEvent(1, event(99, 1)));
        assertTrue(match.runUntilEnded(8000), match::toString);
        assertEquals(OutgoingEvents.QUEUE, eventsSeen(match, 0).size());
    }
}
