package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.link.ChecksumExchange;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Uplink;
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

    private List<Integer> firstFrames(final long frames, final int windows) {
        final ChecksumExchange exchange = played(1, frames);
        final InputWindow answer = new InputWindow(2, 1, 0);
        answer.acknowledgeChecksum(0);
        exchange.file(link, answer, frames);
        return firstFrames(exchange, frames, windows);
    }

    private List<Integer> firstFrames(final ChecksumExchange exchange, final long frames, final int windows) {
        return IntStream.range(0, windows).mapToObj(window -> next(exchange, frames).checksums().frame()).toList();
    }

    @Test
    void shouldSendRoundAndRoundWhatDoesNotFit() {
        assertEquals(List.of(1, 9, 17, 25, 33, 1, 9), firstFrames(41, 7));
    }

    /** The first list that comes tells the peer for which frames it need not wait. */
    @Test
    void shouldBeginWithTheOldestUntilThePeerHasAcknowledgedOne() {
        assertEquals(List.of(0, 0, 0, 0), firstFrames(played(1, 40), 40, 4));
    }

    /** A list that is lost comes again after a whole round; after two of them its frames may be too old to be sent. */
    @Test
    void shouldSendTheOldestWithEveryFourthWindowWhileItGrowsTooOld() {
        assertEquals(List.of(1, 9, 17, 25, 1, 33, 41, 49, 1, 57, 65, 1, 9, 1), firstFrames(73, 14));
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
