package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.OpeningOrders;
import io.lockstep.core.internal.play.Pauses;
import io.lockstep.core.internal.play.StandingOrders;
import io.lockstep.core.internal.protocol.Command;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When orders that the inputs of 3 count are carried out, while 0, 1 and 2 play. We are 0. */
class OpeningOrdersTest {

    private static final int PLAYERS = 4;
    private static final int NEWCOMER = 3;
    private static final int PROCESS = 0x7654_32AB;

    private final SessionConfig config = new SessionConfig().players(PLAYERS).localPlayer(0);
    private final InputLog log = new InputLog(PLAYERS, 2, 0, 0);
    private FrameOrders orders = new FrameOrders(config.unchecked(), log, new EventQueue());

    OpeningOrdersTest() {
        log.close(NEWCOMER, 0);
    }

    private void pass(final int frames) {
        for (int i = 0; i < frames; i++) {
            frame(-1, Command.NONE);
        }
    }

    /** A frame in which one player gives a command. Tells its number. */
    private long frame(final int by, final int command) {
        final long frame = arrives(by < 0 ? 0 : 1 << by, command);
        orders.execute(frame);
        return frame;
    }

    /** A frame in which some players give a command is here, and is not executed. Tells its number. */
    private long arrives(final int by, final int command) {
        for (int player = 0; player < PLAYERS; player++) {
            log.append(player, new byte[2], 0);
            if ((by & 1 << player) != 0) {
                log.attachCommand(player, command);
            }
        }
        return log.next(0) - 1;
    }

    /** Does a frame that arrives let somebody in who is no member of the epoch that holds? It is executed then. */
    private boolean admitsStranger(final int by) {
        final long frame = arrives(by, Command.activate(NEWCOMER, 20, PROCESS));
        final boolean admits = orders.admitStranger(frame);
        orders.execute(frame);
        return admits;
    }

    /** The newcomer is no member of the epoch that holds here. */
    private void settle() {
        final Match match = new Match(NEWCOMER, 1, (peer, other) -> { });
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(0)));
        orders.settle(match.sessions.get(0).loop.seats.membership().epoch());
    }

    private long orders(final int by, final int ahead) {
        return frame(by, Command.activate(NEWCOMER, ahead, PROCESS));
    }

    private boolean counts() {
        return !log.isClosed(NEWCOMER);
    }

    @Test
    void shouldCarryOutNothingThatOneAloneHasOrdered() {
        orders(1, 20);
        pass(50);
        orders(1, 20);
        assertFalse(counts());
        assertEquals(0, orders.opened());
    }

    @Test
    void shouldLetInputsCountThatTwoHaveOrdered() {
        orders(1, 20);
        pass(10);
        final long second = orders(2, 15);
        assertEquals(1 << NEWCOMER, orders.opened());
        assertEquals(second + 20, orders.opensAt(NEWCOMER), "as much later as either of them says");
    }

    @Test
    void shouldNotWaitForASecondWhereTwoPlay() {
        log.close(2, 0);
        final long only = orders(1, 20);
        assertEquals(only + 20, orders.opensAt(NEWCOMER));
    }

    @Test
    void shouldForgetAnOrderThatNobodySecondsInTime() {
        orders(1, 20);
        pass(OpeningOrders.SECONDED_WITHIN);
        orders(2, 20);
        assertFalse(counts());
        pass(OpeningOrders.SECONDED_WITHIN - 1);
        orders(1, 20);
        assertTrue(counts());
    }

    @Test
    void shouldNotTakeOrdersAboutTwoProcessesForTheSame() {
        frame(1, Command.activate(NEWCOMER, 20, PROCESS + 1));
        orders(2, 20);
        assertFalse(counts());
        orders(1, 20);
        assertTrue(counts());
    }

    @Test
    void shouldNotLetOneThatOrdersAllTheTimeKeepTwoOthersFromIt() {
        orders(1, 20);
        frame(0, Command.activate(NEWCOMER, 1, PROCESS + 1));
        frame(0, Command.activate(2, 1, PROCESS));
        orders(2, 20);
        assertTrue(counts());
    }

    @Test
    void shouldSayOfTheSecondOrderThatItLetsSomebodyInWhoIsNoMember() {
        settle();
        assertFalse(admitsStranger(1 << 1), "nothing comes of what one alone orders");
        assertTrue(admitsStranger(1 << 2));
        assertFalse(counts());
        assertFalse(admitsStranger(1 << 1), "two have ordered it before");
    }

    @Test
    void shouldSayOfTwoOrdersInOneFrameThatTheyLetSomebodyInWhoIsNoMember() {
        settle();
        assertTrue(admitsStranger(0b110));
    }

    @Test
    void shouldSayOfTheOnlyOrderOfTwoWhoPlayThatItLetsSomebodyInWhoIsNoMember() {
        settle();
        log.close(2, 0);
        assertTrue(admitsStranger(1 << 1));
    }

    @Test
    void shouldKnowWhatOrdersComeToAsLongAsNoEpochHolds() {
        assertFalse(admitsStranger(0b110));
        assertTrue(counts());
    }

    /** It left with its first input, and the order of a third member was on its way. */
    @Test
    void shouldNotCarryItOutOnceMoreForWhoOrdersTheSameLater() {
        orders(1, 0);
        final long from = orders(2, 1) + 1;
        log.append(NEWCOMER, new byte[2], 0);
        log.attachCommand(NEWCOMER, Command.of(Command.Kind.LEAVE));
        pass(1);
        assertEquals(from + 1, log.next(NEWCOMER));
        orders(0, 20);
        assertFalse(counts());
    }

    @Test
    void shouldKnowWhatAnotherHasOrderedButNotWhatWeHaveOurselves() {
        final OpeningOrders openings = orders.standing().openings();
        orders(0, 20);
        assertFalse(openings.isOrdered(NEWCOMER, PROCESS, log.next(0)));
        orders(1, OpeningOrders.MOST_AHEAD + 1);
        assertFalse(openings.isOrdered(NEWCOMER, PROCESS, log.next(0)), "no order at all");
        log.close(1, log.next(0));
        frame(2, Command.activate(1, 20, PROCESS));
        assertFalse(openings.isOrdered(NEWCOMER, PROCESS, log.next(0)));
        assertTrue(openings.isOrdered(1, PROCESS, log.next(0)));
        assertFalse(openings.isOrdered(1, PROCESS + 1, log.next(0)));
        assertFalse(openings.isOrdered(1, PROCESS, log.next(0) + OpeningOrders.SECONDED_WITHIN));
    }

    /** Who joins, or is repaired, begins with a state between both orders. */
    @Test
    void shouldSecondAnOrderThatCameBeforeTheStateThatWasLoaded() {
        orders(1, 20);
        final ByteBuffer saved = ByteBuffer.allocate(StandingOrders.BYTES);
        orders.standing().save(saved);
        assertTrue(StandingOrders.isSaved(saved.flip(), 0, log.next(0) - 1, config.unchecked()));
        orders = new FrameOrders(config.unchecked(), log, new EventQueue());
        orders.load(saved);
        orders(2, 20);
        assertTrue(counts());
        final ByteBuffer again = ByteBuffer.allocate(StandingOrders.BYTES);
        final StandingOrders replayed = new StandingOrders(config.unchecked());
        replayed.load(saved.rewind());
        orders.replace(replayed, log.next(0) - 2, log.next(0) - 1);
        orders.standing().save(again);
        assertEquals(1, again.getLong(Pauses.BYTES + NEWCOMER * 20 + 12), "it was seconded in frame 1");
        orders.standing().save(saved.clear());
        assertArrayEquals(again.array(), saved.array());
    }

    @Test
    void shouldRefuseToLoadWhatNoMemberHasOrdered() {
        orders(1, 20);
        final ByteBuffer saved = ByteBuffer.allocate(StandingOrders.BYTES);
        orders.standing().save(saved);
        final int ofOne = Pauses.BYTES + 20;
        for (final int at : new int[] {ofOne + 2, ofOne + 3, ofOne + 4, ofOne + 12, ofOne + 3 * 20 + 3}) {
            final byte[] wrong = saved.array().clone();
            wrong[at] = Byte.MAX_VALUE;
            assertFalse(StandingOrders.isSaved(ByteBuffer.wrap(wrong), 0, 0, config.unchecked()), "byte " + at);
        }
        assertTrue(StandingOrders.isSaved(saved, 0, 0, config.unchecked()));
        assertFalse(StandingOrders.isSaved(saved.putInt(ofOne, Command.of(Command.Kind.PAUSE)), 0, 0,
            config.unchecked()));
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldLetInputsCountThatTwoHaveOrderedFromAnyFrame(final long start) {
        final InputLog far = new InputLog(PLAYERS, 2, 0, start);
        final FrameOrders given = new FrameOrders(config.unchecked(), far, new EventQueue());
        far.close(NEWCOMER, start);
        for (long frame = start; frame < start + 40; frame++) {
            for (int player = 0; player < NEWCOMER; player++) {
                far.append(player, new byte[2], 0);
                if (frame == start + 15 && player == 1 || frame == start + 18 && player == 2) {
                    far.attachCommand(player, Command.activate(NEWCOMER, 20, PROCESS));
                }
            }
            given.execute(frame);
            assertEquals(frame >= start + 15, given.standing().openings().isOrdered(NEWCOMER, PROCESS, frame)
                || !far.isClosed(NEWCOMER), "frame " + frame);
        }
        assertEquals(start + 38, given.opensAt(NEWCOMER));
        assertEquals(start + 38, far.presentFrom(NEWCOMER));
    }
}
