package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a peer which comes back ends soon if the match ends before it is in. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class LateJoinerTest {

    @Parameter
    private Carrier carrier;

    private static final int END = 600;
    private static final int TICK_RATE = 60;
    /** From before the first hello to long after the activation. */
    private static final int LONGEST_MS = 2600;
    private static final int STEP_MS = 100;
    /** What a peer waits for one that is silent, and its own goodbyes. */
    private static final long LIMIT_MS = SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS + 250;
    private static final int GOODBYE = MessageType.GOODBYE.code();

    private int unheard;

    /** What becomes of the others. */
    enum Way {
        /** They play their last frame, say goodbye and go. */
        FINISH,
        /** The same, but every goodbye is lost. */
        UNHEARD,
        /** They are killed. */
        KILL
    }

    @ParameterizedTest
    @CsvSource({"2, FINISH", "2, UNHEARD", "2, KILL", "3, FINISH", "3, UNHEARD", "3, KILL"})
    void shouldEndSoonWhenTheMatchIsOverBeforeItIsIn(final int peers, final Way way) {
        final Set<EndReason> reasons = EnumSet.noneOf(EndReason.class);
        for (int goneMs = 0; goneMs <= LONGEST_MS; goneMs += STEP_MS * carrier.stride()) {
            reasons.add(comeBack(peers, way, goneMs));
        }
        assertEquals(EnumSet.of(EndReason.FINISHED, EndReason.PEER_TIMED_OUT), reasons);
        assertEquals(way == Way.UNHEARD, unheard > 0, unheard + " goodbyes were lost");
    }

    /** Lets the last peer come back some time before the others are gone; returns how it ended. */
    private EndReason comeBack(final int peers, final Way way, final int goneMs) {
        final String context = goneMs + " ms before: ";
        final SimulatedNetwork network = new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        // A peer that has come in and then loses the other one goes on at once.
        final Match match = new Match(carrier, network, peers,
            (peer, config) -> config.endFrame(END).twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        final int seat = peers - 1;
        match.killed.add(seat);
        final long from = END - 1 - (long) goneMs * TICK_RATE / 1000;
        assertTrue(match.runUntil(30_000, () -> match.sessions.get(0).frame() >= from), match::toString);
        match.add(seat, peers, carrier.open(network, seat),
            (peer, config) -> config.endFrame(END).twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL).joining(true)
                .sessionSeed(1000));
        if (way == Way.UNHEARD) {
            match.transports.get(peers).incoming = datagram -> {
                unheard += datagram.type() == GOODBYE ? 1 : 0;
                return datagram.type() != GOODBYE;
            };
        }
        if (way == Way.KILL) {
            match.run(goneMs);
            for (int peer = 0; peer < seat; peer++) {
                match.killed.add(peer);
            }
        } else {
            assertTrue(match.runUntil(30_000, () -> match.sessions.get(0).phase() == Phase.ENDED), match::toString);
        }
        assertTrue(match.runUntilEnded(LIMIT_MS), () -> context + match);
        final Session late = match.sessions.get(peers);
        if (late.endReason() == EndReason.FINISHED) {
            assertEquals(END, late.frame(), () -> context + match);
            assertTrue(way == Way.KILL || match.games.get(0).hash == match.games.get(peers).hash,
                () -> context + match);
        } else {
            assertNotNull(late.error(), () -> context + match);
        }
        return late.endReason();
    }
}
