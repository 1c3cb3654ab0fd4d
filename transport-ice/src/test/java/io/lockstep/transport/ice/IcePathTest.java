package io.lockstep.transport.ice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of the two agents is asked, and which is used. */
class IcePathTest {

    private static final long T = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final FakeAgents agents = new FakeAgents();
    private final List<String> told = new ArrayList<>();
    private final List<Letter> letters = new ArrayList<>();
    private final Path.Listener listener = new Path.Listener() {
        @Override
        public void letter(final Path path, final Letter letter) {
            letters.add(letter);
        }

        @Override
        public void up(final Path path, final Way way) {
            told.add("up " + way);
        }

        @Override
        public void failed(final Path path) {
            told.add("failed");
        }
    };
    private IcePath path = path(true, true);

    private IcePath path(final boolean direct, final boolean relays) {
        return new IcePath(new IcePath.Plan(1, true, direct, relays), 3, agents, listener);
    }

    private FakeAgents.Fake agent(final int index) {
        return agents.all.get(index);
    }

    @Test
    void shouldLookForADirectWayFirstAndNeverForARelayIfThatIsQuick() {
        path.start(T);
        assertEquals(1, agents.all.size());
        assertEquals(Way.DIRECT, agent(0).way);
        path.tick(T + IcePath.RELAY_AFTER_NS - 1);
        agent(0).up();
        path.tick(T + IcePath.RELAY_AFTER_NS);
        assertEquals(1, agents.all.size());
        assertEquals(Way.DIRECT, path.way());
        assertEquals(List.of("up DIRECT"), told);
    }

    @Test
    void shouldLookForARelayAfterAWhile() {
        path.start(T);
        path.tick(T + IcePath.RELAY_AFTER_NS);
        assertEquals(Way.RELAYED, agent(1).way);
        assertNull(path.way());
        agent(1).up();
        path.send(new byte[2], 0, 2);
        assertEquals(1, agent(1).sent);
        assertEquals(0, agent(0).sent);
    }

    @Test
    void shouldReplaceARelayAndReadItForAWhile() {
        path.start(T);
        path.tick(T + IcePath.RELAY_AFTER_NS);
        agent(1).up();
        path.tick(T + SECOND);
        agent(0).up();
        assertEquals(Way.DIRECT, path.way());
        path.send(new byte[2], 0, 2);
        assertEquals(1, agent(0).sent);
        path.tick(T + SECOND + IcePath.LINGER_NS - 1);
        assertFalse(agent(1).closed);
        path.tick(T + SECOND + IcePath.LINGER_NS);
        assertTrue(agent(1).closed);
        assertEquals(List.of("up RELAYED", "up DIRECT"), told);
    }

    @Test
    void shouldNotGoBackToARelayThatComesLate() {
        path.start(T);
        path.tick(T + IcePath.RELAY_AFTER_NS);
        agent(0).up();
        agent(1).up();
        assertEquals(Way.DIRECT, path.way());
        assertEquals(List.of("up DIRECT"), told);
    }

    @Test
    void shouldLookForARelayAtOnceIfThereIsNoDirectWay() {
        path.start(T);
        agent(0).fail();
        assertTrue(agent(0).closed);
        assertEquals(Way.RELAYED, agent(1).way);
        agent(1).fail();
        assertEquals(List.of("failed"), told);
    }

    @Test
    void shouldFailWithoutRelays() {
        path = path(true, false);
        path.start(T);
        agent(0).fail();
        assertEquals(List.of("failed"), told);
    }

    @Test
    void shouldLookForARelayAloneToHide() {
        path = path(false, true);
        path.start(T);
        assertEquals(1, agents.all.size());
        assertEquals(Way.RELAYED, agent(0).way);
        assertTrue(path.take(Letter.offer(Way.DIRECT, 3, FakeAgents.offer("peer")), T));
        assertEquals(1, agents.all.size());
    }

    @Test
    void shouldFollowAPeerThatLooksForARelay() {
        path.start(T);
        assertTrue(path.take(Letter.offer(Way.RELAYED, 3, FakeAgents.offer("peer")), T + 1));
        assertEquals(Way.RELAYED, agent(1).way);
        assertEquals("peer", agent(1).remote.ufrag());
        path.tick(T + IcePath.RELAY_AFTER_NS);
        assertEquals(2, agents.all.size());
    }

    @Test
    void shouldTakeAnOfferOnceAndNoticeAnother() {
        path.start(T);
        assertTrue(path.take(Letter.offer(Way.DIRECT, 3, FakeAgents.offer("peer")), T));
        assertTrue(path.take(Letter.offer(Way.DIRECT, 3, FakeAgents.offer("peer")), T));
        assertFalse(path.take(Letter.offer(Way.DIRECT, 3, FakeAgents.offer("other")), T));
        assertEquals("peer", agent(0).remote.ufrag());
    }

    @Test
    void shouldRepeatWhatItOffersUntilThereIsAWay() {
        path.start(T);
        agent(0).gathered("self");
        assertEquals(1, letters.size());
        assertEquals(Letter.offer(Way.DIRECT, 3, FakeAgents.offer("self")), letters.get(0));
        path.tick(T + IcePath.REPEAT_NS);
        assertEquals(2, letters.size());
        agent(0).up();
        path.tick(T + 2 * IcePath.REPEAT_NS);
        assertEquals(2, letters.size());
    }

    @Test
    void shouldCloseEverythingAndHearNothingMore() {
        path.start(T);
        path.tick(T + IcePath.RELAY_AFTER_NS);
        path.close();
        assertTrue(agent(0).closed && agent(1).closed);
        agent(0).up();
        agent(1).gathered("late");
        path.tick(T + 10 * SECOND);
        assertEquals(List.of(), told);
        assertEquals(List.of(), letters);
        assertEquals(2, agents.all.size());
    }
}
