package io.lockstep.core.internal.feed;

import static io.lockstep.core.internal.feed.OneSpectator.PARENT_ID;
import static io.lockstep.core.internal.feed.OneSpectator.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.replay.RecordingFormat;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A spectator hands on what it is given, each block once, and knows when there is no more. */
class FeedNodeTest {

    private static final int HEADER_BYTES = 60;
    private static final int FRAMES = 20;

    private final List<String> shown = new ArrayList<>();
    private final FeedNode node = new FeedNode(new SentPackets(), List.of(new InetSocketAddress(7000)),
        new FeedNode.Viewer() {
            @Override
            public void header(final ByteBuffer header) {
                shown.add("header");
            }

            @Override
            public void block(final ByteBuffer block) {
                final String kind = BlockView.kind(block) == RecordingFormat.SNAPSHOT ? "state " : "frames ";
                shown.add(kind + BlockView.frame(block));
            }

            @Override
            public void attached(final SocketAddress parent) {
                shown.add("attached");
            }
        }, 4, 1 << 20, 5);

    private static ByteBuffer block(final int kind, final long frame, final int frames) {
        return ByteBuffer.allocate(RecordingFormat.BLOCK_HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN)
            .put(0, (byte) kind).putShort(RecordingFormat.AT_COUNT, (short) frames)
            .putLong(RecordingFormat.AT_FRAME, frame);
    }

    /** A child that comes late begins at the newest state: it would take long to play from the first one. */
    @Test
    void shouldHandOnEveryStateOnce() {
        node.header(ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN));
        for (int frame = 0; frame <= 2 * FRAMES; frame += FRAMES) {
            node.block(block(RecordingFormat.SNAPSHOT, frame, 0));
            // Another parent begins with the state that the one before ended with.
            node.block(block(RecordingFormat.SNAPSHOT, frame, 0));
            node.block(block(RecordingFormat.FRAMES, frame, FRAMES));
        }
        assertEquals(List.of("header", "state 0", "frames 0", "state 20", "frames 20", "state 40", "frames 40"),
            shown);
    }

    /** A match that ends at frame 30, and the players of whom this spectator knows. */
    private static OneSpectator atTheEnd(final int players, final String reason) {
        final OneSpectator spectator = new OneSpectator(players, 4);
        final long link = spectator.watch();
        spectator.feed(1, link, Blocks.frames(20, 10));
        assertEquals(List.of(), spectator.shown, "others may not end a block here");
        spectator.feed(1, link, Blocks.joined(List.of(Blocks.end(30, reason), Blocks.state(30, 50))));
        assertEquals(reason, spectator.node.ended());
        return spectator;
    }

    @Test
    void shouldShowAllOfAMatchThatIsOverAcknowledgeItAndBeOver() {
        final OneSpectator spectator = atTheEnd(2, "FINISHED");
        assertEquals(List.of("frames 20", "end 30"), spectator.shown);
        assertTrue(spectator.node.isOver());
        assertFalse(spectator.node.hasGivenUp());
        final long link = spectator.link();
        spectator.sent(FeedPacket.BYE, 1);
        final List<ByteBuffer> acks = spectator.socket.sent(FeedPacket.ACK, link);
        assertEquals(5, acks.get(acks.size() - 1).getInt(12), "header and four blocks");
        spectator.isQuietFor(FeedLimits.PAUSE_NS);
        spectator.isQuietFor(2 * FeedLimits.GIVE_UP_NS);
        assertFalse(spectator.node.hasGivenUp());
        final int sent = spectator.socket.count();
        spectator.node.close();
        assertEquals(sent, spectator.socket.count());
        assertTrue(spectator.socket.isClosed());
    }

    @Test
    void shouldShowAllOfAMatchThatTheOnlyPlayerItKnowsHasLeft() {
        final OneSpectator spectator = atTheEnd(1, "LEFT");
        assertEquals(List.of("frames 20", "end 30"), spectator.shown);
        assertTrue(spectator.node.isOver());
    }

    @ParameterizedTest
    @CsvSource({"2, LEFT", "1, REMOVED", "2, REMOVED"})
    void shouldGoOnAtAnotherPlayerOrAgainAtTheSameWhenOneLeavesAMatchThatGoesOn(final int players,
                                                                              final String reason) {
        final OneSpectator spectator = atTheEnd(players, reason);
        assertEquals(List.of("alone"), spectator.shown, "the frames that are held come again");
        spectator.sent(FeedPacket.BYE, 1);
        spectator.isQuietFor(FeedLimits.PAUSE_NS - 1);
        spectator.pollAfter(1);
        assertEquals(20, spectator.sent(FeedPacket.HELLO, players).getLong(28));
        final long link = spectator.attach(players);
        spectator.feed(players, link, header(), Blocks.frames(20, 20));
        assertEquals(List.of("alone", "fed by " + players, "header", "frames 20"), spectator.shown);
        assertNull(spectator.node.ended());
    }

    @Test
    void shouldAskAnotherPlayerWhenTheMatchEndsAtAFrameThatItHasNotReached() {
        final OneSpectator spectator = new OneSpectator(2, 4);
        final long link = spectator.watch();
        spectator.feed(1, link, Blocks.end(21, "FINISHED"));
        assertEquals(List.of("alone"), spectator.shown);
        assertFalse(spectator.node.isOver());
        spectator.pollAfter(FeedLimits.PAUSE_NS);
        spectator.sent(FeedPacket.HELLO, 2);
    }

    @Test
    void shouldHandOnWhatIsHeldBeforeTheNextBlockAndNotBehindAnotherHeader() {
        final OneSpectator spectator = new OneSpectator(1, 4);
        final long link = spectator.watch();
        spectator.feed(1, link, Blocks.frames(20, 10), Blocks.frames(30, 5));
        assertEquals(List.of("frames 20"), spectator.shown);
        spectator.bye(1, link, Refusal.GONE);
        final long next = spectator.attach(1);
        spectator.feed(1, next, header(), Blocks.frames(30, 5), Blocks.frames(35, 5));
        assertEquals(List.of("frames 20", "alone", "fed by 1", "header", "frames 30", "frames 35"), spectator.shown);
    }

    @Test
    void shouldAskForAnyFrameOnceOneIsMissingAndSayThatItBeginsAnew() {
        final OneSpectator spectator = new OneSpectator(1, 4);
        final long link = spectator.watch();
        spectator.feed(1, link, Blocks.joined(List.of(Blocks.frames(40, 20), Blocks.state(60, 50))));
        assertEquals(List.of("alone"), spectator.shown, "the rest of the datagram is of no use");
        assertEquals(1, spectator.socket.sent(FeedPacket.BYE, link).size());
        assertEquals(-1, spectator.sent(FeedPacket.HELLO, 1).getLong(28));
        final long next = spectator.attach(1);
        spectator.feed(1, next, header(), Blocks.state(40, 50), Blocks.frames(40, 20), Blocks.state(60, 50));
        assertEquals(List.of("alone", "fed by 1", "header", "new state 40", "frames 40", "state 60"), spectator.shown);
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 20})
    void shouldLeaveAPlayerOfAnotherMatch(final int at) {
        final OneSpectator spectator = new OneSpectator(2, 4);
        final long link = spectator.watch();
        spectator.bye(1, link, Refusal.GONE);
        final long next = spectator.attach(1);
        final ByteBuffer header = header();
        final ByteBuffer other = Blocks.sealed(header.put(at, (byte) 99));
        spectator.feed(1, next, Blocks.joined(List.of(other, Blocks.state(0, 50))));
        assertEquals(List.of("alone", "fed by 1", "alone"), spectator.shown);
        spectator.pollAfter(FeedLimits.PAUSE_NS);
        spectator.sent(FeedPacket.HELLO, 2);
    }

    @ParameterizedTest
    @CsvSource({"0, 10", "1, 14"})
    void shouldAskAnotherPlayerWhenItsOwnStandsStillForLongerThanThat(final int above, final int seconds) {
        final OneSpectator spectator = new OneSpectator(2, 4);
        final long link = spectator.watch();
        spectator.waitFor(seconds * FeedLimits.SECOND, 1, link, FeedPacketTest.path(above));
        assertEquals(List.of(), spectator.shown);
        spectator.pollAfter(1);
        assertEquals(List.of("alone"), spectator.shown);
        spectator.sent(FeedPacket.BYE, 1);
        spectator.pollAfter(FeedLimits.PAUSE_NS);
        spectator.sent(FeedPacket.HELLO, 2);
    }

    @Test
    void shouldWaitForTheOnlyPlayerThatItKnowsHoweverLongThatStandsStill() {
        final OneSpectator spectator = new OneSpectator(1, 4);
        final long link = spectator.watch();
        spectator.waitFor(2 * FeedLimits.GIVE_UP_NS, 1, link, FeedPath.NONE);
        assertEquals(List.of(), spectator.shown);
        assertFalse(spectator.node.isOver());
    }

    @Test
    void shouldCountNoTimeInWhichItSleptAsStandstill() {
        final OneSpectator spectator = new OneSpectator(2, 4);
        final long link = spectator.watch();
        spectator.waitFor(9 * FeedLimits.SECOND, 1, link, FeedPath.NONE);
        spectator.status(1, link, FeedPath.NONE);
        spectator.pollAfter(FeedLimits.ASLEEP_NS + 1);
        spectator.waitFor(FeedLimits.SECOND, 1, link, FeedPath.NONE);
        assertEquals(List.of(), spectator.shown);
        spectator.pollAfter(1);
        assertEquals(List.of("alone"), spectator.shown);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1000, 0, 1000})
    void shouldGiveUpWhenNobodyHasFedItForHalfAMinuteWithoutTheTimeInWhichItSlept(final long startSeconds) {
        final OneSpectator spectator = new OneSpectator(1, 4);
        spectator.nowNs = startSeconds * FeedLimits.SECOND;
        spectator.pollAfter(0);
        spectator.pollAfter(20 * FeedLimits.SECOND);
        for (int second = 0; second < 30; second++) {
            spectator.pollAfter(FeedLimits.ASLEEP_NS);
            assertFalse(spectator.node.isOver());
        }
        assertFalse(spectator.node.hasGivenUp());
        spectator.pollAfter(1);
        assertTrue(spectator.node.hasGivenUp());
        assertTrue(spectator.node.isOver());
        assertNull(spectator.node.ended());
        spectator.isQuietFor(FeedLimits.SECOND);
    }

    @Test
    void shouldNotSayThatItGaveUpWhenTheMatchHadEndedForItsPlayer() {
        final OneSpectator spectator = atTheEnd(1, "REMOVED");
        for (int second = 0; second < 31; second++) {
            spectator.pollAfter(FeedLimits.SECOND);
        }
        assertTrue(spectator.node.isOver());
        assertFalse(spectator.node.hasGivenUp());
    }

    @Test
    void shouldWaitForAPlayerThatHasNothingToShowYet() {
        final OneSpectator spectator = new OneSpectator(1, 4);
        spectator.pollAfter(0);
        for (int second = 0; second < 60; second++) {
            spectator.begin(FeedPacket.REFUSED, spectator.link()).put((byte) Refusal.NOTHING_YET.ordinal())
                .put((byte) 0);
            spectator.hear(1);
            spectator.pollAfter(FeedLimits.SECOND);
        }
        assertFalse(spectator.node.isOver());
        spectator.sent(FeedPacket.HELLO, 1);
    }

    private static void hello(final OneSpectator spectator, final long cookie) {
        spectator.begin(FeedPacket.HELLO, 90).putLong(900).putLong(cookie).putLong(-1)
            .position(FeedPacket.HELLO_BYTES - Integer.BYTES);
        spectator.hear(9);
    }

    /** Lets host 9 watch this spectator with link 90. */
    private static void letWatch(final OneSpectator spectator) {
        hello(spectator, 0);
        hello(spectator, spectator.socket.sent(FeedPacket.CHALLENGE, 90).get(0).getLong(12));
        assertEquals(1, spectator.node.spectators());
    }

    private static void childAcknowledges(final OneSpectator spectator, final int chunks) {
        spectator.begin(FeedPacket.ACK, 90).putInt(chunks).putLong(0);
        spectator.hear(9);
    }

    @Test
    void shouldFeedThoseBelowWithTheSameBytes() {
        final OneSpectator spectator = new OneSpectator(2, 4);
        final long link = spectator.watch();
        assertTrue(spectator.node.isDrained());
        letWatch(spectator);
        final FeedPath told = statusTold(spectator);
        assertEquals(2, told.depth());
        assertTrue(told.contains(PARENT_ID));
        assertFalse(spectator.node.isDrained());
        assertEquals(ByteBuffer.allocate(300).put(header()).put(Blocks.state(0, 50)).put(Blocks.frames(0, 20)).flip(),
            sentToChild(spectator, 0));
        childAcknowledges(spectator, 1);
        assertTrue(spectator.node.isDrained());
        spectator.feed(1, link, Blocks.frames(20, 10), Blocks.end(30, "FINISHED"));
        assertFalse(spectator.node.isDrained());
        spectator.pollAfter(0);
        assertEquals(ByteBuffer.allocate(300).put(Blocks.frames(20, 10)).put(Blocks.end(30, "FINISHED")).flip(),
            sentToChild(spectator, 1));
        spectator.pollAfter(FeedLimits.ORPHAN_NS);
        spectator.pollAfter(0);
        assertEquals(1, spectator.node.spectators(), "it still feeds when the match is over");
        spectator.begin(FeedPacket.BYE, 90).put((byte) 0);
        spectator.hear(9);
        assertEquals(0, spectator.node.spectators());
    }

    private static FeedPath statusTold(final OneSpectator spectator) {
        final List<ByteBuffer> told = spectator.socket.sent(FeedPacket.STATUS, 90);
        final ByteBuffer last = told.get(told.size() - 1);
        return FeedPath.read(last.position(16).limit(last.limit() - 4), OneSpectator.host(3));
    }

    private static ByteBuffer sentToChild(final OneSpectator spectator, final int chunk) {
        final ByteBuffer sent = spectator.socket.sent(FeedPacket.DATA, 90).get(chunk);
        return sent.position(16).limit(sent.limit() - 4);
    }

    @Test
    void shouldTellThoseBelowWhenSomebodyElseIsAboveIt() {
        final OneSpectator spectator = new OneSpectator(2, 4);
        final long link = spectator.watch();
        letWatch(spectator);
        spectator.status(1, link, FeedPacketTest.path(2));
        assertEquals(4, statusTold(spectator).depth());
        final int told = spectator.socket.sent(FeedPacket.STATUS, 90).size();
        spectator.status(1, link, FeedPacketTest.path(2));
        assertEquals(told, spectator.socket.sent(FeedPacket.STATUS, 90).size(), "nothing has changed");
        assertEquals(List.of(), spectator.shown);
    }

    @Test
    void shouldSendThoseBelowElsewhereWhenItHasHadNoParentForFiveSecondsOrCloses() {
        final OneSpectator spectator = new OneSpectator(2, 4);
        final long link = spectator.watch();
        letWatch(spectator);
        childAcknowledges(spectator, 1);
        spectator.bye(1, link, Refusal.GONE);
        spectator.pollAfter(FeedLimits.ORPHAN_NS);
        assertEquals(1, spectator.node.spectators());
        childAcknowledges(spectator, 1);
        spectator.pollAfter(1);
        assertEquals(0, spectator.node.spectators());
        assertEquals(1, spectator.socket.sent(FeedPacket.BYE, 90).size());
    }

    @Test
    void shouldSayGoodbyeToAllWhenItCloses() {
        final OneSpectator spectator = new OneSpectator(2, 4);
        final long link = spectator.watch();
        letWatch(spectator);
        spectator.node.close();
        assertEquals(1, spectator.socket.sent(FeedPacket.BYE, 90).size());
        assertEquals(1, spectator.socket.sent(FeedPacket.BYE, link).size());
        assertTrue(spectator.node.isOver());
        assertTrue(spectator.socket.isClosed());
    }

    @Test
    void shouldCountWhatComesAndWhatItSendsToThoseBelow() {
        final OneSpectator spectator = new OneSpectator(2, 4);
        spectator.watch();
        letWatch(spectator);
        childAcknowledges(spectator, 1);
        assertEquals(0, spectator.pollAfter(0));
        spectator.socket.hear(ByteBuffer.allocate(3), OneSpectator.host(9));
        assertEquals(2, spectator.pollAfter(FeedLimits.STATUS_NS), "one that is no datagram, and a STATUS");
        spectator.node.await(17);
        assertEquals(17, spectator.socket.awaitedNs());
    }
}
