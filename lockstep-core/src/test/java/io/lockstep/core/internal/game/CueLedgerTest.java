package io.lockstep.core.internal.game;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.lockstep.core.Allocations;
import io.lockstep.core.game.Cue;
import io.lockstep.core.game.Cues;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a player hears of a game that is played ahead and taken back. */
class CueLedgerTest {

    private static final int SHOT = 1;
    private static final int HIT = 2;

    private final CueLedger ledger = new CueLedger();

    /** Plays a frame in which the cues are emitted that come as kind, key and value. */
    private void play(final long frame, final int... cues) {
        ledger.begin(frame);
        for (int i = 0; i < cues.length; i += 3) {
            ledger.emit(cues[i], cues[i + 1], cues[i + 2]);
        }
        ledger.end();
    }

    private void assertHeard(final String... expected) {
        final List<String> heard = new ArrayList<>();
        for (Cue cue = ledger.nextCue(); cue != null; cue = ledger.nextCue()) {
            heard.add(cue.type() + " " + cue.frame() + ": " + cue.kind() + " of " + cue.key() + " at " + cue.value());
        }
        assertEquals(List.of(expected), heard);
    }

    @Test
    void shouldStartAndSettleEachCueOfAFrameInLockstep() {
        play(7, SHOT, 0, 10, HIT, 1, 20);
        ledger.settled(7);
        assertHeard("START 7: 1 of 0 at 10", "START 7: 2 of 1 at 20", "SETTLED 7: 1 of 0 at 10",
            "SETTLED 7: 2 of 1 at 20");
        assertNull(ledger.nextCue());
    }

    @Test
    void shouldSettleAFrameLongAfterItWasPlayed() {
        play(7, SHOT, 0, 10);
        play(8, SHOT, 0, 11);
        assertHeard("START 7: 1 of 0 at 10", "START 8: 1 of 0 at 11");
        ledger.settled(7);
        assertHeard("SETTLED 7: 1 of 0 at 10");
    }

    @Test
    void shouldTellNothingAgainOfACueThatIsEmittedAgain() {
        play(7, SHOT, 0, 10);
        assertHeard("START 7: 1 of 0 at 10");
        ledger.takenBack(7);
        play(7, SHOT, 0, 10);
        assertHeard();
        ledger.settled(7);
        assertHeard("SETTLED 7: 1 of 0 at 10");
    }

    @Test
    void shouldMoveACueThatIsEmittedAgainWithAnotherValue() {
        play(7, SHOT, 0, 10);
        ledger.takenBack(7);
        play(7, SHOT, 0, 11);
        ledger.takenBack(7);
        play(7, SHOT, 0, 12);
        ledger.settled(7);
        assertHeard("START 7: 1 of 0 at 10", "MOVED 7: 1 of 0 at 11", "MOVED 7: 1 of 0 at 12",
            "SETTLED 7: 1 of 0 at 12");
    }

    @Test
    void shouldTakeBackACueThatIsNotEmittedAgain() {
        play(7, SHOT, 0, 10, SHOT, 1, 20, HIT, 0, 30);
        ledger.takenBack(7);
        play(7, HIT, 0, 30, SHOT, 2, 10);
        ledger.settled(7);
        assertHeard("START 7: 1 of 0 at 10", "START 7: 1 of 1 at 20", "START 7: 2 of 0 at 30", "START 7: 1 of 2 at 10",
            "TAKEN_BACK 7: 1 of 0 at 10", "TAKEN_BACK 7: 1 of 1 at 20",
            "SETTLED 7: 2 of 0 at 30", "SETTLED 7: 1 of 2 at 10");
    }

    @Test
    void shouldTakeBackTheValueThatWasToldLast() {
        play(7, SHOT, 0, 10);
        play(7, SHOT, 0, 11);
        play(7);
        assertHeard("START 7: 1 of 0 at 10", "MOVED 7: 1 of 0 at 11", "TAKEN_BACK 7: 1 of 0 at 11");
    }

    @Test
    void shouldStartACueAnewThatComesInAnotherFrame() {
        play(7, SHOT, 0, 10);
        play(8);
        ledger.takenBack(7);
        play(7);
        play(8, SHOT, 0, 10);
        assertHeard("START 7: 1 of 0 at 10", "TAKEN_BACK 7: 1 of 0 at 10", "START 8: 1 of 0 at 10");
    }

    @Test
    void shouldWaitWithTakingBackUntilAFrameIsPlayedAgain() {
        play(7, SHOT, 0, 10);
        play(8, SHOT, 0, 20);
        assertHeard("START 7: 1 of 0 at 10", "START 8: 1 of 0 at 20");
        ledger.takenBack(7);
        assertHeard();
        play(7);
        assertHeard("TAKEN_BACK 7: 1 of 0 at 10");
        play(8, SHOT, 0, 20);
        assertHeard();
    }

    @Test
    void shouldTakeBackWhatIsSettledWithoutBeingPlayedAgain() {
        play(7, SHOT, 0, 10);
        play(8, SHOT, 0, 20);
        play(9, SHOT, 0, 30);
        ledger.takenBack(8);
        ledger.settled(7);
        ledger.settled(8);
        play(9, SHOT, 0, 30);
        ledger.settled(9);
        assertHeard("START 7: 1 of 0 at 10", "START 8: 1 of 0 at 20", "START 9: 1 of 0 at 30",
            "SETTLED 7: 1 of 0 at 10", "TAKEN_BACK 8: 1 of 0 at 20", "SETTLED 9: 1 of 0 at 30");
    }

    @Test
    void shouldTakeBackAllThatIsNotSettledWhenAStateIsLoaded() {
        for (long frame = 29; frame < 33; frame++) {
            play(frame, SHOT, (int) frame, 10, HIT, 0, 20);
        }
        ledger.settled(29);
        ledger.takenBack(32);
        while (ledger.nextCue() != null) {
            assertEquals(0, ledger.lost());
        }
        ledger.loaded();
        assertHeard("TAKEN_BACK 30: 1 of 30 at 10", "TAKEN_BACK 30: 2 of 0 at 20", "TAKEN_BACK 31: 1 of 31 at 10",
            "TAKEN_BACK 31: 2 of 0 at 20", "TAKEN_BACK 32: 1 of 32 at 10", "TAKEN_BACK 32: 2 of 0 at 20");
        play(30, SHOT, 30, 10);
        ledger.settled(30);
        assertHeard("START 30: 1 of 30 at 10", "SETTLED 30: 1 of 30 at 10");
        ledger.loaded();
        assertHeard();
    }

    @Test
    void shouldTakeBackEveryFrameOfTheLongestWindowWhenAStateIsLoaded() {
        for (long frame = 100; frame < 100 + CueLedger.FRAMES; frame++) {
            play(frame, SHOT, 0, 0);
            assertEquals(Cue.Type.START, ledger.nextCue().type());
        }
        ledger.loaded();
        for (long frame = 100; frame < 100 + CueLedger.FRAMES; frame++) {
            assertEquals("TAKEN_BACK frame=" + frame + " kind=1 key=0 value=0", ledger.nextCue().toString());
        }
        assertHeard();
    }

    @Test
    void shouldTellNothingOfFramesThatWereSettledBeforeALoadedStateLedBackBehindThem() {
        play(7, SHOT, 0, 10);
        ledger.settled(7);
        ledger.loaded();
        assertHeard("START 7: 1 of 0 at 10", "SETTLED 7: 1 of 0 at 10");
        play(6, SHOT, 0, 10);
        ledger.settled(6);
        play(7, SHOT, 1, 10);
        ledger.settled(7);
        assertHeard();
        play(8, SHOT, 0, 10);
        ledger.settled(8);
        assertHeard("START 8: 1 of 0 at 10", "SETTLED 8: 1 of 0 at 10");
    }

    @Test
    void shouldTakeTheFirstOfTwoTwinsForTheFirst() {
        play(7, SHOT, 0, 10, HIT, 0, 5, SHOT, 0, 20, SHOT, 0, 30);
        ledger.takenBack(7);
        play(7, HIT, 0, 5, SHOT, 0, 10, SHOT, 0, 21);
        assertHeard("START 7: 1 of 0 at 10", "START 7: 2 of 0 at 5", "START 7: 1 of 0 at 20", "START 7: 1 of 0 at 30",
            "MOVED 7: 1 of 0 at 21", "TAKEN_BACK 7: 1 of 0 at 30");
    }

    @Test
    void shouldSettleInTheOrderInWhichTheLastPlayEmitted() {
        play(7, SHOT, 0, 10, SHOT, 1, 20);
        ledger.takenBack(7);
        play(7, SHOT, 1, 20, SHOT, 0, 10);
        ledger.settled(7);
        assertHeard("START 7: 1 of 0 at 10", "START 7: 1 of 1 at 20", "SETTLED 7: 1 of 1 at 20",
            "SETTLED 7: 1 of 0 at 10");
    }

    @Test
    void shouldIgnoreAndCountWhatIsTooMuchForAFrame() {
        ledger.begin(7);
        for (int i = 0; i < Cues.MAX_PER_FRAME + 3; i++) {
            ledger.emit(SHOT, i, 0);
        }
        ledger.end();
        assertEquals(3, ledger.ignored());
        ledger.settled(7);
        for (int i = 0; i < 2 * Cues.MAX_PER_FRAME; i++) {
            assertEquals(i % Cues.MAX_PER_FRAME, ledger.nextCue().key());
        }
        assertHeard();
    }

    @Test
    void shouldPassOverWhatIsEmittedOutsideOfAStep() {
        ledger.emit(SHOT, 0, 10);
        play(7);
        ledger.emit(SHOT, 0, 10);
        ledger.settled(7);
        ledger.emit(SHOT, 0, 10);
        ledger.loaded();
        assertHeard();
        assertEquals(0, ledger.ignored());
    }

    @Test
    void shouldKeepAllFramesOfTheLongestWindowApart() {
        for (long frame = 100; frame < 100 + CueLedger.FRAMES; frame++) {
            play(frame, SHOT, 0, (int) frame);
        }
        for (long frame = 100; frame < 100 + CueLedger.FRAMES; frame++) {
            assertEquals(Cue.Type.START, ledger.nextCue().type());
        }
        ledger.settled(100);
        play(100 + CueLedger.FRAMES, SHOT, 0, 5);
        assertHeard("SETTLED 100: 1 of 0 at 100", "START 131: 1 of 0 at 5");
    }

    @Test
    void shouldEndWhatAForgottenFrameStarted() {
        play(7, SHOT, 0, 10);
        play(7 + CueLedger.FRAMES, SHOT, 0, 20);
        assertHeard("START 7: 1 of 0 at 10", "TAKEN_BACK 7: 1 of 0 at 10", "START 38: 1 of 0 at 20");
    }

    @Test
    void shouldTakeBackWhatAFrameThatWasNeverSettledLeft() {
        play(7, SHOT, 0, 10);
        ledger.settled(7 + CueLedger.FRAMES);
        assertHeard("START 7: 1 of 0 at 10", "TAKEN_BACK 7: 1 of 0 at 10");
    }

    @Test
    void shouldEndAFrameThatAGameLeftByThrowing() {
        play(7, SHOT, 0, 10, SHOT, 1, 10);
        ledger.begin(7);
        ledger.emit(SHOT, 1, 10);
        play(7, SHOT, 2, 10);
        assertHeard("START 7: 1 of 0 at 10", "START 7: 1 of 1 at 10", "TAKEN_BACK 7: 1 of 0 at 10",
            "START 7: 1 of 2 at 10", "TAKEN_BACK 7: 1 of 1 at 10");
    }

    @Test
    void shouldEndAFrameThatAGameLeftByThrowingBeforeAStateIsLoaded() {
        play(7, SHOT, 0, 10, SHOT, 1, 10);
        ledger.begin(7);
        ledger.emit(SHOT, 1, 10);
        ledger.loaded();
        ledger.emit(SHOT, 2, 10);
        assertHeard("START 7: 1 of 0 at 10", "START 7: 1 of 1 at 10", "TAKEN_BACK 7: 1 of 0 at 10",
            "TAKEN_BACK 7: 1 of 1 at 10");
    }

    @Test
    void shouldLoseTheOldestOfWhatNobodyTakesAndCountIt() {
        for (long frame = 0; frame < Cues.MAX_WAITING; frame++) {
            play(frame, SHOT, 0, 10);
            ledger.settled(frame);
        }
        assertEquals(Cues.MAX_WAITING, ledger.lost());
        assertEquals(Cues.MAX_WAITING / 2, ledger.nextCue().frame());
        for (int i = 1; i < Cues.MAX_WAITING; i++) {
            assertEquals((Cues.MAX_WAITING + i) / 2, ledger.nextCue().frame());
        }
        assertHeard();
        assertEquals(Cues.MAX_WAITING, ledger.lost());
    }

    @Test
    void shouldLoseNothingOfTheMostThatOneTickCanTell() {
        for (int play = 0; play < 2; play++) {
            for (long frame = 0; frame < CueLedger.FRAMES; frame++) {
                ledger.begin(frame);
                for (int i = 0; i < Cues.MAX_PER_FRAME; i++) {
                    ledger.emit(play, i, 0);
                }
                ledger.end();
            }
            while (play == 0 && ledger.nextCue() != null) {
                assertEquals(0, ledger.lost());
            }
        }
        for (long frame = 0; frame < CueLedger.FRAMES; frame++) {
            ledger.settled(frame);
        }
        assertEquals(0, ledger.lost());
    }

    @Test
    void shouldHandOutTheSameViewWhichStaysAsItIsUntilTheNextCall() {
        play(7, SHOT, 3, 10);
        final Cue cue = ledger.nextCue();
        play(8, HIT, 4, 20);
        assertEquals("START frame=7 kind=1 key=3 value=10", cue.toString());
        assertSame(cue, ledger.nextCue());
        assertEquals("START frame=8 kind=2 key=4 value=20", cue.toString());
    }

    @Test
    void shouldAllocateNothing() {
        final long[] next = new long[1];
        assertEquals(0, Allocations.least(() -> {
            for (int tick = 0; tick < 1000; tick++) {
                playAheadAndBack(next[0]++);
            }
        }));
    }

    private void playAheadAndBack(final long frame) {
        for (int back = 0; back < 8; back++) {
            ledger.takenBack(frame + back);
            for (long ahead = frame + back; ahead < frame + 8; ahead++) {
                ledger.begin(ahead);
                for (int i = 0; i < 20; i++) {
                    ledger.emit(SHOT, i * back & 15, back);
                }
                ledger.end();
            }
        }
        ledger.settled(frame);
        for (Cue cue = ledger.nextCue(); cue != null && frame % 100 != 0; cue = ledger.nextCue()) {
            assertEquals(0, cue.key() >> 4);
        }
        if (frame % 50 == 0) {
            ledger.loaded();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldSettleTheCuesOfEachFrameFromAnyFrame(final long start) {
        for (long frame = start; frame < start + 200; frame++) {
            play(frame, SHOT, 1, 5);
            if (frame > start) {
                play(frame - 1, SHOT, 1, 6);
                assertHeard("START " + frame + ": 1 of 1 at 5", "MOVED " + (frame - 1) + ": 1 of 1 at 6");
                ledger.settled(frame - 1);
                assertHeard("SETTLED " + (frame - 1) + ": 1 of 1 at 6");
            } else {
                assertHeard("START " + frame + ": 1 of 1 at 5");
            }
        }
        assertEquals(0, ledger.lost());
    }
}
