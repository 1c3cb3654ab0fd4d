package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests what a membership tells an inspector that it holds beyond quiet play. */
class InspectMembershipTest extends OneCut {

    private static final String SUSPECTED = "suspected peers";
    private static final String PROMISE = "a promise without its epoch";
    private static final String OFFER = "an epoch that is not applied";
    private static final String ROUND = "a round of a cut";
    private static final String ADMISSION = "an admission";
    private static final String DOUBT = "a doubt of the leader";

    /** All that is not at its base value. */
    private Map<String, Long> held() {
        final Map<String, Long> all = new TreeMap<>();
        membership.inspect(new Inspector() {
            @Override
            public void holds(final String thing, final int peer, final long value, final long base) {
                assertEquals(-1, peer);
                assertEquals(0, base);
                all.put(thing, value);
            }

            @Override
            public void adapts(final String thing, final int peer, final long value, final long base,
                               final long restNs) {
                holds(thing, peer, value, base);
            }
        });
        assertEquals(6, all.size());
        all.values().removeIf(value -> value == 0);
        return all;
    }

    @Test
    void shouldHoldNothingInQuietPlay() {
        start(1, 0b1111);
        assertEquals(Map.of(), held());
        start(0, 0b1111);
        assertEquals(Map.of(), held());
    }

    @Test
    void shouldHoldAPromiseAndThenAnEpochThatLacksInputs() {
        start(1, 0b1111);
        assertTrue(receive(0, prepare(1, 0b1000)));
        assertEquals(Map.of(PROMISE, 1L), held());
        assertTrue(receive(0, cut(without(1, 0b1000, 107))));
        assertEquals(Map.of(PROMISE, 1L, OFFER, 1L), held());
        host.received[3] = 107;
        pass(0, 0);
        assertEquals(Map.of(), held());
    }

    @Test
    void shouldHoldARoundAndThoseItIsAbout() {
        start(0, 0b1111);
        receive(1, status().members(0b1000));
        receive(2, status().members(0b1000));
        pass(0b1000, 0);
        assertEquals(Map.of(SUSPECTED, 8L, PROMISE, 1L, ROUND, 1L), held());
    }

    /** The round is over with the lead. */
    @Test
    void shouldHoldNoRoundOnceItLeadsNoMore() {
        start(0, 0b1111);
        receive(1, status().members(0b1000));
        receive(2, status().members(0b1000));
        receive(3, new MembershipMessage().reset(Kind.STATUS));
        pass(0b1000, 0);
        for (int ms = 0; ms < 1000; ms++) {
            pass(0b1000, 0);
        }
        assertEquals(Map.of(SUSPECTED, 8L, PROMISE, 1L), held());
    }

    @Test
    void shouldHoldAnAdmissionAsLongAsItLeads() {
        start(0, 0b0111);
        receive(3, new MembershipMessage().reset(Kind.STATUS).joining(true));
        pass(0, 0);
        assertEquals(Map.of(ADMISSION, 1L), held());
        for (int ms = 0; ms < 1000; ms++) {
            pass(0, 0);
        }
        assertEquals(Map.of(), held());
    }

    /** It names the leader, and the match goes on without one as long as the doubt lasts. */
    @Test
    void shouldHoldNoDoubtOfALeaderThatItDoesNotFollow() {
        start(1, 0b1111);
        membership.unrepaired(true);
        for (long ns = 0; ns < Duties.OTHER_NS + 1_000 * MS; ns += 20 * MS) {
            receive(0, status().leads(true));
            receive(2, status());
            nowNs += 19 * MS;
            membership.heardLeader(0, 0, nowNs);
            pass(0, 0);
        }
        assertEquals(Membership.NOBODY, membership.election().leader());
        assertEquals(Map.of(), held());
    }
}
