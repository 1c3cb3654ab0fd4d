package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.membership.TwoPeerPolicy;
import org.junit.jupiter.api.Test;

/** Of two peers none can overwrite the other's state. */
class RepairOfTwoTest {

    /** Nobody knows which of two is right, and one of them may lie. */
    @Test
    void shouldLoadNothingOfTheOnlyOtherPeerBeforeTheApplicationAgrees() {
        final Match match = new Match(2, 20, (peer, config) -> config.endFrame(1200));
        match.acceptsRepairs = false;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        assertFalse(match.sessions.get(1).acceptRepair(), "nothing is offered");
        match.games.get(1).hash++;
        match.run(5000);
        assertEquals(0, match.games.get(1).loads);
        assertEquals(0, match.count(1, SessionEvent.Type.STATE_REPAIRED));
        assertEquals(1, match.count(1, SessionEvent.Type.REPAIR_OFFERED), match::toString);
        assertTrue(match.sessions.get(1).acceptRepair());
        match.acceptsRepairs = true;
        assertTrue(match.runUntil(10_000, () -> match.count(1, SessionEvent.Type.STATE_REPAIRED) > 0),
            match::toString);
    }

    /** Another process may come to play in that seat: it has to ask again. */
    @Test
    void shouldForgetTheOfferOfAPeerThatIsDropped() {
        final Match match = new Match(2, 20, (peer, config) ->
            config.endFrame(1200).twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
        match.acceptsRepairs = false;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        match.games.get(1).hash++;
        assertTrue(match.runUntil(5000, () -> match.count(1, SessionEvent.Type.REPAIR_OFFERED) > 0), match::toString);
        match.killed.add(0);
        assertTrue(match.runUntil(20_000, () -> match.count(1, SessionEvent.Type.PEER_DROPPED) > 0), match::toString);
        match.run(100);
        assertFalse(match.sessions.get(1).acceptRepair(), "nobody is left who offers one");
    }
}
