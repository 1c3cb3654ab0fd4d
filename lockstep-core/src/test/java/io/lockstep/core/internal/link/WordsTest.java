package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.Relay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts is what two have said of the same frame, alike to the last byte. */
class WordsTest {

    private static final int ALL = 0b1111;
    private static final long HOLDS = 100;

    private final Words words = new Words(new byte[32]);

    @BeforeEach
    void listen() {
        words.listen(false, HOLDS, 0);
    }

    private boolean says(final int witness, final long frame, final int input, final int event, final int command) {
        final Relay relay = new Relay(2, 1, 4);
        relay.inputs(5, 1, frame);
        relay.frames().input(0, new byte[] {(byte) input, 0}, 0);
        if (event != 0) {
            relay.frames().event(0, new byte[] {(byte) event}, 0, 1);
        } else if (command != 0) {
            relay.frames().command(0, command);
        }
        assertTrue(relay.endFrame(1000));
        return words.add(witness, frame, relay.frames(), 0, ALL);
    }

    @Test
    void shouldBelieveTwoWhoSayTheSame() {
        assertFalse(says(1, 40, 3, 0, 0));
        assertTrue(says(2, 40, 3, 0, 0));
    }

    @Test
    void shouldNotBelieveOneWhoRepeatsItself() {
        assertFalse(says(1, 40, 3, 0, 0));
        assertFalse(says(1, 40, 3, 0, 0));
    }

    @Test
    void shouldNotBelieveTwoWhoSayDifferentThings() {
        final int leave = Command.of(Command.Kind.LEAVE);
        assertFalse(says(0, 40, 3, 0, 0));
        assertFalse(says(1, 40, 4, 0, 0));
        assertFalse(says(2, 40, 3, 9, 0));
        assertFalse(says(3, 40, 3, 0, leave));
    }

    @Test
    void shouldNotTakeAnotherFramesWordForThisOnes() {
        assertFalse(says(1, 40, 3, 0, 0));
        assertFalse(says(2, 41, 3, 0, 0));
        assertFalse(says(2, 40 + 128, 3, 0, 0), "the same place in the ring");
    }

    @Test
    void shouldBelieveAWitnessOnlyIfItIsOne() {
        final Relay relay = new Relay(2, 1, 4);
        relay.inputs(5, 1, 40);
        relay.frames().input(0, new byte[2], 0);
        relay.endFrame(1000);
        assertFalse(words.add(1, 40, relay.frames(), 0, ALL));
        assertFalse(words.add(2, 40, relay.frames(), 0, 0b1101), "1 has been left out since");
    }

    @Test
    void shouldKnowALiarByItsTwoWords() {
        says(1, 40, 3, 0, 0);
        assertFalse(words.isLiar(1));
        says(1, 40, 4, 0, 0);
        assertTrue(words.isLiar(1));
        assertFalse(says(2, 40, 4, 0, 0), "what a liar says supports nobody");
        assertFalse(says(1, 40, 4, 0, 0));
        assertTrue(says(3, 40, 4, 0, 0));
    }

    @Test
    void shouldCallNobodyALiarForAnotherFrame() {
        says(1, 40, 3, 0, 0);
        says(1, 40 + 128, 4, 0, 0);
        assertFalse(words.isLiar(1));
    }

    @Test
    void shouldChooseTheLowerOfTwoWhoContradictEachOther() {
        says(1, 40, 3, 0, 0);
        says(2, 40, 4, 0, 0);
        assertTrue(words.isContradicted(2, 40, ALL));
        assertFalse(words.isContradicted(1, 40, ALL));
        assertFalse(words.isContradicted(2, 41, ALL));
        says(1, 40, 5, 0, 0);
        assertFalse(words.isContradicted(2, 40, ALL), "a liar contradicts nobody");
    }

    @Test
    void shouldPreferWhoAgreesWithWhatWeHave() {
        says(1, 40, 3, 0, 0);
        says(2, 40, 4, 0, 0);
        words.doubt(1);
        assertFalse(words.isContradicted(2, 40, ALL));
        assertTrue(words.isContradicted(1, 40, ALL));
        words.doubt(2);
        assertTrue(words.isContradicted(2, 40, ALL), "both are doubted, and the lower one counts again");
        assertFalse(words.isContradicted(1, 40, ALL));
    }

    @Test
    void shouldDoubtNobodyForAnotherCut() {
        words.doubt(1);
        words.listen(false, HOLDS, HOLDS);
        says(1, 40, 3, 0, 0);
        says(2, 40, 4, 0, 0);
        assertFalse(words.isContradicted(1, 40, ALL));
    }

    @Test
    void shouldWaitForTheOthersSinceThePeerIsBeingCut() {
        words.listen(true, HOLDS, 10);
        words.listen(true, HOLDS, 50);
        words.listen(false, HOLDS, 90);
        assertEquals(0, words.ageNs(90), "one who spoke the whole time is not believed at once");
        words.listen(false, HOLDS, 120);
        assertEquals(30, words.ageNs(120));
    }

    @Test
    void shouldKeepWhatWasSaidWhileThePeerLived() {
        words.listen(true, HOLDS, 10);
        assertFalse(says(1, 40, 3, 0, 0));
        words.listen(false, HOLDS, 50);
        assertTrue(says(2, 40, 3, 0, 0));
    }

    @Test
    void shouldBelieveTwoWhoSayWhereInputsBegin() {
        assertFalse(words.begin(1, 40, ALL));
        assertFalse(words.begin(2, 41, ALL));
        assertTrue(words.begin(3, 41, ALL));
    }

    @Test
    void shouldForgetWhatWasSaidOfAnotherCut() {
        says(1, 40, 3, 0, 0);
        words.begin(1, 40, ALL);
        words.listen(false, HOLDS, HOLDS - 1);
        assertEquals(HOLDS - 1, words.ageNs(HOLDS - 1));
        words.listen(false, HOLDS, 2 * HOLDS);
        assertEquals(0, words.ageNs(2 * HOLDS));
        assertFalse(says(2, 40, 3, 0, 0));
        assertFalse(words.begin(2, 40, ALL));
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldTellFramesApartFromAnyFrame(final long start) {
        for (long frame = start; frame < start + 20; frame++) {
            assertFalse(says(1, frame, 3, 0, 0));
            assertFalse(says(2, frame + (1L << 32), 3, 0, 0), "the same lower bits");
            assertFalse(words.isLiar(1) || words.isLiar(2));
            assertTrue(says(2, frame, 3, 0, 0));
            assertFalse(says(3, frame, 4, 0, 0));
            assertTrue(words.isContradicted(3, frame, ALL));
            assertFalse(words.isContradicted(3, frame + (1L << 32), ALL));
        }
    }
}
