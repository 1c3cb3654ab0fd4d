package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.security.LinkKeys;
import org.junit.jupiter.api.Test;

class DrawnKeysTest {

    private static final byte[] SAID = {1, 2, 3};

    private static DrawnKeys roster(final long seed) {
        return new DrawnKeys(PeerKeys.ROSTER, 3, seed);
    }

    @Test
    void shouldSignWithTheSameKeysWheneverASeedIsPlayed() {
        assertArrayEquals(roster(7).of(1, 0).sign(SAID), roster(7).of(1, 1).sign(SAID));
    }

    @Test
    void shouldGiveEachPeerKeysOfItsOwn() {
        final DrawnKeys drawn = roster(7);
        final LinkKeys one = drawn.of(1, 0);
        assertTrue(drawn.of(0, 0).verify(1, SAID, one.sign(SAID)));
        assertFalse(drawn.of(0, 0).verify(2, SAID, one.sign(SAID)));
        assertFalse(roster(8).of(0, 0).verify(1, SAID, one.sign(SAID)));
    }

    @Test
    void shouldGiveNoKeysWhereThereAreToBeNone() {
        assertNull(new DrawnKeys(PeerKeys.NONE, 3, 7).of(0, 0));
        assertFalse(new DrawnKeys(PeerKeys.MATCH, 3, 7).of(0, 0).hasRoster());
    }

    @Test
    void shouldReadEachKindByItsWord() {
        for (final PeerKeys kind : PeerKeys.values()) {
            assertEquals(kind, PeerKeys.parse(kind.toString()));
        }
        assertEquals("'Roster' is no kind of keys, there are none, match, roster",
            assertThrows(IllegalArgumentException.class, () -> PeerKeys.parse("Roster")).getMessage());
    }
}
