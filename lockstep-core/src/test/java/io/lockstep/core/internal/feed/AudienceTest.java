package io.lockstep.core.internal.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.replay.RecordingFormat;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who feeds spectators gives them what is there, and no lever. */
class AudienceTest {

    private static final int MOST = 4;
    private static final int BYTES_PER_SECOND = 1 << 20;
    private static final int STATE_BYTES = 40_000;
    private static final long NO_COOKIE = 0;
    private static final long ANY_FRAME = -1;

    private final SentPackets socket = new SentPackets();
    private final FeedLog log = new FeedLog();
    private final Audience audience = new Audience(socket, log, MOST, BYTES_PER_SECOND, 1, 1000, new FeedSecrets(5));
    private final FeedPacket packet = new FeedPacket();
    private long nowNs = 5 * FeedLimits.SECOND;

    private static SocketAddress host(final int number) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number}), 7000);
        } catch (final UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static ByteBuffer block(final int kind, final long frame, final int length) {
        final ByteBuffer block =
            ByteBuffer.allocate(RecordingFormat.BLOCK_HEAD_BYTES + length).order(ByteOrder.LITTLE_ENDIAN);
        final CRC32 crc = new CRC32();
        block.put((byte) kind).put((byte) 0).putShort((short) 0).putInt(length).putLong(frame)
            .putInt(BlockView.crcOf(block, RecordingFormat.BLOCK_HEAD_BYTES, length, crc));
        return block.putInt(BlockView.crcOf(block, 0, RecordingFormat.AT_HEAD_CRC, crc)).clear();
    }

    private void play(final long frame) {
        log.add(block(RecordingFormat.SNAPSHOT, frame, STATE_BYTES));
        log.release(nowNs, 0);
    }

    private void prepare() {
        log.header(ByteBuffer.allocate(60));
        play(0);
    }

    private void hello(final int from, final long link, final long cookie) {
        hello(from, link, cookie, link * 100, ANY_FRAME, 0, FeedPacket.FEEDS_OTHERS);
    }

    private void hello(final int from, final long link, final long cookie, final long id, final long frame,
                       final long match, final int flags) {
        final ByteBuffer out = packet.begin(FeedPacket.HELLO, link).putLong(id).putLong(cookie)
            .putLong(frame).putLong(match).putLong(2 * match).put((byte) flags);
        give(from, out, FeedPacket.HELLO_BYTES);
    }

    private void give(final int from, final ByteBuffer out, final int length) {
        while (out.position() < length - Integer.BYTES) {
            out.put((byte) 0);
        }
        final ByteBuffer sent = packet.end();
        final ByteBuffer in = ByteBuffer.allocate(sent.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(sent).flip();
        assertTrue(packet.open(in));
        audience.take(in, host(from), nowNs);
    }

    private long cookie(final int from, final long link) {
        hello(from, link, NO_COOKIE);
        final ByteBuffer challenge = socket.last();
        assertEquals(FeedPacket.CHALLENGE, FeedPacket.kind(challenge));
        return challenge.getLong(12);
    }

    private int attach(final int from, final long link) {
        hello(from, link, cookie(from, link));
        return FeedPacket.kind(socket.last());
    }

    private void ack(final int from, final long link, final int chunks) {
        give(from, packet.begin(FeedPacket.ACK, link).putInt(chunks).putLong(0), 0);
    }

    @Test
    void shouldAnswerWhoHasNotProvenItsAddressWithLessThanItSentAndKeepNothing() {
        prepare();
        for (int from = 0; from < 100; from++) {
            hello(from, from + 1, NO_COOKIE);
            assertTrue(socket.last().limit() < FeedPacket.HELLO_BYTES);
        }
        audience.poll(nowNs);
        assertEquals(0, audience.size());
        assertEquals(100, socket.count());
    }

    @Test
    void shouldNotAnswerAHelloThatIsShorterThanItsAnswer() {
        prepare();
        give(7, packet.begin(FeedPacket.HELLO, 7).putLong(1), 0);
        assertEquals(0, socket.count());
    }

    @Test
    void shouldNotTakeACookieOfAnotherAddressOrAttemptOrOfLongAgo() {
        prepare();
        final long cookie = cookie(7, 70);
        hello(8, 70, cookie);
        assertEquals(FeedPacket.CHALLENGE, FeedPacket.kind(socket.last()));
        hello(7, 71, cookie);
        assertEquals(FeedPacket.CHALLENGE, FeedPacket.kind(socket.last()));
        nowNs += 2 * FeedLimits.COOKIE_NS;
        hello(7, 70, cookie);
        assertEquals(FeedPacket.CHALLENGE, FeedPacket.kind(socket.last()));
        assertEquals(0, audience.size());
    }

    @Test
    void shouldTakeFourAndNameThemToTheFifth() {
        prepare();
        for (int from = 1; from <= MOST; from++) {
            assertEquals(FeedPacket.STATUS, attach(from, from));
        }
        assertEquals(FeedPacket.REFUSED, attach(9, 9));
        final ByteBuffer refusal = socket.last();
        assertEquals(Refusal.FULL.ordinal(), refusal.get(12));
        assertEquals(MOST, refusal.get(13));
        refusal.position(14);
        assertEquals(host(1), FeedAddress.read(refusal));
        assertEquals(MOST, audience.size());
    }

    @Test
    void shouldTellWhoComesTooEarlyThatThereIsNothingYet() {
        assertEquals(FeedPacket.REFUSED, attach(1, 1));
        assertEquals(Refusal.NOTHING_YET.ordinal(), socket.last().get(12));
    }

    @Test
    void shouldSendThoseWhoWatchElsewhereOnceItHasHadNoParentForFiveSeconds() {
        prepare();
        attach(1, 1);
        audience.orphaned(true, nowNs);
        nowNs += FeedLimits.ORPHAN_NS;
        ack(1, 1, 0);
        audience.poll(nowNs);
        assertEquals(1, audience.size());
        audience.poll(++nowNs);
        assertEquals(0, audience.size());
        assertEquals(FeedPacket.BYE, FeedPacket.kind(socket.last()));
    }

    @Test
    void shouldKeepThoseWhoWatchWhenItFindsAParentInTime() {
        prepare();
        attach(1, 1);
        audience.orphaned(true, nowNs);
        nowNs += FeedLimits.ORPHAN_NS;
        audience.orphaned(false, nowNs);
        ack(1, 1, 0);
        audience.poll(++nowNs);
        assertEquals(1, audience.size());
    }

    @Test
    void shouldDropWhoLagsMoreThanTenSecondsThoughItIsHeard() {
        prepare();
        attach(1, 1);
        final int chunks = (60 + RecordingFormat.BLOCK_HEAD_BYTES + STATE_BYTES) / FeedPacket.MAX_CHUNK_BYTES + 1;
        for (int i = 0; i < 10; i++) {
            nowNs += 10 * FeedLimits.MS;
            audience.poll(nowNs);
            ack(1, 1, Math.min(chunks, (i + 1) * FeedLimits.WINDOW_CHUNKS));
        }
        assertTrue(audience.isDrained());
        play(600);
        for (int tenth = 0; tenth < 99; tenth++) {
            nowNs += FeedLimits.SECOND / 10;
            ack(1, 1, chunks);
            audience.poll(nowNs);
        }
        assertEquals(1, audience.size());
        assertFalse(audience.isDrained());
        nowNs += FeedLimits.SECOND / 2;
        ack(1, 1, chunks);
        audience.poll(nowNs);
        assertEquals(0, audience.size());
        assertEquals(1, audience.dropped());
        assertEquals(FeedPacket.BYE, FeedPacket.kind(socket.last()));
    }

    @Test
    void shouldDropWhoIsSilent() {
        prepare();
        attach(1, 1);
        nowNs += FeedLimits.CHILD_SILENCE_NS + 1;
        audience.poll(nowNs);
        assertEquals(0, audience.size());
    }

    @Test
    void shouldSendNoMoreThanItsShareHoweverMuchIsWanted() {
        prepare();
        for (int frame = 1; frame <= 200; frame++) {
            play(frame);
        }
        attach(1, 1);
        socket.clear();
        for (int ms = 0; ms < 4000; ms++) {
            nowNs += FeedLimits.MS;
            audience.poll(nowNs);
            ack(1, 1, socket.chunks());
            if (ms % 10 == 0) {
                play(1000 + ms);
            }
        }
        final long most = 4L * BYTES_PER_SECOND + BYTES_PER_SECOND / 5;
        assertTrue(socket.bytes() < most && socket.bytes() > most / 2, () -> socket.bytes() + " bytes in 4 s");
    }

    @Test
    void shouldNotBeMovedByStrangersWhoDoNotKnowTheLink() {
        prepare();
        attach(1, 1);
        give(1, packet.begin(FeedPacket.BYE, 2).put((byte) 0), 0);
        give(2, packet.begin(FeedPacket.BYE, 1).put((byte) 0), 0);
        ack(2, 1, 1000);
        assertEquals(1, audience.size());
        give(1, packet.begin(FeedPacket.BYE, 1).put((byte) 0), 0);
        assertEquals(0, audience.size());
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldKnowWhereEachFrameBeginsFromAnyFrame(final long start) {
        log.header(ByteBuffer.allocate(60));
        final long[] starts = new long[4];
        for (int i = 0; i < starts.length; i++) {
            log.add(block(RecordingFormat.SNAPSHOT, start + 20L * i, 50));
            log.release(nowNs, 0);
            starts[i] = log.startOf(start + 20L * i);
            assertTrue(i == 0 || starts[i] > starts[i - 1], "frame " + (start + 20L * i));
        }
        for (int i = 0; i < starts.length; i++) {
            assertEquals(starts[i], log.startOf(start + 20L * i), "frame " + (start + 20L * i));
        }
        assertEquals(starts[3], log.startOf(start + 30), "no block begins there");
    }

    private static ByteBuffer frames(final long first, final int count) {
        return block(RecordingFormat.FRAMES, first, 50).putShort(RecordingFormat.AT_COUNT, (short) count);
    }

    /** A spectator that has all before the delayed frames is shown no frame again. */
    @Test
    void shouldLetASpectatorGoOnWhereTheDelayBegins() {
        prepare();
        log.add(frames(0, 20));
        log.release(nowNs, 0);
        log.add(frames(20, 20));
        log.release(nowNs, FeedLimits.SECOND);
        final long handedOut = log.end();
        assertEquals(handedOut, log.startOf(20));
        log.release(nowNs + FeedLimits.SECOND, FeedLimits.SECOND);
        assertTrue(log.end() > handedOut, "the delay is over");
        assertEquals(handedOut, log.startOf(20));
        assertEquals(log.end(), log.startOf(40));
    }

    @Test
    void shouldTakeWhoWatchedNothingOrThisMatchAndNobodyWhoWatchedAnotherOne() {
        log.header(Blocks.header(60, 7, 60));
        play(0);
        hello(1, 1, cookie(1, 1), 100, 0, 8, 0);
        assertEquals(FeedPacket.REFUSED, FeedPacket.kind(socket.last()));
        assertEquals(Refusal.OTHER_MATCH.ordinal(), socket.last().get(12));
        hello(2, 2, cookie(2, 2), 200, ANY_FRAME, 8, 0);
        assertEquals(FeedPacket.STATUS, FeedPacket.kind(socket.last()));
        hello(3, 3, cookie(3, 3), 300, 0, 7, 0);
        assertEquals(FeedPacket.STATUS, FeedPacket.kind(socket.last()));
        assertEquals(2, audience.size());
    }

    @Test
    void shouldTakeASpectatorThatComesAgainOnceAndTellItAgain() {
        prepare();
        attach(1, 1);
        final int before = socket.count();
        hello(1, 1, cookie(1, 1));
        assertEquals(before + 2, socket.count(), "a cookie and a STATUS");
        assertEquals(FeedPacket.STATUS, FeedPacket.kind(socket.last()));
        hello(1, 2, cookie(1, 2), 100, ANY_FRAME, 0, 0);
        assertEquals(1, audience.size(), "another attempt of the same one");
        hello(1, 3, cookie(1, 3), 300, ANY_FRAME, 0, 0);
        hello(2, 4, cookie(2, 4), 100, ANY_FRAME, 0, 0);
        assertEquals(3, audience.size(), "another one behind this address, and this number elsewhere");
    }

    @Test
    void shouldNameThoseAloneWhoFeedOthers() {
        prepare();
        for (int from = 1; from <= MOST; from++) {
            final int flags = from == 3 ? FeedPacket.FEEDS_OTHERS | 2 : 2;
            hello(from, from, cookie(from, from), from, ANY_FRAME, 0, flags);
        }
        attach(9, 9);
        final ByteBuffer refusal = socket.last().position(13);
        assertEquals(1, refusal.get());
        assertEquals(host(3), FeedAddress.read(refusal));
    }

    @Test
    void shouldTellWhoIsAboveAtOnceWhenThatChangesAndRefuseWhomItWouldPutTooDeep() {
        prepare();
        attach(1, 1);
        final ByteBuffer status = socket.last().position(12);
        assertEquals(1000, status.getInt());
        assertTrue(FeedPath.read(status.limit(status.limit() - 4), host(0)).contains(1));
        final int before = socket.count();
        audience.path(FeedPacketTest.path(FeedLimits.MAX_DEPTH - 2), nowNs);
        assertEquals(before + 1, socket.count());
        assertEquals(FeedLimits.MAX_DEPTH - 1, socket.last().get(16));
        assertEquals(FeedPacket.STATUS, attach(2, 2));
        audience.path(FeedPacketTest.path(FeedLimits.MAX_DEPTH - 1), nowNs);
        assertEquals(FeedPacket.REFUSED, attach(3, 3));
        assertEquals(Refusal.FULL.ordinal(), socket.last().get(12));
    }

    @Test
    void shouldNotFeedWhoIsAboveIt() {
        prepare();
        audience.path(FeedPacketTest.path(3), nowNs);
        hello(1, 1, cookie(1, 1), 2, ANY_FRAME, 0, 0);
        assertEquals(FeedPacket.REFUSED, FeedPacket.kind(socket.last()));
        assertEquals(Refusal.NOTHING_YET.ordinal(), socket.last().get(12));
    }

    @Test
    void shouldShareWhatItMaySendAmongAllAndCountIt() {
        prepare();
        for (int from = 1; from <= 3; from++) {
            attach(from, from);
        }
        audience.poll(nowNs);
        socket.clear();
        nowNs += 40 * FeedLimits.MS;
        final int sent = audience.poll(nowNs);
        assertEquals(sent, socket.count());
        for (int link = 1; link <= 3; link++) {
            final int chunks = socket.sent(FeedPacket.DATA, link).size();
            assertTrue(Math.abs(3 * chunks - sent) <= 3, chunks + " of " + sent);
        }
    }

    @Test
    void shouldSendNothingOnceItsShareIsUsedUpExactly() {
        final Audience slow = new Audience(socket, log, MOST, 10 * FeedLimits.MAX_DATAGRAM_BYTES, 1, 0,
            new FeedSecrets(5));
        prepare();
        final long cookie = new FeedSecrets(5).make(host(1), 1, nowNs);
        final ByteBuffer out = packet.begin(FeedPacket.HELLO, 1).putLong(100).putLong(cookie).putLong(ANY_FRAME);
        out.position(FeedPacket.HELLO_BYTES - Integer.BYTES);
        final ByteBuffer sent = packet.end();
        final ByteBuffer in = ByteBuffer.allocate(sent.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(sent).flip();
        assertTrue(packet.open(in));
        slow.take(in, host(1), nowNs);
        assertEquals(1, slow.size());
        assertEquals(1, slow.poll(nowNs));
        assertEquals(0, slow.poll(nowNs));
        assertEquals(1, slow.poll(nowNs + 1), "a datagram may take more than is left");
        assertEquals(0, slow.poll(nowNs + FeedLimits.SECOND / 10));
        assertEquals(1, slow.poll(nowNs + FeedLimits.SECOND / 10 + 1));
    }

    @Test
    void shouldTellThatItIsThereOnceASecond() {
        prepare();
        attach(1, 1);
        for (int second = 0; second < 3; second++) {
            ack(1, 1, 0);
            final int told = socket.sent(FeedPacket.STATUS, 1).size();
            audience.poll(nowNs + FeedLimits.STATUS_NS - 1);
            assertEquals(told, socket.sent(FeedPacket.STATUS, 1).size());
            nowNs += FeedLimits.STATUS_NS;
            final int before = socket.count();
            final int sent = audience.poll(nowNs);
            assertEquals(before + sent, socket.count());
            assertEquals(told + 1, socket.sent(FeedPacket.STATUS, 1).size());
        }
    }

    @Test
    void shouldKeepWhoIsHeardOfAtExactlyTheLimitOrHasNotCaughtUpOnce() {
        prepare();
        attach(1, 1);
        attach(2, 2);
        for (int i = 0; i < 3; i++) {
            nowNs += FeedLimits.CHILD_SILENCE_NS;
            audience.poll(nowNs);
            assertEquals(2, audience.size());
            ack(1, 1, 0);
            ack(2, 2, 0);
        }
        nowNs++;
        ack(1, 1, 0);
        audience.poll(nowNs + FeedLimits.CHILD_SILENCE_NS);
        assertEquals(1, audience.size());
        assertEquals(1, audience.dropped());
    }

    @Test
    void shouldKeepWhoLagsExactlyTenSeconds() {
        prepare();
        attach(1, 1);
        final int chunks = (60 + RecordingFormat.BLOCK_HEAD_BYTES + STATE_BYTES) / FeedPacket.MAX_CHUNK_BYTES + 1;
        while (!audience.isDrained()) {
            nowNs += 10 * FeedLimits.MS;
            audience.poll(nowNs);
            ack(1, 1, Math.min(chunks, socket.chunks()));
        }
        play(600);
        audience.poll(nowNs);
        nowNs += FeedLimits.MAX_LAG_NS;
        ack(1, 1, chunks);
        audience.poll(nowNs);
        assertEquals(1, audience.size());
        audience.poll(++nowNs);
        assertEquals(0, audience.size());
    }
}
