package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import org.junit.jupiter.api.Test;

/** For how long a session lets its caller sleep. */
class WaitingTest {

    private static final long SECOND_NS = 1_000_000_000L;
    private static final int PLENTY_OF_DELAY = 8;

    private final Match match = new Match(2, 5, (peer, config) ->
        config.inputDelay(PLENTY_OF_DELAY).dropTimeoutMs(SessionConfig.MAX_DROP_TIMEOUT_MS).endFrame(600));

    /** What a session asks of its transport when its caller would sleep for so long; 0 if it does not sleep. */
    private long sleepNs(final int peer, final long maxNs) {
        match.transports.get(peer).awaitedNs = 0;
        match.sessions.get(peer).await(maxNs);
        return match.transports.get(peer).awaitedNs;
    }

    private Session play() {
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        return match.sessions.get(0);
    }

    @Test
    void shouldSleepUntilTheNextFrameIsDueAndNoLonger() {
        final Session session = play();
        final long leftNs = sleepNs(0, SECOND_NS);
        assertTrue(leftNs > 0, "slept " + leftNs);
        session.poll(match.nowNs + leftNs - 1);
        assertFalse(session.step());
        session.poll(match.nowNs + leftNs);
        assertTrue(session.step());
    }

    @Test
    void shouldNotSleepLongerThanItIsAllowed() {
        play();
        assertEquals(1, sleepNs(0, 1));
        assertEquals(0, sleepNs(0, 0));
    }

    @Test
    void shouldNotSleepWhileAFrameCanBePlayed() {
        final Session session = play();
        session.poll(match.nowNs + SECOND_NS / SessionConfig.DEFAULT_TICK_RATE);
        assertEquals(0, sleepNs(0, SECOND_NS));
    }

    /** What went on too slowly has eight frames to make up for, of which a poll plays no more. */
    @Test
    void shouldNotSleepWhileItHasToMakeUpForFrames() {
        final Session session = play();
        session.poll(match.nowNs + SECOND_NS / 5);
        int frames = 0;
        while (session.step()) {
            frames++;
        }
        assertEquals(MatchLoop.MAX_STEPS_PER_POLL, frames);
        assertEquals(0, sleepNs(0, SECOND_NS));
    }

    @Test
    void shouldHaveNothingToDoAfterATurn() {
        play();
        int turns = 0;
        int restless = 0;
        while (!match.everybodyPast(300)) {
            match.run(1);
            turns++;
            restless += sleepNs(0, SECOND_NS) == 0 ? 1 : 0;
        }
        assertEquals(0, restless, "of " + turns);
    }

    /** Whoever wakes too early for what it waits for turns without end. */
    @Test
    void shouldSleepWhileItWaitsForAnotherPeer() {
        play();
        match.killed.add(1);
        match.run(400);
        assertNapsWithoutAFrame(SECOND_NS / 2, Waiting.MAX_NS);
    }

    /** Votes, drops and windows can wait a little there: it costs CPU and uplink of who is alone. */
    @Test
    void shouldSleepTwiceAsLongWhereNobodyWasHeardForASecond() {
        play();
        match.killed.add(1);
        match.run(1500);
        final int turns = assertNapsWithoutAFrame(SECOND_NS, Waiting.DESERTED_MAX_NS);
        assertTrue(turns < SECOND_NS / Waiting.MAX_NS, turns + " turns in a second");
    }

    private int assertNapsWithoutAFrame(final long forNs, final long longestNs) {
        final long frame = match.sessions.get(0).frame();
        final long fromNs = match.nowNs;
        int turns = 0;
        while (match.nowNs - fromNs < forNs) {
            match.poll(0);
            final long leftNs = sleepNs(0, SECOND_NS);
            assertTrue(leftNs > 0 && leftNs <= longestNs, "slept " + leftNs);
            match.nowNs += leftNs;
            turns++;
        }
        assertEquals(frame, match.sessions.get(0).frame());
        assertTrue(turns <= 2 * forNs / longestNs, turns + " turns");
        return turns;
    }

    @Test
    void shouldWarmUpWhileNobodyElseIsThereAndThenSleep() {
        match.killed.add(1);
        match.run(100);
        assertEquals(Phase.CONNECTING, match.sessions.get(0).phase());
        int ticks = 0;
        while (sleepNs(0, SECOND_NS) == 0 && ticks <= WarmUp.MOST_TICKS) {
            ticks++;
        }
        assertTrue(ticks > WarmUp.FRAMES && ticks < WarmUp.MOST_TICKS, ticks + " ticks");
        final long leftNs = sleepNs(0, SECOND_NS);
        assertTrue(leftNs > 0 && leftNs <= Waiting.MAX_NS, "slept " + leftNs);
    }

    @Test
    void shouldNotSleepOnceItHasEnded() {
        assertTrue(match.runUntilEnded(20_000), match::toString);
        assertEquals(0, sleepNs(0, SECOND_NS));
    }
}
