package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two that lose each other for a while, by the policy that holds unless another one is chosen. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionRejoinTest {

    private static final int END = 3000;
    private static final int LOWER = 0;
    private static final int HIGHER = 1;

    @Parameter
    private Carrier carrier;

    private Match match(final int peers) {
        final Match match = new Match(carrier, peers, 20, (peer, config) -> config.endFrame(END).dropTimeoutMs(3000));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        return match;
    }

    /** What a game loop does: whoever was left out comes back. */
    private static void play(final Match match, final long milliseconds) {
        match.runUntil(milliseconds, () -> {
            for (int index = 0; index < match.sessions.size(); index++) {
                final Session session = match.sessions.get(index);
                if (session.phase() == Phase.ENDED && session.endReason() == EndReason.EVICTED) {
                    match.sessions.set(index, session.rejoin());
                }
            }
            return match.ended();
        });
    }

    private static void sleep(final Match match, final int peer, final long milliseconds) {
        match.killed.add(peer);
        play(match, milliseconds);
        match.killed.remove(peer);
    }

    @Test
    void shouldComeBackIntoWhatTheLowerPlayedWhileTheHigherSlept() {
        final Match match = match(2);
        sleep(match, HIGHER, 10_000);
        assertEquals(1, match.count(LOWER, SessionEvent.Type.ALONE), match::toString);
        assertFalse(match.sessions.get(LOWER).epoch().isBranch(), match::toString);
        play(match, 90_000);
        match.assertFinishedAlike(END, "the higher slept");
        assertEquals(1, match.count(LOWER, SessionEvent.Type.PEER_JOINED), match::toString);
        assertEquals(2, match.count(HIGHER, SessionEvent.Type.STARTED), match::toString);
    }

    @Test
    void shouldGoOnInTheSameEpochAfterTheLowerSlept() {
        final Match match = match(2);
        sleep(match, LOWER, 10_000);
        assertEquals(1, match.count(HIGHER, SessionEvent.Type.AWAITING_PEER), match::toString);
        play(match, 90_000);
        match.assertFinishedAlike(END, "the lower slept");
        assertEquals(0, match.sessions.get(LOWER).epoch().number(), match::toString);
        assertEquals(0, match.sessions.get(HIGHER).epoch().number(), match::toString);
        assertEquals(0, match.count(LOWER, SessionEvent.Type.ALONE), match::toString);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0"})
    void shouldEndAlikeAfterBothSleptOneLaterThanTheOther(final int first, final int second) {
        final Match match = match(2);
        match.killed.add(first);
        play(match, 6000);
        match.killed.add(second);
        play(match, 4000);
        match.killed.remove(first);
        play(match, 6000);
        match.killed.remove(second);
        play(match, 90_000);
        match.assertFinishedAlike(END, first + " slept, then " + second);
    }

    @ParameterizedTest
    @ValueSource(ints = {LOWER, HIGHER})
    void shouldEndAlikeHoweverOftenOneSleeps(final int sleeper) {
        final Match match = match(2);
        for (int i = 0; i < 3; i++) {
            sleep(match, sleeper, 10_000);
            play(match, 1000 * i);
        }
        play(match, 90_000);
        match.assertFinishedAlike(END, sleeper + " sleeps again and again");
    }

    @ParameterizedTest
    @ValueSource(longs = {2900, 3200, 5000, 10_000, 40_000})
    void shouldEndAlikeAfterTheLineBetweenThemWasCut(final long milliseconds) {
        final Match match = match(2);
        match.transports.forEach(transport -> transport.outgoing = datagram -> false);
        play(match, milliseconds);
        match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
        play(match, 90_000);
        match.assertFinishedAlike(END, "cut for " + milliseconds + " ms");
    }

    /** The lower hears nothing and goes on; the higher hears that, and cannot answer until the line is mended. */
    @ParameterizedTest
    @ValueSource(ints = {LOWER, HIGHER})
    void shouldEndAlikeAfterTheLineWasCutInOneDirection(final int mute) {
        final Match match = match(2);
        match.transports.get(mute).outgoing = datagram -> false;
        play(match, 10_000);
        match.transports.get(mute).outgoing = TestTransport.Hook.PASS;
        play(match, 90_000);
        match.assertFinishedAlike(END, mute + " was mute");
    }

    /** There is one history, and who has no part in it any more says so. */
    @Test
    void shouldEndTheHigherWhenTheLowerIsNotHeardForAMinute() {
        final Match match = match(2);
        match.stepNs = 4 * Match.MS;
        match.transports.forEach(transport -> transport.outgoing = datagram -> false);
        play(match, 62_500);
        assertEquals(EndReason.NONE, match.sessions.get(HIGHER).endReason(), match::toString);
        final long frame = match.sessions.get(HIGHER).frame();
        play(match, 1000);
        final Session higher = match.sessions.get(HIGHER);
        assertEquals(EndReason.MINORITY, higher.endReason(), match::toString);
        assertEquals("the other peer was not heard again, and may have played on", higher.error());
        assertEquals(frame, higher.frame());
        play(match, 20_000);
        assertEquals(EndReason.FINISHED, match.sessions.get(LOWER).endReason(), match::toString);
        assertEquals(1, match.count(LOWER, SessionEvent.Type.ALONE), match::toString);
    }

    @Test
    void shouldCountNoSleepOfItsOwnAsWaiting() {
        final Match match = match(2);
        match.transports.forEach(transport -> transport.outgoing = datagram -> false);
        play(match, 20_000);
        match.killed.add(HIGHER);
        match.nowNs += 100_000 * Match.MS;
        match.killed.remove(HIGHER);
        match.poll(HIGHER);
        assertEquals(EndReason.NONE, match.sessions.get(HIGHER).endReason(), match::toString);
        match.stepNs = 4 * Match.MS;
        play(match, 42_000);
        assertEquals(EndReason.NONE, match.sessions.get(HIGHER).endReason(), match::toString);
        play(match, 2000);
        assertEquals(EndReason.MINORITY, match.sessions.get(HIGHER).endReason(), match::toString);
    }

    /** A moment at which the line dies at the end may keep the higher from its last frame, and never from the truth. */
    @Test
    void shouldNotEndTwoHistoriesThoughTheNetworkDiesAtAnyMomentOfTheEnd() {
        for (int cut = 0; cut < 60; cut += carrier.stride()) {
            for (int mute = 0; mute < 4; mute++) {
                final int side = mute & 1;
                final boolean oneWay = mute < 2;
                final Match match = new Match(carrier, 2, 20,
                    (peer, config) -> config.endFrame(30).dropTimeoutMs(2000));
                assertTrue(match.runUntil(5000, () -> match.everybodyPast(18)));
                match.run(3 * cut);
                match.transports.get(side).outgoing = datagram -> false;
                match.run(200);
                // Until the end nothing passes in one direction, or, from now on, in none: the other side is not told.
                match.transports.get(1 - side).outgoing = datagram -> oneWay;
                match.stepNs = 4 * Match.MS;
                play(match, 70_000);
                final Session lower = match.sessions.get(LOWER);
                final Session higher = match.sessions.get(HIGHER);
                assertEquals(EndReason.FINISHED, lower.endReason(), match.toString());
                if (higher.endReason() == EndReason.FINISHED) {
                    assertEquals(match.games.get(LOWER).hash, match.games.get(HIGHER).hash, match.toString());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldBringBackWhoOfThreeHasSlept(final int sleeper) {
        final Match match = match(3);
        sleep(match, sleeper, 10_000);
        play(match, 90_000);
        match.assertFinishedAlike(END, sleeper + " of three slept");
    }

    @Test
    void shouldComeBackAfterLeaving() {
        final Match match = match(2);
        match.sessions.get(HIGHER).leave();
        assertTrue(match.runUntil(2000, () -> match.sessions.get(HIGHER).phase() == Phase.ENDED), match::toString);
        match.sessions.set(HIGHER, match.sessions.get(HIGHER).rejoin());
        play(match, 90_000);
        match.assertFinishedAlike(END, "left and came back");
    }

    @Test
    void shouldNotComeBackIntoAMatchThatIsPlayedOrOver() {
        final Match match = match(2);
        assertThrows(IllegalStateException.class, () -> match.sessions.get(LOWER).rejoin());
        play(match, 90_000);
        match.assertFinishedAlike(END, "undisturbed");
        assertThrows(IllegalStateException.class, () -> match.sessions.get(HIGHER).rejoin());
    }
}
