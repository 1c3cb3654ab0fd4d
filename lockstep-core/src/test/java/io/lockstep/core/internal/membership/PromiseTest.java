package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests where a member is fenced, and how often it says where it stands; this is peer 1, and peer 0 leads term 0. */
class PromiseTest extends OneCut {

    private static final int STATUS_MS = 500;

    @Test
    void shouldSayOnlyOnceThatItHasPromised() {
        start(1, 0b1111);
        assertTrue(receive(0, prepare(1, 0b1000)));
        pass(0, 0);
        host.sent.clear();
        assertTrue(receive(0, prepare(1, 0b1000)));
        pass(0, 0);
        assertEquals(List.of(), host.sent(2, Kind.STATUS));
    }

    /** The others may go on without it; then it is told so. */
    @Test
    void shouldNotBeFencedAtItsOwnInputs() {
        start(1, 0b1111);
        receive(2, status().members(0b0010));
        assertTrue(receive(0, prepare(1, 0b0010)));
        assertEquals(Long.MAX_VALUE, host.fence);
    }

    /** Peer 3 is out, and peers 1 and 2 know that of each other. */
    private void unestablished() {
        start(1, 0b1111);
        assertTrue(receive(0, prepare(1, 0b1000)));
        assertTrue(receive(2, cut(without(1, 0b1000, 100))));
        assertFalse(membership.epoch().isEstablished());
    }

    @Test
    void shouldBeFencedAtTheLastInputOfAnotherMemberOnly() {
        unestablished();
        host.ended = 0b1010;
        pass(0, 0);
        assertEquals(Long.MAX_VALUE, host.fence);
        host.ended = 0b1110;
        host.received[2] = 120;
        pass(0, 0);
        assertEquals(120, host.fence);
        assertFalse(host.promised, "the epoch that it promised holds");
    }

    @Test
    void shouldSayWhereItStandsTwiceASecond() {
        start(1, 0b0111);
        receive(5, new MembershipMessage().reset(Kind.STATUS).joining(true));
        for (int ms = 1; ms < STATUS_MS; ms++) {
            membership.heardLeader(0, 0, nowNs);
            pass(0, 0);
        }
        assertEquals(0, host.sent(2, Kind.STATUS).size(), "peer 5 has no seat in the match");
        pass(0, 0);
        assertEquals(1, host.sent(2, Kind.STATUS).size());
        assertEquals(1, host.sent(7, Kind.STATUS).size(), "to everybody there is a link to");
        assertEquals(0, host.sent(1, Kind.STATUS).size());
    }
}
