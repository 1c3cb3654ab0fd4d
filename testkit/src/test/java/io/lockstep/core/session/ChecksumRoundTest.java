package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.link.ChecksumExchange;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Uplink;
import io.lockstep.core.internal.protocol.ChecksumList;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.sync.ChecksumLog;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Checksums of more frames than one window holds, to a peer that acknowledges the first one, or none. */
class ChecksumRoundTest {

    private static final int PEER = 1;
    private static final long LATER = 1000;

    private final Link link = link();

    private static Link link() {
        final SessionConfig config = Session.builder().simulation(new TestGame()).gameId("test").sessionSeed(1)
            .input((frame, player, input) -> { }).localPlayer(0);
        return new Link(config.unchecked(), new Agreement(config.unchecked()), PEER, 1, new SplittableRandom(1),
            new Uplink());
    }

    private static ChecksumExchange played(final int interval, final long frames) {
        final ChecksumLog log = new ChecksumLog(interval, PEER + 1);
        for (long frame = 0; frame < frames; frame++) {
            log.record(frame, (int) frame);
        }
        return new ChecksumExchange(log, interval, 0);
    }

    private InputWindow next(final ChecksumExchange exchange, final long currentFrame) {
        final InputWindow window = new InputWindow(2, 1, 0);
        exchange.add(link, window, currentFrame);
        return window;
    }

    private void acknowledge(final ChecksumExchange exchange, final long frame, final long currentFrame) {
        final InputWindow answer = new InputWindow(2, 1, 0);
        answer.acknowledgeChecksum(frame);
        exchange.file(link, answer, currentFrame);
    }

    private List<Integer> firstFrames(final long frames, final int windows) {
        final ChecksumExchange exchange = played(1, frames);
        acknowledge(exchange, 0, frames);
        return firstFrames(exchange, frames, windows);
    }

    private List<Integer> firstFrames(final ChecksumExchange exchange, final long frames, final int windows) {
        return IntStream.range(0, windows).mapToObj(window -> next(exchange, frames).checksums().frame()).toList();
    }

    @Test
    void shouldSendRoundAndRoundWhatDoesNotFit() {
        assertEquals(List.of(1, 15, 29, 43, 57, 1, 15), firstFrames(64, 7));
    }

    /** A list that is lost comes again after a whole round, and still says that it begins with the oldest. */
    @Test
    void shouldSayOfEachRoundsFirstListThatNoneIsOlder() {
        final ChecksumExchange exchange = played(1, 40);
        assertEquals(List.of(true, false, false, true, false, false), IntStream.range(0, 6)
            .mapToObj(window -> next(exchange, 40).checksums().isOldestFirst()).toList());
    }

    /** A peer that was given a second state never has the checksums of the frames before it. */
    @Test
    void shouldWaitForNoneBeforeTheOldestThatThePeerHas() {
        final ChecksumExchange exchange = played(10, 30);
        final InputWindow list = new InputWindow(2, 1, 0);
        list.checksums().add(109, 7);
        exchange.file(link, list, 120);
        assertEquals(-1, exchange.first(link));
        list.checksums().beginsWithOldest();
        exchange.file(link, list, 120);
        assertEquals(109, exchange.first(link));
        assertEquals(109, next(exchange, 120).checksumAck());
    }

    @Test
    void shouldBeginBehindTheFramesThatItNeverPlayed() {
        final ChecksumLog log = new ChecksumLog(1, PEER + 1);
        LongStream.range(0, 3).forEach(frame -> log.record(frame, 7));
        LongStream.range(50, 60).forEach(frame -> log.record(frame, 7));
        final ChecksumExchange exchange = new ChecksumExchange(log, 1, 0);
        acknowledge(exchange, 2, 60);
        final ChecksumList list = next(exchange, 60).checksums();
        assertEquals(50, list.frame());
        assertEquals(10, list.count());
        assertTrue(list.isOldestFirst());
    }

    /** A list that is lost comes again after a whole round; after two of them its frames may be too old to be sent. */
    @Test
    void shouldSendTheOldestWithEveryFourthWindowWhileItGrowsTooOld() {
        assertEquals(List.of(1, 15, 29, 43, 1, 57, 71, 85, 1, 99, 113, 1, 15, 1), firstFrames(124, 14));
    }

    /** Windows that only repeat inputs hold no checksums; one of them may come before the answer leaves. */
    @Test
    void shouldAcknowledgeEachListOnceThoughAWindowWithoutOneCameBehindIt() {
        final ChecksumExchange exchange = played(1, 40);
        final InputWindow list = new InputWindow(2, 1, 0);
        list.checksums().add(0, 7);
        exchange.file(link, list, 40);
        exchange.file(link, new InputWindow(2, 1, 0), 40);
        assertTrue(next(exchange, 40).hasChecksumAck());
        assertFalse(next(exchange, 40).hasChecksumAck());
    }

    private List<Boolean> eachFrame(final int interval) {
        final ChecksumExchange exchange = played(interval, 60);
        exchange.sendEach(link, LATER);
        final List<Boolean> each = new ArrayList<>();
        LongStream.range(0, 4).forEach(window -> each.add(next(exchange, 60).checksums().isEachFrame()));
        return each;
    }

    @Test
    void shouldSendChecksumsOfEveryFrameWithEverySecondWindowAfterADifference() {
        assertEquals(List.of(true, false, true, false), eachFrame(30));
    }

    @Test
    void shouldLeaveEveryWindowToTheRoundWhereEveryFrameIsACheckFrame() {
        assertEquals(List.of(false, false, false, false), eachFrame(1));
    }
}
