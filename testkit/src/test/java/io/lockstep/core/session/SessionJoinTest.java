package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.Relay;
import io.lockstep.core.internal.transfer.StreamSender;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What it costs the others when somebody comes into a match that is being played. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionJoinTest {

    @Parameter
    private Carrier carrier;

    private static final int LAST = 2;
    private static final int JOIN_MS = 10_000;
    private static final int ORDER = MembershipMessage.Kind.JOIN.ordinal();
    private static final int WINDOW = MessageType.INPUT_WINDOW.code();
    private static final int RELAY = MessageType.RELAY.code();
    private static final int INPUTS = Relay.Kind.INPUTS.ordinal();

    private static SimulatedNetwork network(final int peers, final double latencyMs) {
        return new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(latencyMs)).followPolls();
    }

    /** Plays until the last of three, or of as many as there are, is gone for good, and those left play on. */
    private Match withoutTheLast(final SimulatedNetwork network, final int peers,
                                 final BiConsumer<Integer, SessionConfig> adjust) {
        final Match match = new Match(carrier, network, peers, adjust);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(LAST);
        assertTrue(match.runUntil(20_000, () -> !match.sessions.get(0).epoch().has(LAST)), match::toString);
        match.run(1000);
        return match;
    }

    private void comeBack(final Match match, final SimulatedNetwork network, final int peers,
                          final BiConsumer<Integer, SessionConfig> adjust) {
        match.add(LAST, peers, carrier.open(network, LAST), (peer, config) -> {
            adjust.accept(peer, config);
            config.joining(true).sessionSeed(1000);
        });
    }

    /** How many ticks those wait who were there all the time, until the newcomer has played for three seconds. */
    private static long stallsOfAJoin(final Match match, final int newcomer) {
        final long before = stalls(match, newcomer);
        assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(newcomer).phase() == Phase.PLAYING),
            match::toString);
        match.run(3000);
        assertEquals(Phase.PLAYING, match.sessions.get(newcomer).phase(), match::toString);
        return stalls(match, newcomer) - before;
    }

    private static long stalls(final Match match, final int newcomer) {
        long stalls = 0;
        for (int index = 0; index < newcomer; index++) {
            stalls += match.killed.contains(index) ? 0 : match.sessions.get(index).statistics().stallTicks();
        }
        return stalls;
    }

    /** Round trips from 10 to 200 ms; before newcomers rehearsed, those of 74 to 80 ms cost up to seven ticks. */
    @ParameterizedTest
    @CsvSource({"5, 3", "19, 4", "37.5, 3", "38.6, 4", "46.2, 4", "50, 8", "100, 3"})
    void shouldCostTheOthersNoTickWhenAPeerComesBack(final double latencyMs, final int peers) {
        final SimulatedNetwork network = network(peers, latencyMs);
        final Match match = withoutTheLast(network, peers, (peer, config) -> { });
        comeBack(match, network, peers, (peer, config) -> { });
        assertEquals(0, stallsOfAJoin(match, peers), match::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 120})
    void shouldCostTheOthersNoTickAtOtherTickRates(final int tickRate) {
        final SimulatedNetwork network = network(3, 40);
        final Match match = withoutTheLast(network, 3, (peer, config) -> config.tickRate(tickRate));
        comeBack(match, network, 3, (peer, config) -> config.tickRate(tickRate));
        assertEquals(0, stallsOfAJoin(match, 3), match::toString);
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 40})
    void shouldCostTheOthersNoTickByThePolicyOfRoundTrips(final double latencyMs) {
        final BiConsumer<Integer, SessionConfig> adjust =
            (peer, config) -> config.inputDelay(InputDelayPolicy.rtt());
        final SimulatedNetwork network = network(3, latencyMs);
        final Match match = withoutTheLast(network, 3, adjust);
        comeBack(match, network, 3, adjust);
        assertEquals(0, stallsOfAJoin(match, 3), match::toString);
    }

    /** The others are near each other and have adapted to that; the newcomer is far away, and farther one way. */
    @Test
    void shouldCostTheOthersNoTickWhenOnlyTheNewcomerIsFar() {
        final SimulatedNetwork network = network(3, 5);
        final Match match = withoutTheLast(network, 3, (peer, config) -> { });
        for (int peer = 0; peer < LAST; peer++) {
            network.conditions(peer, LAST, LinkConditions.latency(20));
            network.conditions(LAST, peer, LinkConditions.latency(60));
        }
        match.run(3000);
        comeBack(match, network, 3, (peer, config) -> { });
        assertEquals(0, stallsOfAJoin(match, 3), match::toString);
    }

    /** Who is to send the state has not heard of it before the state was gone; the next one is ordered soon. */
    @ParameterizedTest
    @ValueSource(doubles = {5, 50, 150})
    void shouldBeGivenAStateSoonThoughTheOrderToSendOneWasMissed(final double latencyMs) {
        final SimulatedNetwork network = network(4, latencyMs);
        final Match match = withoutTheLast(network, 4, (peer, config) -> { });
        final int[] missed = new int[1];
        match.transports.get(0).outgoing = datagram -> {
            final boolean isOrder = datagram.to == 1 && datagram.type() == MessageType.MEMBERSHIP.code()
                && datagram.bytes[1] == ORDER;
            missed[0] += isOrder ? 1 : 0;
            return !isOrder;
        };
        comeBack(match, network, 4, (peer, config) -> { });
        assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(4).phase() == Phase.PLAYING), match::toString);
        assertTrue(missed[0] > 0, match::toString);
    }

    /** Not one chunk of what the first donor sends arrives, be the state in one or in thousands of them. */
    @ParameterizedTest
    @CsvSource({"5, 8", "150, 8", "5, 2000000", "50, 2000000"})
    void shouldBeGivenAStateSoonThoughWhatTheFirstDonorSendsIsLost(final double latencyMs, final int stateBytes) {
        final BiConsumer<Integer, SessionConfig> large = (peer, config) -> {
            final TestGame game = new TestGame();
            game.padding = new byte[stateBytes];
            config.simulation(game);
        };
        final SimulatedNetwork network = network(4, latencyMs);
        final Match match = withoutTheLast(network, 4, large);
        final int[] lost = new int[1];
        match.transports.get(1).outgoing = datagram -> {
            lost[0] += datagram.type() == MessageType.TRANSFER.code() ? 1 : 0;
            return datagram.type() != MessageType.TRANSFER.code();
        };
        final int[] sent = new int[1];
        for (final int other : new int[] {0, 3}) {
            match.transports.get(other).outgoing = datagram -> {
                sent[0] += datagram.type() == MessageType.TRANSFER.code() && datagram.to == LAST ? 1 : 0;
                return true;
            };
        }
        comeBack(match, network, 4, large);
        assertTrue(match.runUntil(JOIN_MS, () -> sent[0] > 0), "nobody else sends a state");
        assertTrue(lost[0] > 0, "the first donor sent nothing");
        assertTrue(match.runUntil(2 * stateBytes / (StreamSender.DEFAULT_BYTES_PER_SECOND / 1000) + JOIN_MS,
            () -> match.sessions.get(4).phase() == Phase.PLAYING), match::toString);
    }

    /** At ten frames a second the state that is ordered may be that after 13 seconds: nobody is late before that. */
    @Test
    void shouldWaitForTheFrameThatIsOrderedHoweverFarAheadItIs() {
        final BiConsumer<Integer, SessionConfig> slow =
            (peer, config) -> config.tickRate(10).checksumInterval(SessionConfig.MAX_CHECKSUM_INTERVAL);
        final SimulatedNetwork network = network(3, 20);
        final Match match = new Match(carrier, network, 3, slow);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(3)), match::toString);
        match.killed.add(LAST);
        assertTrue(match.runUntil(20_000, () -> !match.sessions.get(0).epoch().has(LAST)), match::toString);
        match.run(1000);
        final Set<String> orders = new HashSet<>();
        final MembershipMessage order = new MembershipMessage();
        match.transports.get(0).outgoing = datagram -> {
            if (datagram.type() == MessageType.MEMBERSHIP.code() && datagram.bytes[1] == ORDER) {
                order.decode(ByteBuffer.wrap(datagram.bytes));
                orders.add(order.mask() + " of " + order.frame(LAST));
            }
            return true;
        };
        comeBack(match, network, 3, slow);
        final long sinceNs = match.nowNs;
        assertTrue(match.runUntil(30_000, () -> match.sessions.get(3).phase() == Phase.PLAYING), match::toString);
        assertEquals(1, orders.size(), () -> "another donor was ordered: " + orders);
        assertTrue(match.nowNs - sinceNs > 4000 * Match.MS, "the frame was not far ahead: " + match);
    }

    @Test
    void shouldCostTheOthersNoTickWhenSomebodyComesLate() {
        final SimulatedNetwork network = network(3, 38);
        final Match match = new Match(carrier, network, LAST, (peer, config) -> config.players(3).absent(LAST));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(200)), match::toString);
        match.add(LAST, 3, carrier.open(network, LAST), (peer, config) -> config.joining(true));
        assertEquals(0, stallsOfAJoin(match, LAST), match::toString);
    }

    /** Nothing comes directly from one of the others, so that it cannot be seen whether the newcomer keeps pace. */
    @Test
    void shouldActivateInTheEndWhoeverCannotShowThatItKeepsPace() {
        final SimulatedNetwork network = network(4, 20);
        final Match match = withoutTheLast(network, 4, (peer, config) -> { });
        comeBack(match, network, 4, (peer, config) -> { });
        assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(4).frame() > 0), match::toString);
        network.cut(3, LAST);
        assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(4).phase() == Phase.PLAYING), match::toString);
    }

    /** Its last inputs are under way when it leaves, and are repeated as those of anybody else. */
    @Test
    void shouldCostTheOthersNoTickWhenWhoHasComeBackLeaves() {
        final SimulatedNetwork network = network(3, 50);
        final Match match = withoutTheLast(network, 3, (peer, config) -> { });
        comeBack(match, network, 3, (peer, config) -> { });
        assertEquals(0, stallsOfAJoin(match, 3), match::toString);
        final long before = stalls(match, 3);
        match.sessions.get(3).leave();
        match.run(3000);
        assertEquals(before, stalls(match, 3), match::toString);
        assertEquals(EndReason.LEFT, match.sessions.get(3).endReason(), match::toString);
    }

    /** Of two newcomers the earlier is a member whose inputs do not count yet when the later becomes one. */
    @Test
    void shouldNotTakeAnotherNewcomerForOneWhoHasLeft() {
        final SimulatedNetwork network = network(5, 20);
        final Match match = withoutTheLast(network, 5, (peer, config) -> { });
        match.killed.add(3);
        assertTrue(match.runUntil(20_000, () -> !match.sessions.get(0).epoch().has(3)), match::toString);
        comeBack(match, network, 5, (peer, config) -> { });
        assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(5).frame() > 0), match::toString);
        network.cut(4, LAST);
        match.add(3, 5, carrier.open(network, 3), (peer, config) -> config.joining(true).sessionSeed(2000));
        assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(6).epoch().has(3)), match::toString);
        assertNotEquals(Phase.PLAYING, match.sessions.get(5).phase(), match::toString);
        network.mend(4, LAST);
        for (int newcomer = 5; newcomer <= 6; newcomer++) {
            final int index = newcomer;
            assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(index).phase() == Phase.PLAYING),
                match::toString);
        }
        match.run(1000);
        assertEquals(0, match.count(6, SessionEvent.Type.PEER_LEFT), match::toString);
    }

    @Test
    void shouldTurnBackBeforeAnybodyWaitsWhenTheMatchEndsEarlierThanItIs() {
        final SimulatedNetwork network = network(3, 20);
        final Match match = withoutTheLast(network, 3, (peer, config) -> { });
        final long before = stalls(match, 3);
        comeBack(match, network, 3, (peer, config) -> config.endFrame(150));
        assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(3).phase() == Phase.ENDED), match::toString);
        assertEquals(EndReason.MISMATCH, match.sessions.get(3).endReason(), match::toString);
        assertTrue(match.sessions.get(3).error().matches("the match is at frame \\d+, but ends at 150 here"),
            match::toString);
        match.run(3000);
        assertEquals(before, stalls(match, 3), match::toString);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTurnBackBeforeAnybodyWaitsWhenItsGameDoesNotTakeTheState(final boolean refuses) {
        final SimulatedNetwork network = network(3, 20);
        final Match match = withoutTheLast(network, 3, (peer, config) -> { });
        final long before = stalls(match, 3);
        comeBack(match, network, 3, (peer, config) -> { });
        match.games.get(3).refusesStates = refuses;
        match.games.get(3).loadsWrongly = !refuses;
        assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(3).phase() == Phase.ENDED), match::toString);
        assertEquals(EndReason.MISMATCH, match.sessions.get(3).endReason(), match::toString);
        assertTrue(match.sessions.get(3).error().matches(refuses
            ? "the game refuses the state after frame \\d+: .*a state of 8 bytes is refused"
            : "the game took the state after frame \\d+, and has another then: CRC32 [0-9a-f]{8}, not [0-9a-f]{8}"),
            match.sessions.get(3).error());
        match.run(3000);
        assertEquals(before, stalls(match, 3), match::toString);
    }

    /**
     * The leader is behind the others when it cuts a newcomer: they have read already from which frame on it counts. In
     * what the leader decides, and its successor after it, the seat is still the one that was empty before.
     */
    @Test
    void shouldBeToldOnceThatANewcomerLeftBeforeItCounted() {
        final Match counting = newcomer();
        assertTrue(counting.runUntil(JOIN_MS, () -> counting.count(1, SessionEvent.Type.PEER_JOINED) == 1),
            counting::toString);
        int cut = 0;
        for (int earlyMs = 20; earlyMs <= 60; earlyMs += 10) {
            final Match match = newcomer();
            match.run((counting.nowNs - match.nowNs) / Match.MS - 60);
            match.transports.forEach(transport -> transport.outgoing = datagram -> datagram.to != 0
                || datagram.type() != WINDOW && datagram.type() != RELAY);
            match.run(60 - earlyMs);
            match.sessions.get(4).leave();
            match.run(150);
            match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
            assertTrue(match.runUntil(2000, () -> !match.sessions.get(3).epoch().has(LAST)), match::toString);
            match.run(500);
            if (match.count(1, SessionEvent.Type.PEER_JOINED) > match.count(0, SessionEvent.Type.PEER_JOINED)) {
                cut++;
                final List<String> told = toldOfTheLast(match, 1);
                match.killed.add(0);
                assertTrue(match.runUntil(20_000, () -> !match.sessions.get(1).epoch().has(0)), match::toString);
                match.run(1000);
                assertEquals(told, toldOfTheLast(match, 1), match::toString);
                assertEquals(told, toldOfTheLast(match, 3), match::toString);
            }
        }
        assertTrue(cut > 0, "the leader was never behind");
    }

    /** All but one know from which frame on a newcomer counts when it dies; to that one no input gets through. */
    @Test
    void shouldGoOnWithWhoLearnsNeverThatANewcomerWouldHaveCounted() {
        final Match counting = newcomer();
        assertTrue(counting.runUntil(JOIN_MS, () -> counting.count(0, SessionEvent.Type.PEER_JOINED) == 1),
            counting::toString);
        int cut = 0;
        for (int earlyMs = 20; earlyMs <= 60; earlyMs += 10) {
            final Match match = newcomer();
            match.run((counting.nowNs - match.nowNs) / Match.MS - earlyMs);
            match.transports.forEach(transport -> transport.outgoing = datagram -> datagram.to != 1
                || datagram.type() != WINDOW && datagram.type() != RELAY);
            match.run(earlyMs + 20);
            match.killed.add(4);
            assertTrue(match.runUntil(20_000, () -> !match.sessions.get(0).epoch().has(LAST)), match::toString);
            final boolean ahead = match.count(0, SessionEvent.Type.PEER_JOINED)
                > match.count(1, SessionEvent.Type.PEER_JOINED);
            match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
            assertTrue(match.runUntil(5000, () -> !match.sessions.get(1).epoch().has(LAST)), match::toString);
            final long frame = match.sessions.get(1).frame();
            match.run(2000);
            assertTrue(match.sessions.get(1).frame() > frame + 60, match::toString);
            cut += ahead ? 1 : 0;
        }
        assertTrue(cut > 0, "nobody was behind");
    }

    /** The same, but the newcomer has played: what is there of it counts, and one has to learn from where on. */
    @Test
    void shouldGoOnWithWhoLearnsOnlyFromItsInputsThatANewcomerCounted() {
        final BiConsumer<Integer, SessionConfig> slow = (peer, config) -> config.tickRate(120)
            .inputDelay(InputDelayPolicy.fixed(SessionConfig.MAX_INPUT_DELAY));
        final Match counting = newcomer(slow);
        assertTrue(counting.runUntil(JOIN_MS, () -> counting.count(0, SessionEvent.Type.PEER_JOINED) == 1),
            counting::toString);
        final long before = counting.sessions.get(0).epoch().closedAt(LAST);
        int cut = 0;
        for (int earlyMs = 240; earlyMs <= 320; earlyMs += 20) {
            final Match match = newcomer(slow);
            match.run((counting.nowNs - match.nowNs) / Match.MS - earlyMs);
            match.transports.forEach(transport -> transport.outgoing = datagram -> datagram.to != 1
                || datagram.type() != WINDOW && datagram.type() != RELAY);
            match.run(earlyMs + 400);
            match.killed.add(4);
            List.of(0, 1, 3).forEach(index -> match.sessions.get(index).voteToDrop(LAST));
            final boolean ahead = match.count(0, SessionEvent.Type.PEER_JOINED)
                > match.count(1, SessionEvent.Type.PEER_JOINED);
            assertTrue(match.runUntil(20_000, () -> !match.sessions.get(0).epoch().has(LAST)), match::toString);
            // What the others hand on of its inputs is all that comes: the order to count them does not.
            final int[] handedOn = new int[1];
            match.transports.forEach(transport -> transport.outgoing = datagram -> {
                final boolean hands = datagram.type() == RELAY && datagram.bytes[1] == INPUTS;
                handedOn[0] += hands && datagram.to == 1 ? 1 : 0;
                return hands || datagram.to != 1 || datagram.type() != WINDOW && datagram.type() != RELAY;
            });
            assertTrue(match.runUntil(5000, () -> !match.sessions.get(1).epoch().has(LAST)), match::toString);
            final boolean counted = ahead && match.sessions.get(0).epoch().closedAt(LAST) > before;
            assertTrue(!counted || handedOn[0] > 0, match::toString);
            match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
            final long frame = match.sessions.get(1).frame();
            match.run(2000);
            assertTrue(match.sessions.get(1).frame() > frame + 60, match::toString);
            assertEquals(0, match.sessions.get(1).statistics().desyncs(), match::toString);
            if (counted) {
                assertEquals(toldOfTheLast(match, 0), toldOfTheLast(match, 1), match::toString);
                cut++;
            }
        }
        assertTrue(cut > 0, "nobody was behind");
    }

    private Match newcomer() {
        return newcomer((peer, config) -> { });
    }

    /** The newcomer is in the match, and does not count yet. */
    private Match newcomer(final BiConsumer<Integer, SessionConfig> adjust) {
        final SimulatedNetwork network = network(4, 20);
        final Match match = withoutTheLast(network, 4, adjust);
        comeBack(match, network, 4, adjust);
        assertTrue(match.runUntil(JOIN_MS, () -> match.sessions.get(3).epoch().has(LAST)), match::toString);
        return match;
    }

    private static List<String> toldOfTheLast(final Match match, final int index) {
        return match.events.get(index).stream().filter(event -> event.endsWith("peer=" + LAST)
            && !event.startsWith("PEER_CONNECTED")).toList();
    }
}
