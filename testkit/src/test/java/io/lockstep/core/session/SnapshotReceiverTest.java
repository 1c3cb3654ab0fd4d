package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.SessionSeal;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.LoggedFrame;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.internal.seats.SnapshotHead;
import io.lockstep.core.internal.seats.SnapshotReceiver;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.internal.transfer.FrameStreamWriter;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Player 2 comes into a match of 0, who sends the state after frame 100, and 1. */
class SnapshotReceiverTest {

    private static final int PLAYERS = 3;
    private static final int INPUT_BYTES = 2;
    private static final int EVENT_BYTES = 8;
    private static final long SNAPSHOT = 100;
    /** An order that was not repeated for so long holds no more. */
    private static final long LATER_NS = 3_000_000_000L;
    private static final int STATE_BYTES = 10_000;
    /** Both members, and a time, in nanoseconds, in which a complete state is surely not given up. */
    private static final int BOTH = 0b11;
    private static final long CONFIRMED_NS = 9_000_000_000L;
    private static final long TICK_NS = 50_000_000L;

    private final byte[] input = {1, 2};
    private final SessionConfig config = Session.builder().simulation(new TestGame()).gameId("test").sessionSeed(1)
        .players(PLAYERS).localPlayer(2).maxEventBytes(EVENT_BYTES)
        .transport(new SimulatedNetwork(PLAYERS, 0).endpoint(2)).input((frame, player, bytes) -> { });
    private final InputLog donors = new InputLog(PLAYERS, INPUT_BYTES, EVENT_BYTES, SNAPSHOT + 1);
    private final InputLog log = new InputLog(PLAYERS, INPUT_BYTES, EVENT_BYTES, 0);
    private final FrameStreamWriter writer = new FrameStreamWriter(PLAYERS, INPUT_BYTES, EVENT_BYTES);
    private SnapshotReceiver newcomer;
    private final MatchSettings settings = config.settings();
    private final FrameOrders orders = new FrameOrders(settings, log, new EventQueue());
    private Link donor;
    /** The other member, who sends no state unless a test has it do so. */
    private Link other;
    private StateHash hash;
    /** The frame of the state that the donor sends, and the number of chunks that it has sent. */
    private long sent;
    private int chunks;

    @BeforeEach
    void load() {
        final Links links = new Links(settings, new Agreement(settings), 1, new SplittableRandom(1));
        donor = links.all()[0];
        other = links.all()[1];
        donor.seal.open(1, 1, 2, null, false);
        other.seal.open(1, 1, 2, null, false);
        newcomer = new SnapshotReceiver(settings, log, orders, new Wire(settings.ports().transport(),
            new SessionSeal(links, settings.ports().transport()), new MessageCodec(
            new WireLimits(INPUT_BYTES, 1, EVENT_BYTES, WireLimits.DEFAULT_STATE_BYTES)), settings.sending()
                .protocolMode()));
        donors.close(2, SNAPSHOT + 1);
        send(SNAPSHOT, 0, Integer.MAX_VALUE);
        assertTrue(newcomer.tick(true, 0, 0, 0));
        assertEquals(SnapshotReceiver.Stage.REPLAYING, newcomer.stage());
    }

    /** The leader orders the state after a frame, of which the donor sends so many bytes at most. */
    private void send(final long frame, final long nowNs, final int most) {
        final StateBuffer state = new StateBuffer(STATE_BYTES);
        settings.game().save(state);
        final var head = SnapshotHead.newHead();
        SnapshotHead.write(head, frame, state, donors, settings, orders);
        assertTrue(newcomer.offered(donor, frame, 1, true, nowNs));
        hash = StateHash.of(settings.rules().matchId(), frame,
            Arrays.copyOfRange(head.array(), SnapshotHead.STANDING_AT, SnapshotHead.HEAD_BYTES), state.array(),
            state.length());
        newcomer.vouched(0, frame, hash);
        sent = frame;
        chunks = 0;
        chunk(head.array(), head.limit());
        chunk(state.array(), Math.min(state.length(), most));
    }

    private void chunk(final byte[] bytes, final int length) {
        for (int at = 0; at < length; at += TransferMessage.MAX_CHUNK_BYTES) {
            assertTrue(newcomer.receive(donor, new TransferMessage().chunk(SnapshotHead.transferId(sent, donor.peer),
                chunks++, bytes, at, Math.min(TransferMessage.MAX_CHUNK_BYTES, length - at), false), 0));
        }
    }

    /** The donor simulates frames with the input of player 0, and with that of player 1 where that is there. */
    private void simulate(final long first, final long end) {
        for (long frame = first; frame < end; frame++) {
            donors.append(0, input, 0);
            if (donors.present(1, frame)) {
                donors.append(1, input, 0);
            }
            writer.write(new LoggedFrame(PLAYERS, donors).at(frame));
            chunk(writer.array(), writer.length());
        }
    }

    @Test
    void shouldGoByTheDonorOnWhoIsThereBeforeItHasASay() {
        simulate(101, 105);
        donors.close(1, 105);
        simulate(105, 108);
        newcomer.tick(true, 0, 0, 0);
        assertEquals(108, newcomer.next());
        assertTrue(log.present(1, 104));
        assertFalse(log.present(1, 105));
    }

    @Test
    void shouldNotFollowADonorIntoAnEpochThatItIsNotIn() {
        simulate(101, 105);
        donors.close(1, 105);
        simulate(105, 108);
        newcomer.tick(false, 0, 0, 0);
        assertEquals(105, newcomer.next());
        assertTrue(log.present(1, 105), "by our epoch the other one is still there, though nothing of it came");
        newcomer.tick(false, 0, 0, 0);
        assertEquals(105, newcomer.next());
        // Our own epoch says the same by now.
        log.close(1, 105);
        newcomer.tick(false, 0, 0, 0);
        assertEquals(108, newcomer.next());
    }

    @Test
    void shouldKnowACutByTheFramesOfADonorThatHasAppliedIt() {
        simulate(101, 105);
        newcomer.tick(true, 0, 0, 0);
        assertFalse(newcomer.wasCutAfter(1, SnapshotReceiver.NONE));
        donors.close(1, 105);
        simulate(105, 108);
        newcomer.tick(true, 0, 0, 0);
        assertTrue(newcomer.wasCutAfter(1, SnapshotReceiver.NONE));
        assertTrue(newcomer.wasCutAfter(1, 104), "by an older cut it may have come back since, and gone again");
        assertFalse(newcomer.wasCutAfter(1, 105), "it is the cut that is known");
        assertFalse(newcomer.wasCutAfter(2, SnapshotReceiver.NONE), "never there");
        log.open(1, 120);
        assertFalse(newcomer.wasCutAfter(1, SnapshotReceiver.NONE), "it counts again");
    }

    @Test
    void shouldNotTakeALastInputForACut() {
        simulate(101, 104);
        donors.append(0, input, 0);
        donors.append(1, input, 0);
        donors.attachCommand(1, Command.of(Command.Kind.LEAVE));
        writer.write(new LoggedFrame(PLAYERS, donors).at(104));
        chunk(writer.array(), writer.length());
        simulate(105, 108);
        newcomer.tick(true, 0, 0, 0);
        assertEquals(108, newcomer.next());
        assertTrue(log.isClosed(1));
        assertFalse(newcomer.wasCutAfter(1, SnapshotReceiver.NONE));
    }

    /** A new leader orders another state; that we have caught up with the one before reaches it later. */
    @Test
    void shouldGoOnWithItsStateWhenItIsTakenInBeforeAnotherOneIsHere() {
        simulate(101, 105);
        newcomer.tick(true, 0, 0, 0);
        assertTrue(newcomer.offered(donor, SNAPSHOT + 60, 1, true, LATER_NS));
        assertEquals(SnapshotReceiver.Stage.RECEIVING, newcomer.stage());
        assertTrue(newcomer.resume());
        assertEquals(SnapshotReceiver.Stage.REPLAYING, newcomer.stage());
        assertEquals(SNAPSHOT + 1, newcomer.firstFrame());
        assertEquals(105, newcomer.next());
        assertFalse(newcomer.tick(false, 0, 0, 0));
        assertFalse(newcomer.resume(), "there is no other one any more");
    }

    @Test
    void shouldTakeTheNextStateFromItsBeginning() {
        ((TestGame) settings.game()).padding = new byte[STATE_BYTES / 2];
        send(SNAPSHOT + 60, LATER_NS, STATE_BYTES / 4);
        assertFalse(newcomer.tick(true, 0, 0, 0));
        assertEquals(SnapshotReceiver.Stage.RECEIVING, newcomer.stage());
        send(SNAPSHOT + 120, 2 * LATER_NS, Integer.MAX_VALUE);
        assertTrue(newcomer.tick(true, 0, 0, 0));
        assertEquals(SNAPSHOT + 121, newcomer.firstFrame());
    }

    /** All of the state is here, and the word of the second member about it comes late. */
    @Test
    void shouldWaitForVouchesOfACompleteStateEightSecondsLongerThanForAChunk() {
        final long frame = SNAPSHOT + 60;
        send(frame, LATER_NS, Integer.MAX_VALUE);
        assertTrue(newcomer.offered(donor, frame, BOTH, true, LATER_NS));
        for (long ns = LATER_NS; ns < LATER_NS + CONFIRMED_NS; ns += TICK_NS) {
            assertTrue(newcomer.offered(donor, frame, BOTH, true, ns));
            assertFalse(newcomer.tick(true, 0, ns, ns));
        }
        assertEquals(SnapshotReceiver.Stage.CONFIRMING, newcomer.stage());
        assertTrue(newcomer.hasBegun());
        final long nowNs = LATER_NS + CONFIRMED_NS;
        assertFalse(newcomer.offered(other, frame + 60, BOTH, true, nowNs), "it waits for the vouch");
        newcomer.vouched(other.peer, frame, hash);
        assertTrue(newcomer.tick(true, 0, nowNs, nowNs));
        assertEquals(frame + 1, newcomer.firstFrame());
    }

    /** A donor says that the state after a frame is too large for it to send. */
    private void refuse(final Link from, final long frame, final long nowNs) {
        donor = from;
        assertTrue(newcomer.offered(from, frame, BOTH, true, nowNs));
        final ByteBuffer head = SnapshotHead.newHead();
        head.putLong(~frame).putInt(STATE_BYTES);
        sent = frame;
        chunks = 0;
        chunk(head.array(), SnapshotHead.HEAD_BYTES);
        assertFalse(newcomer.tick(true, 0, nowNs, nowNs));
    }

    /** Its state has become smaller; it stops sending it, and that of the next donor has grown. */
    @Test
    void shouldForgetThatTheStateOfADonorWasTooLargeOnceItSendsOneThatIsNot() {
        ((TestGame) settings.game()).padding = new byte[STATE_BYTES / 2];
        final Link first = donor;
        refuse(first, SNAPSHOT + 60, LATER_NS);
        send(SNAPSHOT + 120, 2 * LATER_NS, STATE_BYTES / 4);
        assertTrue(newcomer.offered(first, SNAPSHOT + 120, BOTH, true, 2 * LATER_NS));
        assertFalse(newcomer.tick(true, 0, 0, 0));
        assertEquals(SnapshotReceiver.Stage.RECEIVING, newcomer.stage());
        refuse(other, SNAPSHOT + 180, 3 * LATER_NS);
        assertNull(newcomer.refusal());
        refuse(first, SNAPSHOT + 240, 4 * LATER_NS);
        assertTrue(newcomer.refusal().contains("maxStateBytes"), newcomer.refusal());
    }

    /** The leader orders a later state where nothing of the first arrives; copies of its first order come as well. */
    @Test
    void shouldFollowTheLaterOrderAtOnceWhileNothingArrives() {
        final SnapshotReceiver fresh = new SnapshotReceiver(settings, log,
            new FrameOrders(settings, log, new EventQueue()), null);
        assertTrue(fresh.offered(donor, SNAPSHOT, 1, true, 0));
        assertTrue(fresh.offered(donor, SNAPSHOT + 60, 1, true, 1));
        assertFalse(fresh.offered(donor, SNAPSHOT, 1, true, 1), "that is the order before");
        assertFalse(fresh.offered(donor, SNAPSHOT + 90, 1, false, 1), "that is the leader of another line");
        assertEquals(SNAPSHOT + 61, fresh.firstFrame());
    }

    @Test
    void shouldSayThatAStateHasBegunToArriveOnceItsHeadIsHere() {
        final SnapshotReceiver fresh = new SnapshotReceiver(settings, log,
            new FrameOrders(settings, log, new EventQueue()), null);
        assertFalse(fresh.hasBegun());
        assertTrue(fresh.offered(donor, SNAPSHOT, 1, true, 0));
        assertFalse(fresh.hasBegun());
        assertTrue(newcomer.hasBegun());
        assertTrue(newcomer.offered(donor, SNAPSHOT + 60, 1, true, LATER_NS));
        assertFalse(newcomer.hasBegun(), "nothing of the new one is here");
    }

    @Test
    void shouldHaveNoStateToGoOnWithBeforeOneIsLoaded() {
        final SnapshotReceiver fresh = new SnapshotReceiver(settings, log,
            new FrameOrders(settings, log, new EventQueue()), null);
        assertTrue(fresh.offered(donor, SNAPSHOT, 1, true, 0));
        assertFalse(fresh.resume());
        assertEquals(SnapshotReceiver.Stage.RECEIVING, fresh.stage());
    }
}
