package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each round asks all who may feed a spectator, in an order that spreads the spectators. */
class CandidatesTest {

    private static final int MAX_ASKED = 256;

    private final Candidates candidates = new Candidates(hosts(1, 2, 3));

    private static SocketAddress host(final int port) {
        return InetSocketAddress.createUnresolved("host", port);
    }

    private static List<SocketAddress> hosts(final int... ports) {
        return IntStream.of(ports).mapToObj(CandidatesTest::host).toList();
    }

    /** All who are asked from now on. */
    private List<SocketAddress> asked() {
        final List<SocketAddress> asked = new ArrayList<>();
        for (SocketAddress next = candidates.next(); next != null; next = candidates.next()) {
            asked.add(next);
        }
        return asked;
    }

    private List<SocketAddress> round(final int... above) {
        candidates.begin(hosts(above));
        return asked();
    }

    @Test
    void shouldAskThoseAboveBeforeThePlayersAndNobodyTwice() {
        assertEquals(3, candidates.roots());
        assertEquals(hosts(9, 2, 1, 3), round(9, 2));
        assertEquals(hosts(8, 1, 2, 3), round(8), "nothing is left of the round before");
        candidates.begin(hosts(7, 6));
        assertEquals(host(7), candidates.next());
        assertEquals(hosts(1, 2, 3), round(), "nobody is left of the round before");
    }

    @Test
    void shouldAskThePlayerBehindTheOneThatItTurnsFromFirst() {
        candidates.turnToNextRoot(host(1));
        assertEquals(hosts(2, 3, 1), round());
        candidates.turnToNextRoot(host(1));
        assertEquals(hosts(2, 3, 1), round());
        candidates.turnToNextRoot(host(9));
        assertEquals(hosts(3, 1, 2), round(), "a spectator fed it");
        candidates.turnToNextRoot(host(3));
        assertEquals(hosts(1, 2, 3), round());
    }

    @Test
    void shouldAskThoseWhoAreNamedInsteadBeforeAllOthersFromADrawnOneOn() {
        candidates.begin(List.of());
        assertEquals(host(1), candidates.next());
        candidates.instead(hosts(10, 11, 12, 13), 2);
        assertEquals(hosts(12, 13, 10, 11, 2, 3), asked());
    }

    @Test
    void shouldAskNoMoreThan256InARound() {
        candidates.begin(List.of());
        candidates.instead(hosts(IntStream.range(100, 500).toArray()), 0);
        assertEquals(MAX_ASKED, asked().size());
        assertNull(candidates.next());
    }
}
