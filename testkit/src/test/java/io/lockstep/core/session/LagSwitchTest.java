package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who makes the others wait again and again, each time a little less than the drop timeout. */
class LagSwitchTest {

    private static final long MINUTE_MS = 60_000;
    private static final long LEAST_FRAMES = 2400;
    private static final int WINDOW = MessageType.INPUT_WINDOW.code();
    /** Others are given its windows in these, once it is not heard straight. */
    private static final int RELAY = MessageType.RELAY.code();
    /** Place of the peer in a Relay that it is about, in bytes. */
    private static final int THIRD_PEER_AT = 2;

    /** The liar does not say some of what it has to say, for a part of each span of time. */
    private static Match match(final int peers, final int liar, final long silentMs, final long everyMs,
                               final Predicate<TestTransport.Datagram> withheld) {
        final Match match = new Match(peers, 20, (peer, config) -> { });
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        final long startNs = match.nowNs;
        match.transports.get(liar).outgoing = datagram ->
            (match.nowNs - startNs) / Match.MS % everyMs >= silentMs || !withheld.test(datagram);
        return match;
    }

    @ParameterizedTest
    @CsvSource({"3, 0, 4900, 5000, false", "4, 0, 4900, 5000, false", "4, 2, 4900, 5000, false",
        "4, 3, 4900, 5000, true", "4, 1, 1900, 2000, false", "4, 1, 900, 1000, true", "8, 5, 4900, 5000, true"})
    void shouldPlayOnWithoutWhoMakesTheOthersWait(final int peers, final int liar, final long silentMs,
                                                  final long everyMs, final boolean inputsOnly) {
        final Match match = match(peers, liar, silentMs, everyMs,
            datagram -> !inputsOnly || datagram.type() == WINDOW || datagram.type() == RELAY);
        final long before = match.sessions.get((liar + 1) % peers).frame();
        match.run(MINUTE_MS);
        long least = Long.MAX_VALUE;
        for (int peer = 0; peer < peers; peer++) {
            if (peer != liar) {
                final Session session = match.sessions.get(peer);
                assertEquals(Phase.PLAYING, session.phase(), match::toString);
                assertFalse(session.epoch().has(liar), match::toString);
                assertEquals(peers - 1, session.epoch().members().size(), match::toString);
                least = Math.min(least, session.frame() - before);
            }
        }
        assertTrue(least >= LEAST_FRAMES, least + " frames: " + match);
        assertEquals(EndReason.EVICTED, match.sessions.get(liar).endReason(), match::toString);
    }

    /** By way of others its inputs come all the same: nobody waits, and nobody is to be dropped for it. */
    @ParameterizedTest
    @CsvSource({"4, 3, 4900, 5000", "4, 1, 900, 1000", "8, 5, 4900, 5000"})
    void shouldPlayOnByWayOfOthersWithWhoWithholdsItsInputsOnTheStraightWay(final int peers, final int liar,
                                                                           final long silentMs, final long everyMs) {
        final Match match = match(peers, liar, silentMs, everyMs, datagram -> datagram.type() == WINDOW);
        final long before = match.sessions.get((liar + 1) % peers).frame();
        match.run(MINUTE_MS);
        for (int peer = 0; peer < peers; peer++) {
            final Session session = match.sessions.get(peer);
            assertEquals(Phase.PLAYING, session.phase(), match::toString);
            assertEquals(peers, session.epoch().members().size(), match::toString);
            assertTrue(session.frame() - before >= LEAST_FRAMES, () -> session.frame() - before + " frames: " + match);
        }
    }

    @Test
    void shouldNotDropWhomOnlyOneOfTheOthersWaitsFor() {
        final Match match = new Match(4, 20, (peer, config) -> { });
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        final long startNs = match.nowNs;
        // Peer 1 claims in the only way there is that it waits for peer 2: it hears nothing of it, by no way.
        match.transports.get(1).incoming = datagram -> (match.nowNs - startNs) / Match.MS % 5000 >= 4900
            || datagram.from != 2 && (datagram.type() != RELAY || datagram.bytes[THIRD_PEER_AT] != 2);
        match.run(MINUTE_MS);
        assertTrue(match.events.get(1).stream().anyMatch(text -> text.startsWith("WAITING_FOR")
            && text.contains("peer=2")), match::toString);
        for (int peer = 0; peer < 4; peer++) {
            assertTrue(match.sessions.get(peer).epoch().has(2), match::toString);
        }
    }

    /** A single wait is what the drop timeout is for, whatever is left of the budget. */
    @ParameterizedTest
    @ValueSource(longs = {4000, 9000, 18_000})
    void shouldWaitForWhoStopsOnceForLessThanTheDropTimeout(final long stopMs) {
        final Match match = new Match(3, 20, (peer, config) -> config.dropTimeoutMs(stopMs + 1000));
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        match.killed.add(1);
        match.run(stopMs);
        match.killed.remove(1);
        match.run(3000);
        assertEquals(3, match.sessions.get(0).epoch().members().size(), match::toString);
        assertEquals(Phase.PLAYING, match.sessions.get(1).phase(), match::toString);
    }

    /** One has left and one is silent: the third has no quorum to go on with, however long it waits. */
    @Test
    void shouldNotCountAWaitThatNobodyCouldEnd() {
        final Match match = new Match(3, 20, (peer, config) -> { });
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        match.killed.add(2);
        match.sessions.get(1).leave();
        match.run(20_000);
        assertEquals(Phase.PLAYING, match.sessions.get(0).phase(), match::toString);
        // Only before the goodbye came was it one of three.
        final long leftNs = match.sessions.get(0).statistics().peer(1).waitLeftNs();
        assertTrue(leftNs > 9000 * Match.MS, leftNs + " ns left: " + match);
    }

    @ParameterizedTest
    @CsvSource({"BURSTY, 2", "BURSTY, 4", "TERRIBLE, 4", "MOBILE_3G, 4"})
    void shouldDropNobodyOnABadLine(final Profile profile, final int peers) {
        final SimulatedNetwork network = new SimulatedNetwork(peers, 7).conditions(profile.conditions()).followPolls();
        final Match match = new Match(network, peers, (peer, config) -> { });
        match.stepNs = 2 * Match.MS;
        match.run(3 * MINUTE_MS);
        for (int peer = 0; peer < peers; peer++) {
            assertEquals(peers, match.sessions.get(peer).epoch().members().size(), match::toString);
            for (int other = 0; other < peers - 1; other++) {
                assertTrue(match.sessions.get(peer).statistics().peer(other).waitLeftNs() > 5000 * Match.MS,
                    match::toString);
            }
        }
    }

    @Test
    void shouldSayWhatIsLeftOfTheBudget() {
        final Match match = match(3, 1, 4900, 5000, datagram -> true);
        assertEquals(10_000 * Match.MS, match.sessions.get(0).statistics().peer(0).waitLeftNs());
        match.run(5000);
        final long leftNs = match.sessions.get(0).statistics().peer(0).waitLeftNs();
        assertTrue(leftNs > 6000 * Match.MS && leftNs < 7000 * Match.MS, match::toString);
        assertEquals(10_000 * Match.MS, match.sessions.get(0).statistics().peer(1).waitLeftNs());
        final Match unlimited = new Match(2, 20, (peer, config) -> config.waitBudgetMs(0));
        assertEquals(Long.MAX_VALUE, unlimited.sessions.get(0).statistics().peer(0).waitLeftNs());
    }
}
