package io.lockstep.core.internal.feed;

import static io.lockstep.core.internal.feed.OneSpectator.host;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A spectator finds who feeds it, tells it what has come, and replaces it when it goes. */
class UpstreamTest {

    private static final int AT_ID = 12;
    private static final int AT_COOKIE = 20;
    private static final int AT_WANTED = 28;
    private static final int AT_MATCH = 36;
    private static final int AT_DIGEST = 44;
    private static final int AT_FLAGS = 52;

    private final OneSpectator spectator = new OneSpectator(2, 4);

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldSayWhoItIsAndWhatItWants(final int most) {
        final OneSpectator other = new OneSpectator(1, most);
        other.pollAfter(0);
        final ByteBuffer hello = other.sent(FeedPacket.HELLO, 1);
        assertEquals(FeedPacket.HELLO_BYTES, hello.limit());
        assertEquals(0, hello.getLong(AT_COOKIE));
        assertEquals(-1, hello.getLong(AT_WANTED));
        assertEquals(0, hello.getLong(AT_MATCH));
        assertEquals(0, hello.getLong(AT_DIGEST));
        assertEquals(most, hello.get(AT_FLAGS));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE / 2, -FeedLimits.SECOND, 0, Long.MAX_VALUE - FeedLimits.SECOND})
    void shouldAskAtItsFirstPollWhateverTheClockSays(final long startNs) {
        spectator.nowNs = startNs;
        spectator.pollAfter(0);
        spectator.sent(FeedPacket.HELLO, 1);
    }

    @Test
    void shouldAskEachPlayerEightTimesAndAllOfThemAgainAfterAPause() {
        spectator.pollAfter(0);
        for (int player = 1; player <= 2; player++) {
            final long link = spectator.link();
            for (int hello = 1; hello < FeedLimits.MAX_HELLOS; hello++) {
                spectator.isQuietFor(FeedLimits.HELLO_NS - 1);
                spectator.pollAfter(1);
                spectator.sent(FeedPacket.HELLO, player);
                assertEquals(link, spectator.link());
            }
            spectator.isQuietFor(FeedLimits.HELLO_NS - 1);
            spectator.pollAfter(1);
            assertEquals(player == 1, link != spectator.link(), "another attempt has another link");
        }
        assertEquals(2 * FeedLimits.MAX_HELLOS, spectator.socket.count());
        spectator.isQuietFor(FeedLimits.PAUSE_NS - 1);
        spectator.pollAfter(1);
        spectator.sent(FeedPacket.HELLO, 1);
    }

    @Test
    void shouldProveItsAddressAtOnceAndWithTheFirstCookieAlone() {
        spectator.pollAfter(0);
        final long link = spectator.link();
        spectator.begin(FeedPacket.CHALLENGE, link).putLong(33).put((byte) 0);
        spectator.hear(1);
        spectator.begin(FeedPacket.CHALLENGE, link + 1).putLong(33);
        spectator.hear(1);
        spectator.begin(FeedPacket.CHALLENGE, link).putLong(33);
        spectator.hear(2);
        assertEquals(1, spectator.socket.count());
        for (final long cookie : new long[] {44, 55}) {
            spectator.begin(FeedPacket.CHALLENGE, link).putLong(cookie);
            spectator.hear(1);
            assertEquals(2, spectator.socket.count());
            assertEquals(44, spectator.sent(FeedPacket.HELLO, 1).getLong(AT_COOKIE));
            assertEquals(link, spectator.link());
        }
        spectator.pollAfter(FeedLimits.HELLO_NS);
        assertEquals(44, spectator.sent(FeedPacket.HELLO, 1).getLong(AT_COOKIE));
    }

    private void refused(final int from, final Refusal why, final int... named) {
        final ByteBuffer out = spectator.begin(FeedPacket.REFUSED, spectator.link()).put((byte) why.ordinal())
            .put((byte) named.length);
        for (final int host : named) {
            FeedAddress.write(host(host), out);
        }
        spectator.hear(from);
    }

    @Test
    void shouldAskThoseWhoAreNamedInsteadAtOnceAndThenTheNextPlayer() {
        spectator.pollAfter(0);
        spectator.begin(FeedPacket.REFUSED, spectator.link()).put((byte) 0);
        spectator.hear(1);
        assertEquals(1, spectator.socket.count(), "the refusal is cut off");
        refused(1, Refusal.FULL, 8);
        spectator.sent(FeedPacket.HELLO, 8);
        assertEquals(0, spectator.socket.last().getLong(AT_COOKIE));
        assertEquals(Refusal.FULL.meaning(), spectator.node.refusal());
        FeedAddress.write(host(9), spectator.begin(FeedPacket.REFUSED, spectator.link())
            .put((byte) Refusal.OTHER_MATCH.ordinal()).put((byte) 0));
        spectator.hear(8);
        spectator.sent(FeedPacket.HELLO, 2);
        assertEquals(Refusal.OTHER_MATCH.meaning(), spectator.node.refusal());
        refused(2, Refusal.FULL, 8);
        assertEquals(3, spectator.socket.count(), "all have been asked");
        spectator.isQuietFor(FeedLimits.PAUSE_NS - 1);
        spectator.pollAfter(1);
        spectator.sent(FeedPacket.HELLO, 1);
    }

    /** A number that is drawn tells with whom to begin, so that not all who are told the same ask the same. */
    @Test
    void shouldBeginWithAnyOfThoseWhoAreNamed() {
        boolean first = false;
        boolean other = false;
        for (int i = 0; i < 20; i++) {
            spectator.pollAfter(FeedLimits.PAUSE_NS);
            refused(1, Refusal.FULL, 7, 8);
            final int asked = spectator.socket.lastTo().equals(host(7)) ? 7 : 8;
            first |= asked == 7;
            other |= asked == 8;
            refused(asked, Refusal.OTHER_MATCH);
            spectator.sent(FeedPacket.HELLO, 15 - asked);
            refused(15 - asked, Refusal.OTHER_MATCH);
            refused(2, Refusal.OTHER_MATCH);
        }
        assertTrue(first && other);
    }

    @Test
    void shouldForgetARefusalOfWhoDoesNotAnswerAnyMore() {
        spectator.pollAfter(0);
        refused(1, Refusal.FULL);
        spectator.sent(FeedPacket.HELLO, 2);
        for (int hello = 0; hello < FeedLimits.MAX_HELLOS; hello++) {
            assertEquals(Refusal.FULL.meaning(), spectator.node.refusal());
            spectator.pollAfter(FeedLimits.HELLO_NS);
        }
        assertNull(spectator.node.refusal());
    }

    private static void assertAck(final ByteBuffer ack, final int cumulative, final long mask) {
        assertEquals(cumulative, ack.getInt(AT_ID));
        assertEquals(mask, ack.getLong(AT_ID + Integer.BYTES));
    }

    @Test
    void shouldAcknowledgeWhatHasComeAtTheNextPollAndElseTwiceASecond() {
        spectator.pollAfter(0);
        final long link = spectator.attach(1);
        assertEquals(OneSpectator.DELAY_MS, spectator.node.delayMs());
        assertNull(spectator.node.refusal());
        assertAck(spectator.sent(FeedPacket.ACK, 1), 0, 0);
        spectator.isQuietFor(FeedLimits.ACK_NS - 1);
        spectator.pollAfter(1);
        assertAck(spectator.sent(FeedPacket.ACK, 1), 0, 0);
        spectator.begin(FeedPacket.DATA, link).putInt(1).put((byte) 1);
        spectator.hear(1);
        assertAck(spectator.sent(FeedPacket.ACK, 1), 0, 1);
        spectator.begin(FeedPacket.DATA, link).putInt(0);
        spectator.hear(1);
        spectator.begin(FeedPacket.DATA, link);
        spectator.hear(1);
        assertAck(spectator.sent(FeedPacket.ACK, 1), 0, 1);
        spectator.begin(FeedPacket.DATA, link).putInt(0).put((byte) 0x89);
        spectator.hear(1);
        assertAck(spectator.sent(FeedPacket.ACK, 1), 2, 0);
        spectator.isQuietFor(FeedLimits.ACK_NS - 1);
        spectator.begin(FeedPacket.HELLO + 1, link).putLong(3);
        spectator.hear(1);
        spectator.isQuietFor(0);
    }

    @Test
    void shouldLeaveAParentThatIsSilentForMoreThanThreeSecondsAndAskAtOnce() {
        final long link = spectator.watch();
        spectator.pollAfter(FeedLimits.PARENT_SILENCE_NS);
        spectator.sent(FeedPacket.ACK, 1);
        assertEquals(List.of(), spectator.shown);
        final int before = spectator.socket.count();
        spectator.pollAfter(1);
        assertEquals(List.of("alone"), spectator.shown);
        assertEquals(before + 2, spectator.socket.count());
        assertEquals(1, spectator.socket.sent(FeedPacket.BYE, link).size());
        final ByteBuffer hello = spectator.sent(FeedPacket.HELLO, 1);
        assertNotEquals(link, spectator.link());
        assertEquals(20, hello.getLong(AT_WANTED));
        assertEquals(7, hello.getLong(AT_MATCH));
        assertEquals(14, hello.getLong(AT_DIGEST));
    }

    @Test
    void shouldAskAnotherOneAtOnceWhenItsParentHasGoneAndLaterWhenThatDoesNotWantIt() {
        final long link = spectator.watch();
        spectator.bye(2, link, Refusal.GONE);
        spectator.bye(1, link + 1, Refusal.GONE);
        assertEquals(List.of(), spectator.shown);
        spectator.bye(1, link, Refusal.GONE);
        assertEquals(List.of("alone"), spectator.shown);
        assertEquals(Refusal.GONE.meaning(), spectator.node.refusal());
        final long next = spectator.attach(1);
        spectator.isQuietFor(0);
        spectator.bye(1, next, Refusal.LAGS);
        assertEquals(Refusal.LAGS.meaning(), spectator.node.refusal());
        assertEquals(List.of("alone", "fed by 1", "alone"), spectator.shown);
        spectator.isQuietFor(FeedLimits.PAUSE_NS - 1);
        spectator.pollAfter(1);
        spectator.attach(1);
        spectator.begin(FeedPacket.BYE, spectator.link());
        spectator.hear(1);
        assertEquals(Refusal.GONE.meaning(), spectator.node.refusal(), "a BYE without a reason");
        spectator.sent(FeedPacket.HELLO, 1);
    }

    @Test
    void shouldAskThoseAboveItsParentFirstAndHandOnNothingOfThatParent() {
        final long link = spectator.watch();
        spectator.status(1, link, FeedPacketTest.path(3));
        spectator.bye(1, link, Refusal.GONE);
        final SocketAddress nearest = FeedPacketTest.path(4).grandparents().get(0);
        assertEquals(nearest, spectator.socket.lastTo());
        final long asked = spectator.link();
        spectator.feed(1, link, Blocks.frames(20, 20));
        spectator.isQuietFor(0);
        assertEquals(asked, spectator.link());
        assertEquals(List.of("alone"), spectator.shown);
    }

    @Test
    void shouldNotBeFedByItselfNorByWhoSendsNoPath() {
        spectator.pollAfter(0);
        final long id = spectator.socket.last().getLong(AT_ID);
        final long first = spectator.link();
        FeedPath.NONE.write(id, spectator.begin(FeedPacket.STATUS, first).putInt(0));
        spectator.hear(1);
        spectator.sent(FeedPacket.HELLO, 2);
        spectator.begin(FeedPacket.STATUS, spectator.link()).putInt(0);
        spectator.hear(2);
        assertEquals(2, spectator.socket.count(), "nobody is left");
        assertEquals(List.of(), spectator.shown);
        spectator.pollAfter(FeedLimits.PAUSE_NS);
        final long link = spectator.attach(1);
        FeedPath.NONE.write(id, spectator.begin(FeedPacket.STATUS, link).putInt(0));
        spectator.hear(1);
        assertEquals(List.of("fed by 1", "alone"), spectator.shown);
        assertEquals(1, spectator.socket.sent(FeedPacket.BYE, link).size());
        spectator.sent(FeedPacket.HELLO, 1);
        assertFalse(spectator.node.isOver());
    }

    @Test
    void shouldLeaveWhoSendsWhatIsNoRecordingForAWhile() {
        final long link = spectator.watch();
        spectator.feed(1, link, ByteBuffer.allocate(24));
        assertEquals(List.of("alone"), spectator.shown);
        spectator.sent(FeedPacket.BYE, 1);
        spectator.isQuietFor(FeedLimits.PAUSE_NS - 1);
        spectator.pollAfter(1);
        spectator.sent(FeedPacket.HELLO, 1);
    }
}
