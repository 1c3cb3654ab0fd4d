package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Repairs over a line on which the lane that repairs losses in order carries little, and that seconds late. */
class SlowLaneRepairTest {

    private static final int BYTES = 12 << 10;
    private static final int VOUCH = MembershipMessage.Kind.VOUCH.ordinal();
    private static final int REPAIR = MembershipMessage.Kind.REPAIR.ordinal();

    /** Copies of orders and words about states must not stand in the way of the order and of the state. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldHearOfAnOrderWhileItsFrameIsStillKnown(final long seed) {
        final SimulatedNetwork network = new SimulatedNetwork(2, seed)
            .conditions(LinkConditions.latency(144).withLoss(0.22)).followPolls();
        final Match match = new Match(CoreCarrier.MEMORY, network, 2, (peer, config) -> config.endFrame(1500));
        for (final TestGame game : match.games) {
            game.padding = new byte[BYTES];
            new Random(1).nextBytes(game.padding);
        }
        match.stepNs = 4 * Match.MS;
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(60)), match::toString);
        // A report of one difference is under way when the next one comes.
        match.games.get(1).hash++;
        assertTrue(match.runUntil(8000, () -> match.games.get(1).loads > 0), match::toString);
        match.games.get(1).hash++;
        assertTrue(match.runUntil(8000, () -> match.games.get(1).loads > 1), match::toString);
        assertEquals(0, match.sessions.get(1).statistics().failedRepairs(), match::toString);
    }

    /** Said once on the lane that repairs losses, and half of all copies on the other one may be lost. */
    @Test
    void shouldKeepWhatTheOthersSayOfAnOrderThatComesLater() {
        final SimulatedNetwork network = new SimulatedNetwork(4, 1).conditions(LinkConditions.latency(10))
            .conditions(0, 3, LinkConditions.latency(80)).followPolls();
        final Match match = new Match(CoreCarrier.MEMORY, network, 4, (peer, config) -> config.endFrame(1500));
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(60)), match::toString);
        assertEquals(0, match.sessions.get(0).leader(), match::toString);
        // The order to 3 is lost until both others have said what they have, and every later word of theirs.
        final Set<Integer> early = new HashSet<>();
        match.transports.get(3).incoming = datagram -> {
            final int kind = datagram.type() == MessageType.MEMBERSHIP.code() ? datagram.bytes[1] : -1;
            return kind == VOUCH && datagram.from != 0 ? early.size() < 2 && early.add(datagram.from)
                : kind != REPAIR || early.size() == 2;
        };
        match.games.get(3).hash++;
        assertTrue(match.runUntil(2000, () -> match.games.get(3).loads > 0), match::toString);
        assertEquals(Set.of(1, 2), early, match::toString);
        assertEquals(0, match.sessions.get(3).statistics().peer(1).refused(), match::toString);
        assertEquals(0, match.sessions.get(3).statistics().peer(2).refused(), match::toString);
    }

    /** Nothing of 3 reaches 1 while it is repaired; when it does again, somebody else has left the match. */
    @Test
    void shouldHearOfARepairInTheEpochAfterIt() {
        final SimulatedNetwork network = new SimulatedNetwork(4, 1)
            .conditions(LinkConditions.latency(10)).followPolls();
        final Match match = new Match(CoreCarrier.MEMORY, network, 4, (peer, config) -> config.endFrame(1500));
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(60)), match::toString);
        match.games.get(3).hash++;
        network.cut(3, 1);
        assertTrue(match.runUntil(2000, () -> match.games.get(3).loads > 0), match::toString);
        final long epoch = match.sessions.get(1).epoch().number();
        match.sessions.get(2).leave();
        assertTrue(match.runUntil(2000, () -> match.sessions.get(1).epoch().number() > epoch), match::toString);
        assertEquals(0, match.count(1, SessionEvent.Type.STATE_REPAIRED), match::toString);
        network.heal(3, 1);
        assertTrue(match.runUntil(2000, () -> match.count(1, SessionEvent.Type.STATE_REPAIRED) > 0), match::toString);
    }
}
