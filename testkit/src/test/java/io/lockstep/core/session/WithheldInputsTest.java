package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gives its inputs, and with them its acknowledgements, to some of the others and not to the rest. */
class WithheldInputsTest {

    private static final long MINUTE_MS = 60_000;
    private static final int WINDOW = MessageType.INPUT_WINDOW.code();
    private static final int RELAY = MessageType.RELAY.code();
    private static final int TRIP_MS = 20;
    /** Long enough for everybody to stand still, and for all that was under way to be acknowledged. */
    private static final int STANDSTILL_MS = 500;
    /** Bits a second and datagrams that a line holds which carries the match, and few answers besides. */
    private static final long THIN_BPS = 400_000;
    private static final int THIN_QUEUE = 73;
    private static final int NOISE_BYTES = 997;
    private static final long MOST_OF_A_THIRD = 1130;
    private static final long TWO_THIRDS = 2400;

    /** Peer 0 says nothing of its inputs to some, neither straight nor by way of others. */
    private static Match match(final int peers, final int starved, final int delay) {
        final Match match = match(peers, (peer, config) -> {
            if (delay > 0) {
                config.inputDelay(delay);
            }
        });
        starve(match, starved);
        return match;
    }

    private static Match match(final int peers, final BiConsumer<Integer, SessionConfig> adjust) {
        final Match match = new Match(peers, TRIP_MS, adjust);
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        return match;
    }

    private static void starve(final Match match, final int starved) {
        match.transports.get(0).outgoing = datagram -> (datagram.type() != RELAY || datagram.bytes[1] != 0)
            && (datagram.type() != WINDOW || (starved & 1 << datagram.to) == 0);
    }

    /** What two others say alike is taken, and hardly anything is waited for; nobody is dropped. */
    @ParameterizedTest
    @CsvSource({"4, 2, 0", "4, 2, 6", "5, 6, 0", "8, 4, 0", "8, 28, 0"})
    void shouldPlayOnWithWhoGivesItsInputsToTwoOthers(final int peers, final int starved, final int delay) {
        final Match match = match(peers, starved, delay);
        final long before = match.sessions.get(1).frame();
        match.run(MINUTE_MS / 3);
        for (int peer = 0; peer < peers; peer++) {
            final Session session = match.sessions.get(peer);
            assertEquals(Phase.PLAYING, session.phase(), match::toString);
            assertEquals(peers, session.epoch().members().size(), match::toString);
            assertTrue(session.frame() - before >= MOST_OF_A_THIRD,
                () -> session.frame() - before + " frames: " + match);
        }
    }

    /** Its windows count again, whatever it has not acknowledged meanwhile, and nobody is asked for them any more. */
    @Test
    void shouldHearWhoGivesItsInputsAgain() {
        final Match match = match(4, 2, 0);
        match.run(MINUTE_MS / 3);
        match.transports.get(0).outgoing = TestTransport.Hook.PASS;
        match.run(MINUTE_MS / 3);
        final int[] questions = countQuestions(match);
        match.run(MINUTE_MS / 60);
        assertEquals(0, questions[0], match::toString);
    }

    /** The others have shorter lines, so their answers come first. They prolong the requests for a minute. */
    @Test
    void shouldEndRequestsAMinuteAfterTheLastStallWhereAnswersComeFirst() {
        final SimulatedNetwork network = new SimulatedNetwork(4, 0).conditions(LinkConditions.latency(TRIP_MS))
            .conditions(0, 1, LinkConditions.latency(6 * TRIP_MS)).followPolls();
        final Match match = new Match(network, 4, (peer, config) -> config.inputDelay(12));
        match.stepNs = 2 * Match.MS;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        starve(match, 2);
        match.run(STANDSTILL_MS);
        match.transports.get(0).outgoing = TestTransport.Hook.PASS;
        final int[] questions = countQuestions(match);
        match.run(MINUTE_MS / 2);
        assertTrue(questions[0] > 0, "nobody asked");
        match.run(MINUTE_MS / 2);
        questions[0] = 0;
        match.run(MINUTE_MS / 6);
        assertEquals(0, questions[0], match::toString);
        starve(match, 2);
        match.run(STANDSTILL_MS);
        assertTrue(questions[0] > 0, "nobody asks in a second stall");
        match.transports.get(0).outgoing = TestTransport.Hook.PASS;
        match.run(MINUTE_MS / 2);
        questions[0] = 0;
        match.run(MINUTE_MS / 60);
        assertTrue(questions[0] > 0, "answers prolong the requests after the second stall as well");
    }

    /** Answers to each request would fill the lines, and inputs that wait in that queue are requested for ever. */
    @Test
    void shouldAnswerNoMoreThanAThinLineCarries() {
        final byte[] noise = new byte[NOISE_BYTES + 64];
        new Random(1).nextBytes(noise);
        final SimulatedNetwork network = new SimulatedNetwork(6, 0)
            .conditions(LinkConditions.latency(4 * TRIP_MS).withBandwidth(THIN_BPS, THIN_QUEUE)).followPolls();
        final Match match = new Match(network, 6, (peer, config) -> config.inputDelay(4).inputBytes(64)
            .input((frame, player, input) -> input.put(noise, (int) frame % NOISE_BYTES, 64)));
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(60)), match::toString);
        for (int other = 0; other < 6; other++) {
            if (other != 1) {
                network.cut(1, other);
                network.cut(other, 1);
            }
        }
        match.run(3_700);
        network.heal();
        match.run(MINUTE_MS / 3);
        final long before = match.sessions.get(1).frame();
        match.run(MINUTE_MS / 6);
        final long played = match.sessions.get(1).frame() - before;
        assertTrue(played >= 400, () -> played + " frames in ten seconds: " + match);
    }

    private static int[] countQuestions(final Match match) {
        final int[] questions = {0};
        match.transports.get(1).outgoing = datagram -> {
            questions[0] += datagram.type() == RELAY ? 1 : 0;
            return true;
        };
        return questions;
    }

    /** All those who lack its inputs ask for them: it is the one who is late, not they. */
    @ParameterizedTest
    @CsvSource({"4, 12, 0", "4, 12, 6", "4, 14, 0", "8, 252, 0"})
    void shouldPlayOnWithoutWhoGivesItsInputsToOneOtherAtMost(final int peers, final int starved, final int delay) {
        final Match match = match(peers, starved, delay);
        final long before = match.sessions.get(1).frame();
        match.run(MINUTE_MS);
        for (int peer = 1; peer < peers; peer++) {
            final Session session = match.sessions.get(peer);
            assertEquals(Phase.PLAYING, session.phase(), match::toString);
            assertEquals((1 << peers) - 2, session.epoch().members().mask(), match::toString);
            assertTrue(session.frame() - before >= TWO_THIRDS, () -> session.frame() - before + " frames: " + match);
        }
        assertEquals(EndReason.EVICTED, match.sessions.get(0).endReason(), match::toString);
    }

    /**
     * The others have what these lack, and some ask for inputs of the same peer, because they lacked them a second ago.
     * Those who hear nothing had acknowledged everything, so they owe inputs alone.
     */
    @ParameterizedTest
    @CsvSource({"5, 8", "8, 8", "8, 24"})
    void shouldPlayOnWithoutThoseWhoHearNothingAndLackWhatTheOthersHave(final int peers, final int deaf) {
        final Match match = match(peers, 6, 0);
        match.run(MINUTE_MS / 60);
        match.transports.get(0).outgoing = datagram -> datagram.type() != WINDOW || (deaf & 1 << datagram.to) == 0;
        listen(match, deaf, datagram -> datagram.type() != RELAY);
        match.run(STANDSTILL_MS);
        listen(match, deaf, datagram -> false);
        final Session session = match.sessions.get(0);
        final long before = session.frame();
        match.run(MINUTE_MS / 10);
        assertEquals((1 << peers) - 1 & ~deaf, session.epoch().members().mask(), match::toString);
        assertTrue(session.frame() > before + 1, match::toString);
    }

    private static void listen(final Match match, final int some, final TestTransport.Hook heard) {
        for (int rest = some; rest != 0; rest &= rest - 1) {
            match.transports.get(Integer.numberOfTrailingZeros(rest)).incoming = heard;
        }
    }

    /** Who alone asks for what the others have may as well be the one that lies. */
    @Test
    void shouldPlayOnWithoutWhoSaysThatItLacksWhatAllOthersHave() {
        final Match match = match(4, 0, 0);
        match.transports.get(0).outgoing = TestTransport.Hook.PASS;
        final long startNs = match.nowNs;
        // It plays only for a moment now and then, and asks for the inputs of another meanwhile.
        match.transports.get(1).incoming = datagram -> (match.nowNs - startNs) / Match.MS % 5000 >= 4900
            || datagram.type() != WINDOW && datagram.type() != RELAY || datagram.from != 0 && datagram.type() == WINDOW;
        match.run(MINUTE_MS);
        assertEquals(0b1101, match.sessions.get(0).epoch().members().mask(), match::toString);
        assertEquals(EndReason.EVICTED, match.sessions.get(1).endReason(), match::toString);
    }

    /** Peer 3 asks for the inputs of 0, too, because it lacked some a second ago; it has all that there are. */
    @Test
    void shouldChargeTheOneWhoSaysThatItLacksWhatAnotherOnlyAsksFor() {
        final Match match = match(4, (peer, config) -> config.inputDelay(peer == 0 ? 2 : 8));
        starve(match, 8);
        match.run(MINUTE_MS / 60);
        match.transports.get(0).outgoing = TestTransport.Hook.PASS;
        match.run(MINUTE_MS / 60);
        listen(match, 2, datagram -> datagram.type() != RELAY && (datagram.type() != WINDOW || datagram.from != 0));
        match.run(4000);
        final SessionStatistics seen = match.sessions.get(2).statistics();
        assertEquals(SessionConfig.DEFAULT_WAIT_BUDGET_MS * Match.MS, seen.peer(0).waitLeftNs(), match::toString);
        assertTrue(seen.peer(1).waitLeftNs() < seen.peer(0).waitLeftNs(), match::toString);
    }

    @Test
    void shouldPlayOnWithoutWhoGivesTheInputsOfOneOfItsPlayersAlone() {
        final Match match = HandedOnInputs.match(3, config -> { });
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
        match.transports.get(0).outgoing = datagram -> !HandedOnInputs.isInputs(datagram, 3);
        match.run(MINUTE_MS / 3);
        for (int peer = 1; peer < 3; peer++) {
            assertEquals(Phase.PLAYING, match.sessions.get(peer).phase(), match::toString);
            assertEquals(0b110, match.sessions.get(peer).epoch().members().mask(), match::toString);
        }
    }

    /** What they hand on is whole: of a player whose input has not come they know nothing. */
    @ParameterizedTest
    @ValueSource(longs = {0, (1L << 31) - 10, (1L << 32) - 10})
    void shouldNotTakeWhatIsNotThereForAnInput(final long start) {
        assertNull(HandedOnInputs.whole(start));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, (1L << 31) - 10, (1L << 32) - 10})
    void shouldNotTakeTheWordOfOneForTheInputOfTheSecondPlayer(final long start) {
        assertNull(HandedOnInputs.agreed(start));
    }
}
