package io.lockstep.core.internal.desync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.protocol.MembershipMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which orders are offered to the application, and how long its answer counts. */
class RepairConsentTest {

    private static final int LEADER = 0;
    private static final int TWO = 0b11;
    private static final int THREE = 0b111;

    private final EventQueue events = new EventQueue();
    private final RepairConsent consent = new RepairConsent(new RepairTally(1, events));

    private boolean allows(final int members, final long frame) {
        return consent.allows(LEADER, members, new MembershipMessage().reset(MembershipMessage.Kind.REPAIR).term(2)
            .members(members).mask(0b10).seat(LEADER).frame(LEADER, frame));
    }

    /** Returns the frames of the offers since the last call. */
    private List<Long> offers() {
        final List<Long> frames = new ArrayList<>();
        for (SessionEvent event = events.poll(); event != null; event = events.poll()) {
            assertEquals(SessionEvent.Type.REPAIR_OFFERED, event.type());
            frames.add(event.frame());
        }
        return frames;
    }

    @Test
    void shouldOfferEachNewOrderOnce() {
        assertFalse(allows(TWO, 60));
        assertFalse(allows(TWO, 60));
        assertFalse(allows(TWO, 90));
        assertFalse(allows(TWO, 60));
        assertEquals(List.of(60L, 90L), offers());
    }

    @Test
    void shouldAllowTheOrderAfterTheOneThatWasAgreedTo() {
        allows(TWO, 60);
        assertTrue(consent.give());
        assertTrue(allows(TWO, 90), "the first one was given up");
        consent.used();
        assertFalse(allows(TWO, 120));
        assertEquals(List.of(60L, 120L), offers());
    }

    /** On a long line copies of an order arrive after it is carried out: an offer of them would stay open. */
    @Test
    void shouldNotOfferCopiesOfAnOrderThatWasCarriedOut() {
        allows(TWO, 60);
        consent.give();
        allows(TWO, 90);
        consent.used();
        offers();
        assertTrue(allows(TWO, 90), "the copy is answered, as the first answer may be lost");
        assertFalse(allows(TWO, 60));
        assertEquals(List.of(), offers());
        assertFalse(consent.give());
        assertFalse(consent.isGiven());
    }

    @Test
    void shouldGoOnWithAnOrderOfThreeWhenOneOfThemLeaves() {
        assertTrue(allows(THREE, 60));
        assertTrue(allows(TWO, 60));
        assertFalse(allows(TWO, 90));
        assertEquals(List.of(90L), offers());
    }

    @Test
    void shouldForgetTheOfferOfAPeerThatIsNoVoterAnyMore() {
        allows(TWO, 60);
        consent.tick(0b10);
        assertFalse(consent.give());
    }
}
