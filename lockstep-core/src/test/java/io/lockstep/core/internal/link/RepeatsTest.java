package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which frames are sent again on a link that spares repeats. */
class RepeatsTest {

    private static final int RATE = 60;
    private static final long TICK_NS = 1_000_000_000L / RATE;
    private static final long RTT_NS = 100_000_000L;
    private static final int BYTES = 300;
    private static final int SMALL_BYTES = 10;

    private final Uplink uplink = new Uplink();
    private final Repeats repeats = new Repeats(RATE, 1);
    private final RttEstimator rtt = new RttEstimator();
    private long nowNs;
    private int sequence;
    private boolean isSilent;
    private double loss;

    @BeforeEach
    void knowTheRoundTrip() {
        for (int i = 0; i < 100; i++) {
            rtt.sample(RTT_NS);
        }
        uplink.look(1, 0, nowNs);
    }

    private long nextDue(final long acked, final long end) {
        repeats.begin(acked, end, end, nowNs);
        repeats.allow(uplink, false, isSilent, loss, rtt, 0);
        return repeats.nextDue(acked);
    }

    /** Sends a frame, a tick after the one before. */
    private void send(final long frame) {
        nowNs += TICK_NS;
        repeats.begin(frame, frame, frame + 1, nowNs);
        repeats.allow(uplink, false, isSilent, loss, rtt, 0);
        repeats.left(frame, frame + 1, BYTES, BYTES);
        repeats.kept().left(++sequence, frame, frame + 1, nowNs);
    }

    private void sendFour() {
        for (long frame = 0; frame < 4; frame++) {
            send(frame);
        }
    }

    @Test
    void shouldRepeatAFrameThatALaterWindowHasOvertaken() {
        sendFour();
        nowNs += TICK_NS;
        assertEquals(4, nextDue(0, 4), "nothing is overdue");
        repeats.kept().arrived(4);
        assertEquals(0, nextDue(0, 4));
    }

    @Test
    void shouldNotTakeAFrameForLostThatTheNextWindowHasOvertaken() {
        sendFour();
        repeats.kept().arrived(2);
        assertEquals(4, nextDue(0, 4));
    }

    @Test
    void shouldNotRepeatWhatHasArrivedBehindAGap() {
        sendFour();
        repeats.kept().arrived(2);
        repeats.kept().arrived(4);
        nowNs += 1_000_000_000L;
        assertEquals(0, nextDue(0, 4));
        assertEquals(1, repeats.dueUntil(0));
        assertEquals(2, repeats.nextDue(1));
        assertEquals(4, repeats.nextDue(3));
    }

    @Test
    void shouldRepeatWhatHasArrivedIfThePeerStillNamesItAsMissing() {
        sendFour();
        repeats.kept().arrived(2);
        nowNs += 1_000_000_000L;
        assertEquals(1, nextDue(1, 4));
    }

    @Test
    void shouldRepeatFourWindowsInAPollButOneToASilentPeer() {
        assertEquals(4, repeatsOfEight());
        isSilent = true;
        assertEquals(1, repeatsOfEight());
    }

    /** Sends eight frames, and returns how many of them leave again in one poll when all are overdue. */
    private int repeatsOfEight() {
        final int frames = 8;
        final long first = 1 + sequence;
        for (long frame = first; frame < first + frames; frame++) {
            send(frame);
        }
        nowNs += 1_000_000_000L;
        final long end = first + frames;
        int count = 0;
        for (long next = nextDue(first, end); next < end; next = repeats.nextDue(next)) {
            repeats.left(next, next + 1, BYTES, BYTES);
            count++;
        }
        return count;
    }

    @Test
    void shouldSendASilentPeerNoCopies() {
        loss = 0.1;
        nextDue(0, 1);
        repeats.left(0, 1, BYTES, SMALL_BYTES);
        nowNs += TICK_NS;
        assertEquals(0, nextDue(0, 1), "a copy against losses");
        isSilent = true;
        assertEquals(1, nextDue(0, 1));
    }
}
