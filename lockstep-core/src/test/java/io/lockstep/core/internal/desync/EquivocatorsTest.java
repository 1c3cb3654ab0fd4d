package io.lockstep.core.internal.desync;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Of two who contradict each other one lies, and a third has to say which. */
class EquivocatorsTest {

    private static final int OWNER = 2;

    private final Equivocators equivocators = new Equivocators();

    @Test
    void shouldNameNobodyOnTheWordOfOneOther() {
        for (int i = 0; i < 100; i++) {
            assertFalse(equivocators.contradicted(OWNER, 1));
        }
    }

    @Test
    void shouldNameWhomTwoOthersContradict() {
        assertFalse(equivocators.contradicted(OWNER, 1));
        assertTrue(equivocators.contradicted(OWNER, 3));
    }

    @Test
    void shouldNameWhoContradictsItself() {
        assertTrue(equivocators.contradicted(OWNER, OWNER));
    }

    /** A liar says of each of two others that it was sent something else. */
    @Test
    void shouldCountWhatIsSaidOfEachApart() {
        assertFalse(equivocators.contradicted(OWNER, 1));
        assertFalse(equivocators.contradicted(3, 1));
        assertFalse(equivocators.contradicted(3, 1));
        assertFalse(equivocators.contradicted(OWNER, 1));
    }
}
