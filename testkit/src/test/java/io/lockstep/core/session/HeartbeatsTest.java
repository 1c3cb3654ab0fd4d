package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.link.Heartbeats;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.SessionSeal;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.protocol.Heartbeat;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {

    private static final long MS = 1_000_000L;

    private final Transport transport = new SimulatedNetwork(2, 0).endpoint(0);
    private final MatchSettings settings = Session.builder().simulation(new TestGame()).gameId("test").sessionSeed(1)
        .players(2).localPlayer(0).transport(transport).input((frame, player, input) -> { }).settings();
    private final Links links = new Links(settings, new Agreement(settings), 1, new SplittableRandom(1));
    private final Link link = links.of(1);
    private final Heartbeats heartbeats = new Heartbeats(0, new Wire(transport, new SessionSeal(links, transport),
        new MessageCodec(WireLimits.DEFAULT), settings.sending().protocolMode()));

    private void answer(final long sentMs, final long nowMs) {
        final Heartbeat answer = new Heartbeat(MessageType.HEARTBEAT_ACK);
        heartbeats.answered(link, answer.player(1).timestamp(sentMs), nowMs * MS);
    }

    @Test
    void shouldTimeALateAnswerFromTheHeartbeatThatItAnswers() {
        link.seal.open(1, 1, 2, null, false);
        heartbeats.send(link, 0, 0, 1000 * MS);
        heartbeats.send(link, 0, 0, 1200 * MS);
        answer(1000, 1300);
        assertEquals(0, link.rtt.samples(), "only the newest is timed");
        answer(1200, 1500);
        answer(1200, 1600);
        assertEquals(1, link.rtt.samples());
        assertEquals(300 * MS, link.rtt.meanNs());
    }
}
