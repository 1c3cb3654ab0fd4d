package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a peer that comes back into a match of three, and hears nothing of the others for a while. */
class JoinerOutageTest {

    private static final int LEADER = 0;
    private static final int SEAT = 2;
    private static final int JOINER = 3;
    /** Longer than others may be silent, and longer than a joiner waits for a state, in milliseconds. */
    private static final long SILENCE_MS = 2 * SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS;
    private static final long ADMISSION_MS = 150_000;

    private Match match;
    private Session joiner;

    /** One of three leaves, and another process takes its seat. */
    private void rejoin() {
        final SimulatedNetwork network = new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        match = new Match(network, 3, (peer, config) -> { });
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.sessions.get(SEAT).leave();
        assertTrue(match.runUntil(5000, () -> !match.sessions.get(LEADER).epoch().has(SEAT)), match::toString);
        match.killed.add(SEAT);
        match.add(SEAT, 3, network.endpoint(SEAT), (peer, config) -> config.joining(true).sessionSeed(1000));
        joiner = match.sessions.get(JOINER);
    }

    /** A joiner that sleeps hears nobody; the others may be there all the same. */
    @ParameterizedTest
    @ValueSource(longs = {SILENCE_MS, ADMISSION_MS})
    void shouldNotTakeTheOthersForGoneAfterASleep(final long sleptMs) {
        rejoin();
        assertTrue(match.runUntil(5000, () -> joiner.phase() == Phase.JOINING), match::toString);
        match.nowNs += sleptMs * Match.MS;
        match.transports.get(JOINER).incoming = datagram -> false;
        match.poll(JOINER);
        assertEquals(Phase.JOINING, joiner.phase(), match::toString);
        match.transports.get(JOINER).incoming = TestTransport.Hook.PASS;
        assertTrue(match.runUntil(10_000, () -> joiner.phase() == Phase.PLAYING), match::toString);
    }

    /** No line carries anything for a while: nobody can decide, and once the lines are back the match goes on. */
    @Test
    void shouldWaitForTheOthersLikeAnyMemberOnceItIsTakenIn() {
        rejoin();
        assertTrue(match.runUntil(10_000, () -> joiner.phase() == Phase.JOINING && joiner.epoch().has(SEAT)),
            match::toString);
        match.transports.forEach(transport -> transport.incoming = datagram -> false);
        match.run(SILENCE_MS);
        assertEquals(Phase.JOINING, joiner.phase(), match::toString);
        match.transports.forEach(transport -> transport.incoming = TestTransport.Hook.PASS);
        assertTrue(match.runUntil(10_000, () -> joiner.phase() == Phase.PLAYING), match::toString);
        assertEquals(3, joiner.epoch().members().size());
    }

    /** After ten proofs, which take two seconds, the joiner begins with another hello. */
    @ParameterizedTest
    @ValueSource(ints = {1000, 3000, 5000})
    void shouldBeWelcomedAgainWhenWelcomesWereLost(final int lostMs) {
        rejoin();
        final int[] lost = {0};
        match.transports.get(JOINER).incoming = datagram -> {
            final boolean isLost = datagram.from == LEADER && datagram.type() == MessageType.WELCOME.code();
            lost[0] += isLost ? 1 : 0;
            return !isLost;
        };
        match.run(lostMs);
        assertTrue(lost[0] > 0, "no welcome came");
        match.transports.get(JOINER).incoming = TestTransport.Hook.PASS;
        assertTrue(match.runUntil(10_000, () -> joiner.phase() == Phase.PLAYING), match::toString);
        assertEquals(3, joiner.epoch().members().size());
    }
}
