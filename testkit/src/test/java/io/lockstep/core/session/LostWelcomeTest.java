package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A restarted peer whose welcomes are lost greets again, and is welcomed when the line works again. */
class LostWelcomeTest {

    private static final int SEAT = 2;
    private static final int JOINER = 3;
    private static final int LEADER = 0;

    /** After ten proofs, which take two seconds, the joiner begins with another hello. */
    @ParameterizedTest
    @ValueSource(ints = {1000, 3000, 5000})
    void shouldWelcomeARestartedPeerAgain(final int lostMs) {
        final SimulatedNetwork network = new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        final Match match = new Match(network, 3, (peer, config) -> { });
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.sessions.get(SEAT).leave();
        assertTrue(match.runUntil(5000, () -> !match.sessions.get(0).epoch().has(SEAT)), match::toString);
        match.killed.add(SEAT);
        match.add(SEAT, 3, network.endpoint(SEAT), (peer, config) -> config.joining(true).sessionSeed(1000));
        final int[] lost = {0};
        match.transports.get(JOINER).incoming = datagram -> {
            final boolean isLost = datagram.from == LEADER && datagram.type() == MessageType.WELCOME.code();
            lost[0] += isLost ? 1 : 0;
            return !isLost;
        };
        match.run(lostMs);
        assertTrue(lost[0] > 0, "no welcome came");
        match.transports.get(JOINER).incoming = TestTransport.Hook.PASS;
        final Session joiner = match.sessions.get(JOINER);
        assertTrue(match.runUntil(10_000, () -> joiner.phase() == Phase.PLAYING), match::toString);
        assertEquals(3, joiner.epoch().members().size());
    }
}
